extension RecognisedSource {
  package var locators: Locators { Locators(of: shape, sheets: workbook?.names ?? []) }
}
