/// A phone number in texts, however it is spelt: with a plus, `00` or nothing before it, and with what people put
/// between groups of digits.
struct SpelledNumber: Sendable {
  private let digits: [UInt8]

  /// A shorter number names nobody.
  private static let shortest = 6
  /// Fewer digits without a plus may be a date or anything else.
  private static let shortestUnsigned = 10
  private static let longestGap = 3

  /// - Parameter name: a plus and digits; nil for anything else.
  init?(_ name: String) {
    let digits = Array(name.utf8.dropFirst())
    guard name.utf8.first == UInt8(ascii: "+"), digits.count >= Self.shortest, digits.allSatisfy(Self.isDigit) else {
      return nil
    }
    self.digits = digits
  }

  /// The text with `…` in the place of the number.
  func replaced(in text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= digits.count, bytes.count(where: Self.isDigit) >= digits.count else { return text }
    var result: [UInt8] = []
    var done = 0
    for start in bytes.indices where start >= done && bytes[start] == digits[0] {
      guard let end = end(from: start, in: bytes), let start = begin(of: start, in: bytes), start >= done else {
        continue
      }
      result += bytes[done..<start] + "…".utf8
      done = end
    }
    return done == 0 ? text : String(decoding: result + bytes[done...], as: UTF8.self)
  }

  /// Behind the last digit; nil where the number does not begin there, or goes on.
  private func end(from start: Int, in bytes: [UInt8]) -> Int? {
    var (place, gap, found) = (start, 0, 0)
    while found < digits.count {
      guard place < bytes.count else { return nil }
      if bytes[place] == digits[found] {
        (found, gap) = (found + 1, 0)
      } else if Self.isSeparator(bytes[place]), gap < Self.longestGap {
        gap += 1
      } else {
        return nil
      }
      place += 1
    }
    return place < bytes.count && Self.isOfWord(bytes[place]) ? nil : place
  }

  /// Where the number begins, with its sign; nil where the first digit is one of another number or word.
  private func begin(of first: Int, in bytes: [UInt8]) -> Int? {
    func byte(before place: Int) -> UInt8? { place > 0 ? bytes[place - 1] : nil }
    let start = byte(before: first) == UInt8(ascii: "(") ? first - 1 : first
    if byte(before: start) == UInt8(ascii: "+") { return start - 1 }
    func stands(at place: Int) -> Bool { byte(before: place).map { !Self.isOfWord($0) } ?? true }
    let zero = UInt8(ascii: "0")
    if byte(before: start) == zero, byte(before: start - 1) == zero, stands(at: start - 2) { return start - 2 }
    return digits.count >= Self.shortestUnsigned && stands(at: start) ? start : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isOfWord(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 26 }
  private static func isSeparator(_ byte: UInt8) -> Bool { " ()-./".utf8.contains(byte) }
}
