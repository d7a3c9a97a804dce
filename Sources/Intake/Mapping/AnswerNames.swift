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
    to with my account accounts login signin by via use share allow allowed connect connection channel merge contact ok
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

  /// What people are asked besides, and what stands in some way without an answer of theirs.
  private static let others = TellingWords.set(
    """
    marketing newsletter newsletters ads ad advertising advertisement promo promotion promotions offers analytics \
    statistics tracking track performance personalization personalisation cookie cookies push notification \
    notifications location geolocation camera microphone contacts photos terms tos \
    verification verified payment card order delivery bounce validation review captcha \
    email mail sms phone ip device browser http apple agent
    """)

  /// Whether a column of any other name may have the answer: it is not called by another question.
  static func mayBeOne(_ name: String) -> Bool { others.isDisjoint(with: NameWords.of(name)) }

  /// Whether a value is a plain refusal: `OPT_OUT`, `denied`, `abgelehnt`.
  static func isRefused(_ value: String) -> Bool {
    guard refusalLengths.contains(value.utf8.count) else { return false }
    return TellingWords.of(.consents)?.saysOnlyRefusal(value) ?? false
  }

  /// Bytes.
  static let refusalLengths = 3...32

  private static let noes = TellingWords.set("false f 0 no n off never").union(TellingWords.unset)
    .union(ForeignWords.noes)

  /// Whether a value is a no that somebody gave: a value that is missing is none. Words of addresses are not looked at.
  static func isNo(_ value: String) -> Bool {
    if noes.contains(value.lowercased()) { return true }
    return !value.contains("@") && TellingWords.of(.consents)?.saysOnlyEnd(value) ?? false
  }
}
