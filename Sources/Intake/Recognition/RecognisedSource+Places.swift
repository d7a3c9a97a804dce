extension RecognisedSource {
  /// `line 7` or `record 12`, as the format counts.
  package func locator(_ number: Int64) -> String { Self.locator(number, countsLines: countsLines) }

  package static func locator(_ number: Int64, countsLines: Bool) -> String {
    countsLines ? "line \(number)" : "record \(number)"
  }

  /// Whether places count lines rather than records.
  package var countsLines: Bool { (shape?.unit ?? .record) == .line }
}
