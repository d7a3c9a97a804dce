import Evidence

/// Names places in a source.
package struct Locators: Hashable, Codable, Sendable {
  /// Lines rather than records.
  package var countsLines: Bool
  /// The names of a workbook's sheets, in its order.
  package var sheets: [String]

  package init(countsLines: Bool, sheets: [String] = []) {
    self.countsLines = countsLines
    self.sheets = sheets
  }

  init(of shape: Shape?, sheets: [String] = []) {
    self.init(countsLines: shape?.countsLines ?? false, sheets: sheets)
  }

  /// `line 7`, `record 12`, or `sheet "Requests", row 14`.
  package func text(_ number: Int64) -> String {
    guard let place = SheetPlace(number: number) else { return countsLines ? "line \(number)" : "record \(number)" }
    // The names of sheets that an earlier run read are unknown.
    let name = sheets.indices.contains(place.sheet) ? "\"\(sheets[place.sheet])\"" : "\(place.sheet + 1)"
    return "sheet \(name), row \(place.row)"
  }
}
