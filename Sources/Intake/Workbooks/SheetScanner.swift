import Evidence

/// Takes the rows of a sheet's XML.
///
/// ECMA-376, part 1, section 18.3.1.
final class SheetScanner: XMLHandler {
  static let columnLimit = 1024

  private enum Form {
    case number, shared, text, bool, error, date
  }

  private let shared: SharedTexts
  private let styles: CellStyles
  private let isFrom1904: Bool
  private let row: SheetRow
  private let take: (SheetRow) -> Void
  private let limit: Int

  private(set) var failure: ReadFailure?
  private var isInRow = false
  private var lastRow = 0

  // Of the cell that is being read.
  private var column = -1
  private var form = Form.number
  private var style = 0
  private var isFormula = false
  /// The cell says its value, which may be an empty text.
  private var hasValue = false
  private var isInValue = false
  private var isInReading = false
  private var value: [UInt8] = []

  /// - Parameters:
  ///   - limit: bytes of a row that may be used.
  ///   - take: gets each row that is not blank; the row is used again afterwards.
  init(_ workbook: Workbook, shared: SharedTexts, limit: Int, take: @escaping (SheetRow) -> Void) {
    self.shared = shared
    self.take = take
    self.limit = limit
    styles = workbook.styles
    isFrom1904 = workbook.isFrom1904
    row = SheetRow(limit: limit)
  }

  func start(_ name: BorrowedText, _ attributes: XMLAttributes) {
    if name.isEqual(to: "c") {
      beginCell(attributes)
    } else if name.isEqual(to: "v") || name.isEqual(to: "t") {
      isInValue = isInRow && !isInReading
      hasValue = hasValue || isInValue
    } else if name.isEqual(to: "row") {
      beginRow(attributes)
    } else if name.isEqual(to: "f") {
      isFormula = true
    } else if name.isEqual(to: "rPh") {
      isInReading = true
    }
  }

  func end(_ name: BorrowedText) {
    if name.isEqual(to: "c") {
      endCell()
    } else if name.isEqual(to: "v") || name.isEqual(to: "t") {
      isInValue = false
    } else if name.isEqual(to: "row") {
      isInRow = false
      if failure == nil, !row.isBlank { take(row) }
    } else if name.isEqual(to: "rPh") {
      isInReading = false
    }
  }

  func text(_ bytes: BorrowedText) {
    guard isInValue else { return }
    // A longer cell is refused at its end.
    if value.count <= limit { value.append(contentsOf: bytes) }
  }

  // MARK: - Rows and cells

  private func beginRow(_ attributes: XMLAttributes) {
    let number = attributes["r"].map { $0.decimal ?? 0 } ?? Int64(lastRow + 1)
    guard number > lastRow, number <= SheetPlace.rowLimit else {
      failure = failure ?? ReadFailure("the sheet's rows are out of order or too many; save the sheet as CSV")
      return
    }
    lastRow = Int(number)
    isInRow = true
    column = -1
    row.begin(lastRow)
  }

  private func beginCell(_ attributes: XMLAttributes) {
    let last = column
    column = attributes["r"].map(Self.column) ?? last + 1
    if column <= last { row.refuse("the row's cells are out of order") }
    style = Int(attributes["s"]?.decimal ?? 0)
    isFormula = false
    hasValue = false
    value.removeAll(keepingCapacity: true)
    guard let type = attributes["t"] else {
      form = .number
      return
    }
    if type.isEqual(to: "s") {
      form = .shared
    } else if type.isEqual(to: "n") {
      form = .number
    } else if type.isEqual(to: "b") {
      form = .bool
    } else if type.isEqual(to: "e") {
      form = .error
    } else {
      // `inlineStr`, `str`, and `d`, a date as a text.
      form = type.isEqual(to: "d") ? .date : .text
    }
  }

  private func endCell() {
    guard isInRow, failure == nil else { return }
    guard !value.isEmpty else {
      // An empty text is a formula's result, and no value at all is none.
      if isFormula, form != .text || !hasValue { refuse(Self.uncalculated) }
      return
    }
    guard (0..<Self.columnLimit).contains(column) else {
      row.refuse("the row has more than \(Self.columnLimit) columns")
      return
    }
    switch form {
    case .number: addNumber()
    case .date: row.add(column, value)
    case .text:
      EscapedText.decode(&value, from: 0)
      row.add(column, value)
    case .bool: row.add(column, (value == [UInt8(ascii: "1")] ? "true" : "false").utf8)
    case .error: refuse("the error \(shownValue); correct it in the workbook")
    case .shared:
      guard let text = Int(shownValue).flatMap({ shared[$0] }) else {
        return refuse("a reference to a text that the workbook does not have")
      }
      row.add(column, text)
    }
  }

  private static let uncalculated = """
    a formula whose value was never calculated; open the workbook in a spreadsheet program, let it calculate, and save \
    it, or export the values
    """

  private var shownValue: String { String(decoding: value.prefix(40), as: UTF8.self) }

  private func refuse(_ what: String) { row.refuse("the cell \(Self.name(of: column))\(row.number) holds \(what)") }

  // MARK: - Numbers

  private func addNumber() {
    let kind = styles.kind(of: style)
    // Whole numbers stay as they are written: an id may have more digits than a `Double` keeps.
    if kind == .plain, value.allSatisfy(\.isDigit) {
      return row.add(column, formatted(String(decoding: value, as: UTF8.self)).utf8)
    }
    guard let number = Double(shownValue), number.isFinite else {
      return refuse("`\(shownValue)`, which is not a number")
    }
    let text: String
    if kind == .plain {
      guard abs(number) < Self.firstInexact else {
        return refuse("`\(shownValue)`, a number of which spreadsheets keep 15 digits; write the column as text")
      }
      text = Int64(exactly: number).map { $0 < 0 ? String($0) : formatted(String($0)) } ?? plain(number)
    } else {
      guard let date = SerialDate(number, from1904: isFrom1904) else {
        return refuse("\(plain(number)) as a date, but there is no such day")
      }
      switch kind {
      case .date where date.isMidnight: text = date.date
      case .time where number < 1: text = date.time
      default: text = date.dateAndTime
      }
    }
    row.add(column, text.utf8)
  }

  /// What the cell's style shows of a whole number.
  private func formatted(_ digits: String) -> String { styles.format(of: style)?.shown(digits) ?? digits }

  /// The first whole number of 16 digits.
  private static let firstInexact = 1e15

  private var hasExponent: Bool { value.contains { $0 | 0x20 == UInt8(ascii: "e") } }

  /// Without the exponent and the fraction `.0` that files may have where a spreadsheet shows none.
  private func plain(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return hasExponent ? "\(number)" : shownValue
  }

  // MARK: - Columns

  /// Of a reference such as `AB14`, from 0; -1 where it has no letters.
  private static func column(of reference: BorrowedText) -> Int {
    var column = 0
    for byte in reference {
      guard byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z"), column < 1 << 20 else { break }
      column = column * 26 + Int(byte) - 64
    }
    return column - 1
  }

  /// `AB` of 27.
  private static func name(of column: Int) -> String {
    var rest = column + 1
    var letters = ""
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }
}
