import Evidence

/// Apple's refresh and access tokens, which have a telltale form: `r` or `a`, 32 hexadecimal digits, `.0.`, a few small
/// letters, and 22 characters of base64url (https://github.com/a-tokyo/apple-signin-auth/issues/92). Apple does not
/// promise it.
enum AppleTokenForm {
  private static let digits = 32
  private static let letters = 3...8
  private static let shortestEnd = 16

  /// Whether one stands anywhere in a text.
  static func stands(in bytes: BorrowedText) -> Bool {
    var position = 0
    while let mark = bytes.firstRange(of: BorrowedText(".0."), from: position) {
      position = mark + 3
      if isBegun(before: mark, bytes), isEnded(after: position, bytes) { return true }
    }
    return false
  }

  private static func isBegun(before mark: Int, _ bytes: BorrowedText) -> Bool {
    guard mark > digits else { return false }
    let first = bytes[mark - digits - 1]
    return (first == UInt8(ascii: "r") || first == UInt8(ascii: "a")) && bytes[mark - digits..<mark].allSatisfy(isDigit)
  }

  private static func isEnded(after mark: Int, _ bytes: BorrowedText) -> Bool {
    let word = bytes[mark...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    guard letters.contains(word.count), word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: ".") else {
      return false
    }
    return bytes[(word.endIndex + 1)...].prefix(while: SecretScan.isOfBase64).count >= shortestEnd
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
  }
}
