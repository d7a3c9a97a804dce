import CSimdJSON
import Evidence

/// Cuts NDJSON into its lines.
struct LineFramer {
  private let window: ByteWindow
  private let limit: Int
  private var line: Int64 = 0

  private let keepsSpaces: Bool

  /// - Parameter keepsSpaces: of lines of text the spaces at either end count.
  init(window: ByteWindow, limit: Int, keepsSpaces: Bool = false) {
    self.window = window
    self.limit = limit
    self.keepsSpaces = keepsSpaces
  }

  /// The last line had no line end, so that it may be cut short.
  private(set) var endsInLine = false

  mutating func next() -> Frame? {
    pending()
    while true {
      line += 1
      var searched = 0
      var newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n"))
      while newline == nil {
        searched = window.count
        if searched > limit { return skip() }
        guard window.fill() else { break }
        newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n"), from: searched)
      }
      let length = newline ?? window.count
      if newline == nil, length == 0 { return nil }
      endsInLine = newline == nil
      if length > limit { return skip() }
      let bytes = BorrowedText(rebasing: window.bytes[..<length])
      let text = keepsSpaces ? bytes.withoutLineEnd : bytes.trimmed
      consumed = length + (newline == nil ? 0 : 1)
      if text.isEmpty {
        pending()
        continue
      }
      return .record(text, number: line, hasBackslash: true)
    }
  }

  /// The frame that was handed out last is consumed only now, because its bytes were lent until now.
  private var consumed = 0

  private mutating func pending() {
    window.consume(consumed)
    consumed = 0
  }

  private mutating func skip() -> Frame {
    while true {
      if let newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n")) {
        window.consume(newline + 1)
        return .fault(number: line, reason: Oversize.reason(limit: limit))
      }
      window.consume(window.count)
      guard window.fill() else { return .fault(number: line, reason: Oversize.reason(limit: limit)) }
    }
  }
}

extension LineFramer {
  static let severalReason = "the line holds more than one record; write each record on a line of its own"

  /// Whether a line that is no JSON is several objects, each of them closed.
  ///
  /// - Parameter line: followed by `rsj_padding` readable bytes.
  static func holdsSeveral(_ line: BorrowedText) -> Bool {
    var rest = line
    var count = 0
    while rest.first == UInt8(ascii: "{") {
      var scan = rsj_scan()
      var length = 0
      guard rsj_scan_value(&scan, rest.baseAddress, rest.count, &length) == rsj_scan_closed else { return false }
      count += 1
      rest = BorrowedText(rebasing: rest.dropFirst(length)).trimmed
      if rest.first == UInt8(ascii: ",") { rest = BorrowedText(rebasing: rest.dropFirst()).trimmed }
    }
    return count > 1 && rest.isEmpty
  }
}

enum Oversize {
  static func reason(limit: Int) -> String {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return "the record is larger than \(size), the limit for one record"
  }
}

extension BorrowedText {
  var withoutLineEnd: BorrowedText {
    last == UInt8(ascii: "\r") ? BorrowedText(rebasing: dropLast()) : self
  }
}
