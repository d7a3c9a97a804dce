import Evidence

/// Names of columns that have answers without saying so: they are called by what was asked (`phone`, `link_phone`), or
/// hold the answers to several questions (`consents`, `toggles`). A no in one is a refusal of a consent.
enum AnswerNames {
  private static let holders = TellingWords.set(
    "prefs toggle toggles switch switches selection selections newvalue newstate newstatus")
  /// What consents to links are for.
  private static let asked = TellingWords.set(
    "phone telephone sms email social google facebook link linking")
  /// They say of what is asked that it is linked or used.
  private static let around = TellingWords.set(
    """
    to with my account accounts login signin by via use share allow allowed connect connection channel merge contact
    """)
  private static let refused = TellingWords.set("link linking connect merge contact process call text mail use share")

  /// - Parameter name: a key, or the last part of a title.
  static func isOne(_ name: String) -> Bool {
    let words = NameWords.of(name)
    if holders.contains(words.joined()) { return true }
    if !asked.isDisjoint(with: words), words.allSatisfy({ asked.contains($0) || around.contains($0) }) { return true }
    return DecisionWords.of(.consents)?.areAnswers(NameWords.plain(name)) ?? false
  }

  /// Whether what it holds is refused: `do_not_link`, `noPhone`, `opt_outs`.
  static func isRefusal(_ name: String) -> Bool {
    let words = NameWords.of(name)
    if let last = words.last, last.count > 1, last.hasSuffix("s"),
      TellingWords.of(.consents)?.saysOnlyEnd(String(name.dropLast())) ?? false
    {
      return true
    }
    let nots = [["do", "not"], ["dont"], ["donot"], ["no"], ["never"]]
    guard let not = nots.first(where: words.starts) else { return false }
    let rest = words.dropFirst(not.count)
    return !rest.isEmpty
      && rest.allSatisfy { refused.contains($0) || asked.contains($0) || around.contains($0) }
      && rest.contains { refused.contains($0) || asked.contains($0) }
  }

  private static let noes = TellingWords.set("false f 0 no n off never").union(ForeignWords.noes)

  /// Whether a value is a no that somebody gave: a value that is missing is none. Words of addresses are not looked at.
  static func isNo(_ value: String) -> Bool {
    if noes.contains(value.lowercased()) { return true }
    return !value.contains("@") && TellingWords.of(.consents)?.saysOnlyEnd(value) ?? false
  }
}
