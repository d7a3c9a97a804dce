import Evidence

/// Cuts CSV with a header row into rows; quoted fields may hold line ends.
struct CSVFramer {
  enum Result {
    case row(CSVRow, number: Int64)
    case fault(number: Int64, reason: String)
    case cutShort(number: Int64)
  }

  private let lines: CSVLines
  private let row = CSVRow()
  private let limit: Int
  /// How many fields a row has; nil before the header.
  private var width: Int?

  init(window: ByteWindow, limit: Int) {
    lines = CSVLines(window: window, limit: limit)
    self.limit = limit
  }

  mutating func next() -> Result? {
    guard let number = lines.begin() else { return nil }
    if lines.isOversize {
      lines.take(lines.firstLength)
      return .fault(number: number, reason: Oversize.reason(limit: limit))
    }
    var length = lines.firstLength
    while true {
      switch row.split(lines.bytes(length), isLenient: false) {
      case .row(let count):
        lines.take(count)
        guard let width else {
          self.width = row.fields.count
          return .row(row, number: number)
        }
        if row.fields.count == width { return .row(row, number: number) }
        // Quotes that span lines may be a stray quote's doing: only the first line is given up.
        lines.takeFirstLineOnly()
        if lines.isLastLineOpen { return .cutShort(number: number) }
        return .fault(
          number: number, reason: "the row has \(row.fields.count) fields, but the header has \(width)")
      case .malformed:
        lines.takeFirstLineOnly()
        return .fault(
          number: number, reason: "text follows a closing quote; write a quote inside of a field twice")
      case .open:
        if length <= limit, let longer = lines.extend(length) {
          length = longer
          continue
        }
        let isCut = lines.isAtEnd(length) && lines.firstLength == length
        lines.takeFirstLineOnly()
        if isCut { return .cutShort(number: number) }
        return .fault(number: number, reason: "a quote is not closed")
      }
    }
  }
}
