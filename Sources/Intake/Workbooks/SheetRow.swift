import Evidence

/// One row of a sheet, while it is read; reused from row to row.
final class SheetRow {
  struct Cell {
    /// From 0.
    var column: Int
    var range: Range<Int>
  }

  /// The sheet's row number, from 1.
  fileprivate(set) var number = 0
  /// The cells that are not empty, in order.
  private(set) var cells: [Cell] = []
  /// The texts of all cells.
  private(set) var bytes: [UInt8] = []
  /// Why the row cannot be used: a sentence about the first cell that cannot.
  private(set) var fault: String?
  private let limit: Int

  /// - Parameter limit: bytes of a row that may be used.
  init(limit: Int) { self.limit = limit }

  var isBlank: Bool { cells.isEmpty && fault == nil }

  func begin(_ number: Int) {
    self.number = number
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    fault = nil
  }

  func refuse(_ reason: String) {
    if fault == nil { fault = reason }
  }

  func add(_ column: Int, _ text: some Collection<UInt8>) {
    if let last = cells.last, column <= last.column { return refuse("the row's cells are out of order") }
    guard !text.isEmpty else { return }
    guard text.count <= limit - bytes.count else { return refuse(Oversize.reason(limit: limit)) }
    let start = bytes.count
    bytes.append(contentsOf: text)
    cells.append(Cell(column: column, range: start..<bytes.count))
  }

  /// The columns up to the last that holds something; those between may be empty.
  var titles: [String] {
    var titles: [String] = []
    for cell in cells {
      titles += Array(repeating: "", count: cell.column - titles.count)
      titles.append(bytes.withUnsafeBufferPointer { BorrowedText(rebasing: $0[cell.range]).trimmedOfUnseen.string })
    }
    return titles
  }
}
