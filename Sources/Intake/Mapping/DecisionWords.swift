import Evidence

/// The words by which the name of a column looks like a decision on a record of a kind.
///
/// A name is a decision where it is one of a few words once qualifiers are taken off it: what is decided
/// (`consent_granted`), who decides (`user_choice`), which of several it is (`current_state`), or when (`revoked_at`).
/// Any other word says that the column is of something else: `consent_version`, `http_status`, `status_changed_at`.
/// Names are given without marks between words, since some have none: `consentgranted`.
struct DecisionWords {
  /// What is decided.
  private let subjects: Set<String>

  /// Nil for a kind on whose records nobody decides.
  static func of(_ kind: EvidenceKind) -> DecisionWords? { byKind[kind] }

  private static let decided = TellingWords.set(
    "consent agreement permission approval choice preference decision answer optin optout subscription request")

  private static let byKind: [EvidenceKind: DecisionWords] = [
    .consents: DecisionWords(subjects: decided),
    .deletions: DecisionWords(
      subjects: decided.union(
        TellingWords.set(
          """
          dsr dsar deletion delete erasure removal ticket case process processing workflow fulfillment fulfilment
          """))),
  ]

  /// What somebody decided, or is asked.
  private static let answers = TellingWords.set(
    """
    granted accepted accept acceptance decision optin optedin optout optedout allowed allow revoked withdrawn \
    consented consent agreed agree agreement disagreed disagree authorized authorised pending approved approve \
    approval rejected reject rejection declined decline denied denial refused refuse refusal answer choice \
    preference response permission permitted given givenconsent subscribed unsubscribed verdict opt
    """)
  /// How something stands. A person, an address and an account have states of their own, which decide nothing here.
  private static let states = spelled.union(
    TellingWords.set(
      """
      status state value val cancelled canceled completed enabled disabled active inactive result outcome valid \
      invalid deleted confirmed resolution closed done current latest purposestatus purposestate \
      recordstate recordstatus recstatus rowstatus rowstate lifecyclestate lifecyclestatus lifecyclestage
      """))
  /// A state that is written out, or points at one.
  private static let spelled = TellingWords.set(
    "statusname statuslabel statustext statusid statusdesc statusdescription statedesc")
  /// It logs what happened, unless its name says to what.
  private static let qualified = TellingWords.set("action")

  /// Which of several it is, that it is a yes or no, or the opposite.
  private static let positions = TellingWords.set(
    "is has was gave current final latest last overall actual effective double no not")
  /// Who decides, and on what.
  private static let others = TellingWords.set(
    """
    user customer person member subject data account link linking terms tos policy privacy legal gdpr ccpa cookie \
    phone email sms social google facebook
    """)
  /// When it was decided, that it is a yes or no, or about what.
  private static let ends = [
    "at", "on", "date", "time", "ts", "timestamp", "flag", "flg", "yn", "ind", "indicator", "ofemail", "ofsms",
    "ofcalls",
  ]

  // MARK: - Decisions

  /// - Parameter name: its ASCII letters and digits, in lower case; so for the others.
  func isDecision(_ name: String) -> Bool {
    isOne(name[...]) || Self.ends.contains { name.hasSuffix($0) && isOne(name.dropLast($0.count)) }
  }

  /// Whether the name is of a state that is written out: `status.name`.
  func isSpelled(_ name: String) -> Bool {
    Self.spelled.contains { name.hasSuffix($0) } && isOne(name[...])
  }

  /// - Parameters:
  ///   - mayBeState: whether a state of what the qualifiers name is a decision.
  ///   - isQualified: a qualifier was taken off.
  private func isOne(_ name: Substring, mayBeState: Bool = true, isQualified: Bool = false) -> Bool {
    let word = String(name)
    if Self.answers.contains(word) || mayBeState && Self.states.contains(word) { return true }
    if isQualified, Self.qualified.contains(word) { return true }
    func rest(_ qualifiers: Set<String>) -> [Substring] {
      qualifiers.filter { name.hasPrefix($0) && name.utf8.count > $0.utf8.count }.map { name.dropFirst($0.count) }
    }
    return rest(subjects).contains { isOne($0, isQualified: true) }
      || rest(Self.positions).contains { isOne($0, mayBeState: mayBeState, isQualified: isQualified) }
      || rest(Self.others).contains { isOne($0, mayBeState: false, isQualified: true) }
  }

  /// Whether the name is the plural of one for what was answered: `consents`, `privacyPreferences`.
  func areAnswers(_ name: String) -> Bool { name.hasSuffix("s") && isOne(name.dropLast(), mayBeState: false) }

  /// Whether the name is of a code that may be a decision's, or an HTTP server's.
  static func isCode(_ name: String) -> Bool { name == "statuscode" || name == "statuscd" }

  // MARK: - Links

  /// Whether a column of links says whether the link is there: `active`, `link_enabled`.
  static func isStanding(_ name: String) -> Bool {
    if standings.contains(name) { return true }
    return linkQualifiers.contains { name.hasPrefix($0) && isStanding(String(name.dropFirst($0.count))) }
  }

  private static let standings = TellingWords.set(
    "active enabled valid linked connected current latest success succeeded successful ok")
  private static let linkQualifiers = TellingWords.set("is has was current still link connection")
}
