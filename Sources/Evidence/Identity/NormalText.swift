import Foundation

/// The one form in which texts are stored and compared.
enum NormalText {
  /// Trimmed, and its ASCII letters in lower case.
  static func email(_ text: String) -> String {
    // Nearly every address is normal already, and Foundation's trimming costs more than all the rest of an account.
    if withBytes(text, isNormal(email:)) { return text }
    return text.trimmingCharacters(in: .whitespacesAndNewlines).foldedASCII
  }

  static func email(_ bytes: BorrowedText) -> String { email(bytes.string) }

  /// A sender of mail: an address, or a host, with or without `@` before it. Logs write a host with letters of other
  /// scripts as punycode, people as it reads.
  static func sender(_ text: String) -> String {
    let email = email(text)
    guard let at = email.lastIndex(of: "@") else { return host(email) }
    let host = host(email[email.index(after: at)...])
    return at == email.startIndex ? host : email[...at] + host
  }

  private static func host(_ text: some StringProtocol) -> String {
    guard text.contains("xn--") || !text.utf8.allSatisfy({ $0 < 0x80 }) else { return String(text) }
    return Punycode.unicode(host: text).precomposedStringWithCanonicalMapping.lowercased()
  }

  /// Whether `email` would certainly return it unchanged.
  static func isNormal(email: BorrowedText) -> Bool {
    // Without an early exit, so that the compiler can vectorise the loop.
    var odd: UInt8 = 0
    for byte in email { odd |= (byte &- 0x21 > 0x5D ? 1 : 0) | (byte &- 0x41 < 26 ? 1 : 0) }
    return odd == 0
  }

  /// A plus sign and digits, whether the source writes the sign or not; `00` at the start is the sign of landlines.
  static func phone(_ text: String) -> String {
    if text.utf8.first == 0x2B, text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) { return text }
    let digits = text.filter { $0.isASCII && $0.isNumber }
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return "+" + (!trimmed.hasPrefix("+") && digits.hasPrefix("00") ? String(digits.dropFirst(2)) : digits)
  }

  static func phone(_ bytes: BorrowedText) -> String {
    phone(bytes.string)
  }

  /// An obfuscated number (`+*******0123`) shows its last digits only.
  static func isObfuscated(phone: String) -> Bool { withBytes(phone) { isObfuscated(phone: $0) } }

  static func isObfuscated(phone: BorrowedText) -> Bool {
    phone.contains { "*xX".utf8.contains($0) } || phone.contains(where: { $0 == 0xE2 }) && phone.string.contains("•")
  }

  /// Whether a spreadsheet or a data frame made a decimal number of it: `15550101.0`, with a digit more than the number
  /// has, or `1.55501E+07`, with fewer. Dots between groups of digits, as in `555.010.0123`, make none.
  static func isDecimal(phone: BorrowedText) -> Bool {
    // Nine of ten numbers end otherwise.
    guard phone.last == UInt8(ascii: "0") || phone.suffix(5).contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return false
    }
    func digits(from start: Int) -> Int { phone.dropFirst(start).prefix { $0 &- 0x30 < 10 }.count }
    let start = phone.first == UInt8(ascii: "+") ? 1 : 0
    var end = start + digits(from: start)
    guard end > start, end < phone.count else { return false }
    let hasFraction = phone[end] == UInt8(ascii: ".")
    if hasFraction {
      let fraction = phone[(end + 1)...].prefix { $0 &- 0x30 < 10 }
      end += 1 + fraction.count
      if end == phone.count { return !fraction.isEmpty && fraction.allSatisfy { $0 == UInt8(ascii: "0") } }
    }
    guard phone[end] | 0x20 == UInt8(ascii: "e") else { return false }
    end += 1
    let isSigned = end < phone.count && "+-".utf8.contains(phone[end])
    if isSigned { end += 1 }
    // `15e5` alone may be anything.
    return (hasFraction || isSigned) && end < phone.count && end + digits(from: end) == phone.count
  }

  /// The digits at the end of a number, which an obfuscated one shows.
  static func shownEnd(ofPhone phone: String) -> String {
    String(phone.reversed().prefix { $0.isNumber }.reversed())
  }

  /// The host after the last `@`, its ASCII letters in lower case; nil without one.
  static func host(ofEmail email: String) -> String? {
    // Over bytes: to find the characters of each address took longer than all the rest of a report's line.
    withBytes(email) { bytes in
      RelayHosts.host(of: bytes).map { host in
        host.string.foldedASCII
      }
    }
  }

  static func withBytes<Result>(_ text: String, _ body: (BorrowedText) throws -> Result) rethrows -> Result {
    var text = text
    return try text.withUTF8(body)
  }
}

/// The forms in which the store has the names of persons.
package enum SubjectText {
  package static func email(_ text: String) -> String { NormalText.email(text) }
  package static func phone(_ text: String) -> String { NormalText.phone(text) }
  package static func isDecimal(phone: BorrowedText) -> Bool { NormalText.isDecimal(phone: phone) }
}
