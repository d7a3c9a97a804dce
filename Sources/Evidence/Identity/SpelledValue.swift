/// A number or an address as a consent may spell it: without the country's code, or with most of it hidden. Consents
/// and withdrawals often come from another system than the one that links.
///
/// It is the beginning and the end of what it may mean, in small letters; of a number, in digits. Values are found by
/// them in a table, since a load-test user may have thousands.
struct SpelledValue: Hashable {
  let beginning: String
  let end: String

  /// Digits; the end of a shorter number is that of many.
  private static let leastDigits = 7
  private static let marks: Set<Character> = ["*", "•", "…", "#"]

  /// Nil for a value that has one spelling, or shows nothing.
  ///
  /// - Parameter leastDigits: of a number that hides nothing.
  init?(_ value: String, isPhone: Bool, leastDigits: Int = SpelledValue.leastDigits) {
    if isPhone ? !Self.isNumber(value) : !value.contains("@") { return nil }
    func isMark(_ sign: Character) -> Bool { Self.marks.contains(sign) || isPhone && (sign == "x" || sign == "X") }
    func plain(_ part: some StringProtocol) -> String { Self.plain(String(part), isPhone: isPhone) }
    if let first = value.firstIndex(where: isMark), let last = value.lastIndex(where: isMark) {
      // A number's beginning may lack the country's code.
      beginning = !isPhone || value.hasPrefix("+") ? plain(value[..<first]) : ""
      end = plain(value[value.index(after: last)...])
      if beginning.isEmpty, end.isEmpty { return nil }
    } else {
      // `0` stands in place of the country's code.
      let digits = plain(value).drop { $0 == "0" }
      guard isPhone, digits.utf8.count >= leastDigits else { return nil }
      (beginning, end) = ("", String(digits))
    }
  }

  private init(beginning: some StringProtocol, end: some StringProtocol) {
    self.beginning = String(beginning)
    self.end = String(end)
  }

  /// How much of it is shown.
  struct Lengths: Hashable {
    var beginning: Int
    var end: Int
  }

  var lengths: Lengths { Lengths(beginning: beginning.count, end: end.count) }

  /// What shows so much of a value, which hides nothing; nil where that is more than there is.
  static func of(_ value: String, isPhone: Bool, _ lengths: Lengths) -> SpelledValue? {
    let whole = plain(value, isPhone: isPhone)
    guard whole.count >= lengths.beginning + lengths.end else { return nil }
    return SpelledValue(beginning: whole.prefix(lengths.beginning), end: whole.suffix(lengths.end))
  }

  /// Whether it may be this value, which hides nothing.
  func mayBe(_ value: String, isPhone: Bool) -> Bool { Self.of(value, isPhone: isPhone, lengths) == self }

  private static func plain(_ value: String, isPhone: Bool) -> String {
    isPhone ? value.filter(\.isNumber) : value.lowercased()
  }

  /// Whether a text is a number or an address in some spelling: a hash, or words, can be compared with neither.
  static func isOne(_ text: String) -> Bool { text.contains("@") || isNumber(text) }

  private static func isNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && !text.contains { $0 == "@" || $0.isLetter && $0 != "x" && $0 != "X" }
  }
}
