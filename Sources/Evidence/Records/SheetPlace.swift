/// A row of a workbook's sheet, as the number of a place: above all numbers of lines and records, so that it can be
/// told from them, and in the order of sheets and rows.
package struct SheetPlace: Hashable, Sendable {
  /// From 0.
  package var sheet: Int
  /// As the sheet counts, from 1.
  package var row: Int

  package static let sheetLimit = 1 << 12
  /// As many as Excel allows.
  package static let rowLimit = 1 << 20

  private static let mark: Int64 = 1 << 33
  private static let shift = 21

  package init(sheet: Int, row: Int) {
    self.sheet = sheet
    self.row = row
  }

  /// Nil for the number of a line or record.
  package init?(number: Int64) {
    guard number & Self.mark != 0 else { return nil }
    let rest = number & (Self.mark - 1)
    self.init(sheet: Int(rest >> Self.shift), row: Int(rest & (1 << Self.shift - 1)))
  }

  package var number: Int64 { Self.mark | Int64(sheet) << Self.shift | Int64(row) }
}

extension Place {
  /// Where in its source it is, for whoever knows neither the source's form nor the names of its sheets.
  var words: String {
    SheetPlace(number: number).map { "sheet \($0.sheet + 1), row \($0.row)" } ?? "record or line \(number)"
  }
}
