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

enum Oversize {
  static func reason(limit: Int) -> String {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return "the record is larger than \(size), the limit for one record"
  }
}

extension BorrowedText {
  fileprivate var withoutLineEnd: BorrowedText {
    last == UInt8(ascii: "\r") ? BorrowedText(rebasing: dropLast()) : self
  }
}
