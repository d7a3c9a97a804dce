import Evidence

/// Words of programs and of decisions, which are nobody's name: a value that consists of them alone may be shown.
enum PlainWords {
  private static let states = TellingWords.set(
    """
    consent consents consented given give renewed renew requested request requests granted accepted accept agreed \
    agree allowed approved approve confirmed confirm answered updated update changed change saved created create added \
    received submitted opened open closed close resolved reopened new pending processing processed process in progress \
    started start finished finish completed complete completion fulfilled done success succeeded successful active \
    enabled enable unknown none valid invalid verified skipped scheduled queued sent delivered delivery bounced bounce \
    bounces dropped drop deferred complained complaint spam clicked soft hard permanent transient temporary
    """)
  private static let subjects = TellingWords.set(
    """
    user users account accounts data personal person customer member profile privacy policy terms preference \
    preferences setting settings choice choices permission marketing newsletter email mail sms phone mobile identity \
    identities link linked linking connected connect provider login signin signup sign session token tokens apple \
    google facebook erasure erase anonymized anonymised rectified accessed right to be forgotten gdpr ccpa dsr \
    dsar optin opt out in of by the and for not no event type status
    """)
  private static let answers = TellingWords.set(
    "yes y true t on no n false f off ja j oui si sì sí s sim evet e はい 是 예 네 同意 同意する 동의")
  /// One that is a name of people as well says nothing alone: `Grant`.
  private static let namesToo = TellingWords.set("grant")

  private static let all = states.union(subjects).union(answers).union(namesToo).union(ForeignWords.noes)

  private static let longest = 60
  /// Digits of a number that a word may be followed by; a longer one may be personal.
  private static let longestNumber = 6

  /// - Parameter mayBeNumbered: whether short numbers may stand between the words, as in `Consent 3 withdrawn`.
  static func isWhole(_ value: String, mayBeNumbered: Bool = false) -> Bool {
    guard value.utf8.count <= longest else { return false }
    let words = NameWords.of(value).filter { word in
      !mayBeNumbered || word.utf8.count > longestNumber || !word.utf8.allSatisfy(\.isDigit)
    }
    let isName = value.first?.isUppercase == true && value.dropFirst().allSatisfy(\.isLowercase)
    if words.count == 1, namesToo.contains(words[0]), isName { return false }
    return !words.isEmpty && words.allSatisfy { all.contains($0) || TellingWords.isOne($0) }
  }
}
