import Evidence

/// The fields of one row, per RFC 4180; reused from row to row.
///
/// # Safety
/// `fields` are parts of the bytes given to `split`, or of `scratch`; they are valid while those bytes are, and until
/// the next `split`. `scratch` holds at least as many bytes as were given, and a field without its quotes is never
/// longer than with them, so that writing to it needs no check.
///
/// https://www.rfc-editor.org/rfc/rfc4180#section-2
final class CSVRow {
  enum Outcome {
    /// The row ended; so many bytes belong to it, its line end included.
    case row(Int)
    /// The bytes end inside of quotes.
    case open
    /// Text follows a closing quote.
    case malformed
  }

  /// The most columns that a table may have. Each costs time, and no real table has more.
  static let columnLimit = 10_000

  private(set) var fields: [BorrowedText] = []
  /// Quoted fields without their doubled quotes.
  private var scratch: UnsafeMutablePointer<UInt8>
  private var scratchCapacity = 1 << 12

  private let delimiter: UInt8

  /// Why the row cannot be a header; nil if it can.
  var excess: String? {
    fields.count > Self.columnLimit
      ? "the header has more than \(Self.columnLimit) columns; leave out those that the audit does not use"
      : nil
  }

  /// Removes what `SheetText` writes before the cells of a sheet's row: its place, and what is wrong with it.
  func takePlace() -> (number: Int64, reason: String?) {
    guard let first = fields.first else { return (0, nil) }
    let isFault = first.first == UInt8(ascii: "!")
    let number = isFault ? BorrowedText(rebasing: first.dropFirst()) : first
    let reason = isFault && fields.count > 1 ? fields[1].string : nil
    fields.removeFirst(isFault ? 2 : 1)
    return (number.decimal ?? 0, reason)
  }

  init(delimiter: UInt8 = UInt8(ascii: ",")) {
    self.delimiter = delimiter
    scratch = .allocate(capacity: scratchCapacity)
  }

  deinit { scratch.deallocate() }

  /// Whether lines are rows of their own, whatever quotes would join: dumps of databases have tabs between fields and
  /// no quotes, and a text may begin with one.
  func areRows(_ bytes: BorrowedText, width: Int) -> Bool {
    guard delimiter == UInt8(ascii: "\t") else { return false }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.allSatisfy { line in line.count { $0 == delimiter } == width - 1 }
  }

  /// Takes the fields of one line, in which quotes have no meaning.
  ///
  /// - Returns: false where a field is in quotes: then they have one, and the fields stay as they were.
  func splitBare(_ line: BorrowedText) -> Bool {
    let text = line.last == UInt8(ascii: "\n") ? BorrowedText(rebasing: line.dropLast()) : line
    let bare = text.withoutLineEnd.split(separator: delimiter, omittingEmptySubsequences: false)
    let quote = UInt8(ascii: "\"")
    guard bare.allSatisfy({ $0.count < 2 || $0.first != quote || $0.last != quote }) else { return false }
    fields = bare.map { BorrowedText(rebasing: $0) }
    return true
  }

  /// The field without its quotes. Some writers put a space before a field in quotes: `u1, "a"`.
  private static func withoutQuotes(_ field: BorrowedText) -> BorrowedText {
    guard field.first == UInt8(ascii: " ") else { return field }
    let text = field.trimmed
    guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return field }
    let inner = BorrowedText(rebasing: text[1..<(text.count - 1)])
    return inner.contains(UInt8(ascii: "\"")) ? field : inner
  }

  /// Takes the first row off `bytes`.
  ///
  /// - Parameter isLenient: a quote that does not close its field is a part of it, as in files whose writers did not
  ///   double quotes.
  func split(_ bytes: BorrowedText, isLenient: Bool) -> Outcome {
    fields.removeAll(keepingCapacity: true)
    if scratchCapacity < bytes.count {
      scratch.deallocate()
      scratchCapacity = bytes.count * 2
      scratch = .allocate(capacity: scratchCapacity)
    }
    var used = 0
    var index = 0
    let delimiter = delimiter
    while true {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        let start = used
        index += 1
        var isClosed = false
        while index < bytes.count {
          let byte = bytes[index]
          if byte == UInt8(ascii: "\"") {
            let follower = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
            if follower == UInt8(ascii: "\"") {
              index += 1
            } else if follower == delimiter || follower == UInt8(ascii: "\n") || follower == UInt8(ascii: "\r") {
              isClosed = true
              index += 1
              break
            } else if !isLenient {
              return .malformed
            }
          }
          assert(used < scratchCapacity)
          scratch[used] = byte
          used += 1
          index += 1
        }
        guard isClosed else { return .open }
        fields.append(BorrowedText(start: scratch + start, count: used - start))
      } else {
        let start = index
        while index < bytes.count, bytes[index] != delimiter, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        var end = index
        if end > start, bytes[end - 1] == UInt8(ascii: "\r"), index == bytes.count || bytes[index] == UInt8(ascii: "\n")
        {
          end -= 1
        }
        fields.append(Self.withoutQuotes(BorrowedText(rebasing: bytes[start..<end])))
      }
      if index < bytes.count, bytes[index] == delimiter {
        index += 1
        continue
      }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\r") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      return .row(index)
    }
  }
}
