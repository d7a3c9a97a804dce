import Evidence

/// The lines of a CSV text, with as much look-ahead as a record needs.
final class CSVLines {
  private let window: ByteWindow
  private let limit: Int
  private var line: Int64 = 1
  /// Bytes of the record that was handed out last; they are released when the next one begins.
  private var taken = 0
  /// The length of the first line, with its line end.
  private(set) var firstLength = 0
  private(set) var isOversize = false
  /// The text ended in the line that was handed out last, without a line end.
  private(set) var isLastLineOpen = false

  init(window: ByteWindow, limit: Int) {
    self.window = window
    self.limit = limit
  }

  /// The number of the next line that is not blank; nil at the end.
  func begin() -> Int64? {
    giveUp()
    isOversize = false
    while true {
      guard let length = lineLength(from: 0) else { return nil }
      // A line above the limit is not blank, although only its end is left.
      let isBlank = !isOversize && length <= 2 && window.bytes[..<length].allSatisfy { $0.isWhitespace }
      guard isBlank else {
        firstLength = length
        isLastLineOpen = !isOversize && window.bytes[length - 1] != UInt8(ascii: "\n")
        return line
      }
      taken = length
      giveUp()
    }
  }

  func bytes(_ length: Int) -> BorrowedText { BorrowedText(rebasing: window.bytes[..<length]) }

  func take(_ count: Int) { taken = count }

  func takeFirstLineOnly() { taken = firstLength }

  func isAtEnd(_ length: Int) -> Bool { window.isAtEnd && length == window.count }

  /// A span at least twice as long that ends with a line; nil at the end of the text.
  func extend(_ length: Int) -> Int? {
    window.fill(to: length + 1)
    guard window.count > length else { return nil }
    guard let more = lineLength(from: min(length * 2, window.count - 1)) else { return nil }
    return more
  }

  private func giveUp() {
    guard taken > 0 else { return }
    var start = 0
    while start < taken, let newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n"), from: start), newline < taken
    {
      line += 1
      start = newline + 1
    }
    window.consume(taken)
    taken = 0
  }

  /// The end of the line that holds the byte at `start`. A line over the limit is cut there and skipped to its end.
  private func lineLength(from start: Int) -> Int? {
    var searched = start
    while true {
      if let newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n"), from: searched) {
        // A window may hold more than the limit.
        if start == 0, newline > limit { isOversize = true }
        return newline + 1
      }
      searched = window.count
      if start == 0, searched > limit { return skipLine() }
      if searched > 2 * limit + start { return window.count }
      guard window.fill() else { return window.count > start ? window.count : nil }
    }
  }

  private func skipLine() -> Int {
    isOversize = true
    while true {
      if let newline = window.bytes.firstIndex(ofByte: UInt8(ascii: "\n")) { return newline + 1 }
      // One byte stays, so that the record has a length.
      window.consume(window.count - 1)
      guard window.fill() else { return window.count }
    }
  }
}
