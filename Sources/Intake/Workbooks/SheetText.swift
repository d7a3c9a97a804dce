import Evidence

/// The rows of sheets as CSV. Each begins with the number of its place, followed by `!` and a reason if it cannot be
/// used; `CSVFramer` removes both.
///
/// # Safety
/// One thread at a time uses it, and with it its workbook.
final class SheetText: ByteStage {
  private let workbook: Workbook
  /// The sheets that are left to read.
  private var sheets: ArraySlice<Int>
  private var open: (reader: PartReader, scanner: SheetScanner)?
  private var output: [UInt8] = []
  private var taken = 0
  private var failure: ReadFailure?

  private var sheet = 0
  private var isAtHeader = true
  /// How many columns the header has; nil before the first.
  private var width: Int?

  private var isOverfull = false

  /// Bytes of a row, apart from its number and its quotes.
  private static let rowLimit = 1 << 20
  /// Bytes of the rows from one piece of XML, which may refer to large texts again and again.
  private static let outputLimit = 256 << 20

  init(_ workbook: Workbook, sheets: [Int]) {
    self.workbook = workbook
    self.sheets = sheets[...]
  }

  /// The first row of a sheet that is not blank; nil where there is none.
  static func header(of sheet: Int, in workbook: Workbook) throws(ReadFailure) -> [String]? {
    try workbook.header(of: sheet, limit: rowLimit)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, from source: ByteSource) throws(ReadFailure) -> Int {
    while taken == output.count {
      // Rows from before the failure are handed over first.
      if let failure { throw failure }
      taken = 0
      output.removeAll(keepingCapacity: true)
      do throws(ReadFailure) {
        guard try step() else { return 0 }
      } catch {
        failure = ReadFailure("the sheet \"\(workbook.sheets[sheet].name)\" cannot be read to its end: \(error.reason)")
      }
    }
    let count = min(buffer.count, output.count - taken)
    buffer.copyBytes(from: output[taken..<(taken + count)])
    taken += count
    return count
  }

  /// False after the last sheet.
  private func step() throws(ReadFailure) -> Bool {
    guard let open else {
      guard let next = sheets.popFirst() else { return false }
      sheet = next
      isAtHeader = true
      self.open = try workbook.open(next, limit: Self.rowLimit) { [unowned self] row in take(row) }
      return true
    }
    let isOpen = try open.reader.step()
    try workbook.budget.charge(output.count)
    if let failure = open.scanner.failure { throw failure }
    if isOverfull { throw ReadFailure("its rows are too large; save it as CSV") }
    if !isOpen { self.open = nil }
    return true
  }

  private func take(_ row: SheetRow) {
    if isAtHeader {
      isAtHeader = false
      // The following sheets have the same header.
      if width != nil { return }
      width = (row.cells.last?.column ?? 0) + 1
    }
    isOverfull = output.count > Self.outputLimit
    if isOverfull { return }
    if row.fault != nil { output.append(UInt8(ascii: "!")) }
    output.append(contentsOf: String(SheetPlace(sheet: sheet, row: row.number).number).utf8)
    if let reason = row.fault {
      output.append(UInt8(ascii: ","))
      Self.append(Array(reason.utf8)[...], to: &output)
    }
    appendCells(of: row)
    output.append(UInt8(ascii: "\n"))
  }

  private func appendCells(of row: SheetRow) {
    var column = 0
    func separate(to next: Int) {
      output.append(contentsOf: repeatElement(UInt8(ascii: ","), count: next - column))
      column = next
    }
    for cell in row.cells {
      separate(to: cell.column + 1)
      Self.append(row.bytes[cell.range], to: &output)
    }
    separate(to: max(column, width ?? 0))
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let needsQuotes = bytes.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 <= 13 }
    guard needsQuotes else { return output.append(contentsOf: bytes) }
    output.append(UInt8(ascii: "\""))
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
