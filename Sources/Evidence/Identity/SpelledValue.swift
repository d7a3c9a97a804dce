/// A number or address as a consent may spell it: without the country's code, or with most of it hidden. Consents and
/// withdrawals often come from another system than the one that links.
struct SpelledValue {
  /// What is shown before the first hidden sign and after the last one; of a number, digits alone.
  private let head: String
  private let tail: String
  private let isHidden: Bool
  /// `head` is where the value begins: a number's may lack the country's code.
  private let isFromStart: Bool
  private let isPhone: Bool

  /// Digits; a shorter number is the end of many.
  private static let leastDigits = 7
  /// Digits at the end, by which numbers are found.
  static let endLength = 4

  /// Nil for a value that has one spelling, or shows nothing.
  init?(_ value: String, isPhone: Bool) {
    if isPhone, !Self.isNumber(value) { return nil }
    func isMark(_ sign: Character) -> Bool { sign == "*" || sign == "•" || isPhone && (sign == "x" || sign == "X") }
    func plain(_ part: some StringProtocol) -> String { isPhone ? String(part.filter(\.isNumber)) : part.lowercased() }
    let first = value.firstIndex(where: isMark)
    head = plain(value[..<(first ?? value.endIndex)])
    tail = plain(value.lastIndex(where: isMark).map { value[value.index(after: $0)...] } ?? "")
    isHidden = first != nil
    isFromStart = !isPhone || value.hasPrefix("+")
    self.isPhone = isPhone
    if isHidden ? head.isEmpty && tail.isEmpty : !isPhone || head.isEmpty { return nil }
  }

  /// Whether a text is a number or an address in some spelling: a hash, or words, can be compared with neither.
  static func isOne(_ text: String) -> Bool {
    text.contains("@") || isNumber(text)
  }

  private static func isNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && !text.contains { $0 == "@" || $0.isLetter && $0 != "x" && $0 != "X" }
  }

  /// The digits at its end, where they are enough to find it by.
  var end: String? {
    let last = isHidden ? tail : head
    return isPhone && last.utf8.count >= Self.endLength ? String(last.suffix(Self.endLength)) : nil
  }

  /// Whether it may be this value, which hides nothing.
  func mayBe(_ value: String) -> Bool {
    let whole = isPhone ? value.filter(\.isNumber) : value.lowercased()
    if isHidden {
      return whole.hasSuffix(tail) && (!isFromStart || whole.hasPrefix(head))
        && whole.utf8.count >= head.utf8.count + tail.utf8.count
    }
    // `0` stands in place of the country's code.
    let national = head.drop { $0 == "0" }
    return whole == head || national.utf8.count >= Self.leastDigits && whole.hasSuffix(national)
  }
}
