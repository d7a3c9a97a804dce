import Evidence

/// Cuts the Firebase CLI's CSV into rows, and repairs those whose quoting its older versions broke.
///
/// A line that fits by itself is a row, so that a stray quote never swallows the next line.
struct FirebaseRowFramer {
  enum Result {
    case row([BorrowedText], number: Int64)
    case fault(number: Int64, reason: String)
    case cutShort(number: Int64)
  }

  /// Quoted line ends occur in names and claims only, which are short.
  private static let spanLimit = 1 << 16

  private let lines: CSVLines
  private let row = CSVRow()
  private let limit: Int
  private var reach = Reach(spanLimit, least: 4 << 10)

  init(window: ByteWindow, limit: Int) {
    lines = CSVLines(window: window, limit: limit)
    self.limit = limit
  }

  mutating func next() -> Result? {
    guard let number = lines.begin() else { return nil }
    lines.takeFirstLineOnly()
    if lines.isOversize { return .fault(number: number, reason: Oversize.reason(limit: limit)) }
    let line = lines.bytes(lines.firstLength)
    if case .row = row.split(line, isLenient: true), FirebaseRow.fits(row.fields) {
      return .row(row.fields, number: number)
    }
    if let fields = FirebaseRow.recovered(line) { return .row(fields, number: number) }
    var length = lines.firstLength
    var isFollowed = false
    while length <= reach.bytes, let longer = lines.extend(length) {
      length = longer
      isFollowed = true
      if case .row(let count) = row.split(lines.bytes(min(length, reach.bytes + 1)), isLenient: true) {
        isFollowed = count > lines.firstLength
        if count <= reach.bytes, FirebaseRow.fits(row.fields) {
          lines.take(count)
          return .row(row.fields, number: number)
        }
        break
      }
    }
    if isFollowed { reach.count() }
    if lines.isLastLineOpen { return .cutShort(number: number) }
    return .fault(
      number: number,
      reason:
        "the row does not have 27, 28, 29 or 53 fields with times in the columns where the Firebase CLI writes them")
  }
}
