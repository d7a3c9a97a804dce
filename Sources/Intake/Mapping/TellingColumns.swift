import Evidence

/// Columns that must not be ignored silently, recognised by their names (docs/contract.md, section 4). Audits leave the
/// sources that have them undecided, and `init` asks about them: both go by what stands here.
enum TellingColumns {
  /// How a column tells of a record's fate.
  enum Role: Hashable {
    /// It looks like a decision, whatever it holds.
    case decision
    /// The record has ended, or will, unless it holds nothing or a no: `removed_at`, `valid_until`.
    case end
    /// As `end`, where it holds a time.
    case endTime
    /// It says what happened, maybe that the record ended.
    case event
    /// It says whether the record holds.
    case standing
  }

  /// Columns of consents and deletions that look like a decision.
  private static let decisions = TellingWords.set(
    """
    granted accepted decision optin optedin optout optedout status state allowed value revoked withdrawn consented \
    consent agreed agreement approved approval rejected declined denied refused cancelled canceled completed enabled \
    disabled active inactive result outcome answer choice preference response permission permitted given valid invalid \
    deleted subscribed unsubscribed confirmed verdict resolution closed done consentgiven consentstatus consentstate \
    requeststatus requeststate statuscode
    """)

  /// Columns that say what happened; in a file that the configuration calls one of a kind, they have to be named.
  private static let events: Set<String> = [
    "event", "msg", "message", "action", "type", "operation", "name", "level", "eventtype", "eventname",
  ]
  private static let nestedEvents: Set<String> = ["event", "msg", "message"]
  private static let faults: Set<String> = ["err", "error", "exception", "cause"]

  /// Columns whose values may say that a record ended, in any file.
  private static let tellingEvents = TellingWords.set(
    """
    event eventtype eventname eventkind action actiontype operation operationtype op change changetype activity \
    activitytype transactiontype msg message status state linkstatus linkstate type recordtype kind verb
    """)

  /// Columns of links that say whether the link is there.
  private static let standings = TellingWords.set(
    "active enabled valid linked connected islinked isactive isenabled isvalid isconnected")

  static func decide(_ kind: EvidenceKind) -> Bool { kind == .consents || kind == .deletions }

  /// Nil for a column that only describes or logs.
  static func role(of name: String, in kind: EvidenceKind) -> Role? {
    if decide(kind), isDecision(name) { return .decision }
    return ending(name, in: kind)
  }

  /// The role of a column that is no decision.
  static func ending(_ name: String, in kind: EvidenceKind) -> Role? {
    guard name.utf8.count <= 64, let words = TellingWords.of(kind) else { return nil }
    if words.isEnd(name) { return .end }
    let plain = plain(name)
    if kind == .links, standings.contains(plain) { return .standing }
    if tellingEvents.contains(plain) { return .event }
    return words.mentionsEnd(name) ? .endTime : nil
  }

  /// Whether a value of a column says, or may say, that the record does not hold.
  static func tells(_ value: String, _ role: Role, in kind: EvidenceKind) -> Bool {
    switch role {
    case .decision: true
    case .end: !TellingWords.isNo(value)
    case .endTime: !TellingWords.isNo(value) && ValueForm.forms(of: value).contains(where: \.isTime)
    case .event: TellingWords.of(kind)?.saysEnd(value) ?? false
    case .standing: TellingWords.isNo(value)
    }
  }

  /// `is_granted`, `hasOptedOut`, `withdrawnAt` and `REVOKED_ON` are decisions as well.
  static func isDecision(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    let plain = plain(name)
    if decisions.contains(plain) { return true }
    for prefix in ["is", "has", "was"] where plain.hasPrefix(prefix) {
      if decisions.contains(String(plain.dropFirst(prefix.count))) { return true }
    }
    for suffix in ["at", "on", "date", "time", "ts", "timestamp", "flag"] where plain.hasSuffix(suffix) {
      if decisions.contains(String(plain.dropLast(suffix.count))) { return true }
    }
    return false
  }

  /// `event_type`, `eventType` and `Event-Type` are one name.
  static func isEvent(_ name: String) -> Bool { name.utf8.count <= 64 && events.contains(plain(name)) }

  /// Whether a field within an object says what happened; the text of an error does not.
  ///
  /// - Parameters: both in lower case.
  static func isEvent(_ name: String, within parent: String) -> Bool {
    nestedEvents.contains(name) && !faults.contains(parent)
  }

  /// Its ASCII letters and digits, in lower case.
  private static func plain(_ name: String) -> String {
    String(
      decoding: name.lowercased().utf8.filter { $0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57 }, as: UTF8.self)
  }
}
