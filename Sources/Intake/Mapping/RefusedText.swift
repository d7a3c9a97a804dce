import Timestamps

/// Tells words and times of systems from texts about people.
enum RefusedText {
  private static let longestWord = 32
  private static let longestMark = 3
  /// Digits of a counter or a code. Numbers of people are longer.
  private static let mostDigits = 3

  // MARK: - Words

  /// Whether it is one word as systems write it (`opt_in`, `REVOKED`, `v2`), a short mark (`n/a`, `3`), or a known
  /// word. A name begins with a capital, or has several words.
  static func isWord(_ text: String) -> Bool {
    if text.utf8.count > longestWord { return false }
    if ValueWords.isKnown(text) { return true }
    let letters = text.filter(\.isLetter)
    guard letters == letters.lowercased() || letters == letters.uppercased() else { return false }
    guard text.count(where: \.isNumber) <= mostDigits else { return false }
    if text.count <= longestMark { return text.utf8.allSatisfy { $0 < 0x80 } }
    // Letters that have no case may be a name as well.
    return text.allSatisfy { $0.isCased || $0.isNumber || "_-:".contains($0) }
  }

  // MARK: - Times

  /// Whether it has the form of a time, readable or not.
  static func isTime(_ text: String) -> Bool {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    if parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) {
      return isNegative || isTime(ofDigits: parts[0])
    }
    let letters = NameWords.of(text).map { $0.filter(\.isLetter) }
    guard letters.allSatisfy({ $0.isEmpty || words.contains($0) }) else { return false }
    return ValueForm.forms(of: text).contains(where: \.isTime) || letters == ["e"]
  }

  /// Of times that are written out. A street may be called after a month.
  private static let words = TellingWords.set(
    """
    t z e am pm at utc gmt cet cest est edt cst cdt mst mdt pst pdt bst ist jst jan january feb february mar march apr \
    april may jun june jul july aug august sep sept september oct october nov november dec december mon monday tue \
    tuesday wed wednesday thu thursday fri friday sat saturday sun sunday
    """)

  /// A number since 1970 of this century, the digits of a calendar or a spreadsheet's day. A number of a phone is
  /// seldom any of these.
  private static func isTime(ofDigits digits: Substring) -> Bool {
    guard let number = Int64(digits) else { return Set(digits).count == 1 }
    return digits.utf8.count <= mostDigits || Set(digits).count == 1 || CalendarDigits.form(of: number) != nil
      || ValueForm.forms(of: String(digits)).contains(where: \.isTime)
      || SerialDate.day(of: number).map { days.contains($0.milliseconds) } == true
  }

  /// 2000 to 2099.
  private static let days: Range<Int64> = 946_684_800_000..<4_102_444_800_000
}
