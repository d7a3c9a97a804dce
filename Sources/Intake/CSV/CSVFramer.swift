import Evidence

/// Cuts CSV with a header row into rows; quoted fields may hold line ends.
struct CSVFramer {
  enum Result {
    case row(CSVRow, number: Int64)
    /// A row that does not match the header. Its fields may still show whom it names.
    case misfit(CSVRow, number: Int64, reason: String)
    case fault(number: Int64, reason: String)
    case cutShort(number: Int64)
  }

  private let lines: CSVLines
  private let row: CSVRow
  private let limit: Int
  /// The rows are those of sheets, each with its place.
  private let isOfSheets: Bool
  private var reach: Reach
  /// Longer than what people write into a field.
  private static let leastReach = 4 << 10
  /// How many fields a row has; nil before the header.
  private var width: Int?

  /// The text ended within quotes, and no valid row followed them, so the file may be cut short there.
  private(set) var isOpenAtEnd = false

  /// The row that was handed out last is a line without a line end, so that it may be cut short.
  var endsInRow: Bool { lines.isLastLineOpen }

  init(window: ByteWindow, limit: Int, delimiter: UInt8 = UInt8(ascii: ","), isOfSheets: Bool = false) {
    self.isOfSheets = isOfSheets
    row = CSVRow(delimiter: delimiter)
    lines = CSVLines(window: window, limit: limit)
    self.limit = limit
    reach = Reach(limit, least: Self.leastReach)
  }

  mutating func next() -> Result? {
    guard let number = lines.begin() else { return nil }
    if lines.isOversize {
      lines.take(lines.firstLength)
      return .fault(number: number, reason: Oversize.reason(limit: limit))
    }
    var length = lines.firstLength
    // Beyond it nothing counts, however much of the text was read already. One byte more tells what a quote closes.
    let end = max(length, reach.bytes)
    while true {
      switch row.split(lines.bytes(min(length, end + 1)), isLenient: false) {
      case .row(let count) where count > end: return unclosed(number)
      case .row(let count):
        lines.take(count)
        if isOfSheets { return rowOfSheet() }
        guard let width else {
          if let reason = row.excess { return .fault(number: number, reason: reason) }
          self.width = row.fields.count
          return .row(row, number: number)
        }
        if count > lines.firstLength, let bare = bareRow(number, of: count) {
          reach.count()
          return bare
        }
        if row.fields.count == width {
          isOpenAtEnd = false
          return .row(row, number: number)
        }
        // A stray quote may have joined several lines, so only the first one is rejected.
        if count > lines.firstLength { reach.count() }
        lines.takeFirstLineOnly()
        if lines.isLastLineOpen { return .cutShort(number: number) }
        return .misfit(
          row, number: number, reason: FieldError.misfit(row.fields.count, "field", header: width))
      case .malformed:
        if length > lines.firstLength { reach.count() }
        if let bare = bareRow(number, of: lines.firstLength) { return bare }
        return broken(number, "text follows a closing quote; a quote within a field has to be doubled")
      case .open:
        if length <= end, let longer = lines.extend(length) {
          length = longer
          continue
        }
        if length <= end, lines.isAtEnd(length) {
          isOpenAtEnd = true
          if lines.firstLength == length {
            lines.takeFirstLineOnly()
            return .cutShort(number: number)
          }
        }
        return unclosed(number)
      }
    }
  }

  private mutating func unclosed(_ number: Int64) -> Result {
    reach.count()
    if let bare = bareRow(number, of: lines.firstLength) { return bare }
    return broken(number, "a quoted field has no closing quote")
  }

  /// The first line as a row in which quotes have no meaning.
  ///
  /// - Parameter length: of the lines, each of which has to be such a row.
  private mutating func bareRow(_ number: Int64, of length: Int) -> Result? {
    guard let width, row.areRows(lines.bytes(length), width: width), row.splitBare(lines.bytes(lines.firstLength))
    else { return nil }
    lines.takeFirstLineOnly()
    return .row(row, number: number)
  }

  private mutating func rowOfSheet() -> Result {
    let (number, reason) = row.takePlace()
    if let reason { return .misfit(row, number: number, reason: reason) }
    if width == nil, let reason = row.excess { return .fault(number: number, reason: reason) }
    let count = row.fields.count
    if let width, count != width {
      return .misfit(row, number: number, reason: FieldError.misfit(count, "cell", header: width))
    }
    width = count
    return .row(row, number: number)
  }

  /// Rejects the first line, whose quotes are wrong. The fields before the wrong one are valid.
  private func broken(_ number: Int64, _ reason: String) -> Result {
    lines.takeFirstLineOnly()
    _ = row.split(lines.bytes(lines.firstLength), isLenient: true)
    return .misfit(row, number: number, reason: reason)
  }
}
