extension RecognisedSource {
  package var locators: Locators { Locators(of: shape, sheets: workbook?.names ?? []) }

  /// Whether places count lines rather than records.
  package var countsLines: Bool { shape?.countsLines ?? false }
}
