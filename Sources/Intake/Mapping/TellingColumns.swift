package import Evidence

/// Columns that must not be ignored silently, recognised by their names (docs/contract.md, section 4). Audits leave the
/// sources that have them undecided, and `init` asks about them: both go by what stands here.
package enum TellingColumns {
  /// How a column tells of a record's fate.
  enum Role: Hashable {
    /// It looks like a decision, whatever it holds.
    case decision
    /// As `decision`, unless it holds the status of an answer over HTTP: `status_code`.
    case code
    /// The record has ended, or will, unless it holds nothing or a no: `removed_at`, `valid_until`.
    case end
    /// As `end`, where it holds a time.
    case endTime
    /// It says by a yes that what was tried did not happen, or not yet: `scheduled`.
    case delay
    /// As `event`, or by the status of an answer over HTTP.
    case result
    /// It says what happened, maybe that the record ended.
    case event
    /// It says what became of a row of a table, as logs of changes do: `D`, `-`, `destroy`.
    case change
    /// As `change`, in the numbers of Hibernate: `2` is a row that was deleted.
    case revision
    /// It has the row's values before a change, or after it.
    case difference
    /// It says whether the record holds.
    case standing
    /// It says what the person asks for.
    case request
    /// It says whether the record is only a test.
    case trial(TrialWords.Sign)
    /// It may have the answer to a question of consent, and refuses where that is a no: `phone`, `toggles`.
    case answer
    /// Its name says nothing. A plain refusal in it is an answer: `signal: OPT_OUT`.
    case remark
  }

  /// Columns that say what happened; in a file that the configuration calls one of a kind, they have to be named.
  private static let events: Set<String> = [
    "event", "msg", "message", "action", "type", "operation", "op", "name", "level", "eventtype", "eventname",
  ]
  private static let nestedEvents: Set<String> = ["event", "msg", "message"]
  private static let faults: Set<String> = ["err", "error", "exception", "cause"]

  /// Columns whose values may say that a record ended, in any file.
  private static let tellingEvents = TellingWords.set(
    """
    event eventtype eventname eventkind action actiontype operation operationtype op change changetype activity \
    activitytype interaction interactiontype transactiontype msg message status state linkstatus linkstate type \
    recordtype kind verb result outcome metadataaction \
    stage phase disposition transition aasmstate workflowstate workflowstage
    """)

  private static let changes = TellingWords.set(
    """
    op tgop optype operation operationtype changetype changeop historytype dmltype dmlaction rowop rowkind \
    cdcoperation cdcop auditaction actiontype syschangeoperation
    """)
  private static let removedRows = TellingWords.set("d - -d del truncate")
  private static let differences = TellingWords.set(
    "changes objectchanges auditedchanges changedfields changeset diff delta oldvalues newvalues olddata newdata")
  /// Of a consent, whether the person set a mark.
  private static let marks = TellingWords.set("checked ticked selected flag checkbox tickbox")

  /// Columns of which any value but a no says that what was tried did not happen.
  private static let failures = TellingWords.set(
    "error errorcode errormessage err failure failurecode failurereason exception")

  private static let delays = TellingWords.set(
    "scheduled planned queued pending deferred postponed skipped failed aborted refused rejected")
  private static let results = CallWords.answers.union(["status", "result", "outcome"])

  /// Whether a request may have been made by someone else.
  private static let identities = TellingWords.set(
    "identityverified identityconfirmed identityproven identityvalid idverified")
  private static let requestTypes = TellingWords.set(
    """
    type recordtype kind action actiontype event eventtype requesttype requestkind requestaction right category \
    requestcategory subtype requestsubtype dsrtype dsartype dsrcategory dsarcategory righttype requestedright \
    rightrequested subjectright privacyright
    """)

  private static let longestName = 64

  static func decide(_ kind: EvidenceKind) -> Bool { DecisionWords.of(kind) != nil }

  /// Nil for a column that only describes or logs.
  ///
  /// - Parameter name: of a key, or the title of a column, whose dots lead into objects that were made flat.
  static func role(of name: String, in kind: EvidenceKind) -> Role? {
    isDecision(name, in: kind) ? .decision : ending(name, in: kind)
  }

  /// The role of a column that is no decision.
  static func ending(_ name: String, in kind: EvidenceKind) -> Role? {
    guard name.utf8.count <= longestName, let words = TellingWords.of(kind) else { return nil }
    if UntitledColumns.isOne(name) { return .event }
    let name = DecoratedName.plain(name)
    let last = lastPart(of: name)
    if words.isEnd(name) || words.isEnd(last) { return .end }
    let plain = NameWords.plain(last)
    if kind == .links, DecisionWords.isStanding(plain) { return .standing }
    if kind == .consents, marks.contains(plain) { return .standing }
    if mayEndOthers(kind), isDifference(last) { return .difference }
    if mayEndOthers(kind), plain == "revtype" { return .revision }
    if mayEndOthers(kind), changes.contains(plain) { return .change }
    if words.knowsFailures, let role = ofAttempt(plain) { return role }
    if decide(kind), DecisionWords.isCode(plain) { return .code }
    if kind == .deletions, requestTypes.contains(plain) { return .request }
    if kind == .deletions, TrialWords.isOne(plain, of: identities) { return .standing }
    if let sign = TrialWords.sign(of: plain) { return .trial(sign) }
    if tellingEvents.contains(plain) { return .event }
    if kind == .consents, AnswerNames.isRefusal(last) { return .end }
    if kind == .consents, AnswerNames.isOne(last) { return .answer }
    if words.mentionsEnd(name) { return .endTime }
    return kind == .consents && AnswerNames.mayBeOne(last) ? .remark : nil
  }

  /// How a column tells whether what was tried happened.
  ///
  /// - Parameter name: without marks between its words, in lower case.
  private static func ofAttempt(_ name: String) -> Role? {
    func isOne(_ words: Set<String>) -> Bool { TrialWords.isOne(name, of: words) }
    if failures.contains(name) { return .end }
    if isOne(CallWords.successes) || isOne(CallWords.deeds) { return .standing }
    if results.contains(name) { return .result }
    return isOne(delays) ? .delay : nil
  }

  /// Whether a value of a column says, or may say, that the record does not hold.
  static func tells(_ value: String, _ role: Role, in kind: EvidenceKind) -> Bool {
    switch role {
    case .decision: true
    case .code: !ValueForm.forms(of: value).contains(.httpStatus)
    case .end: !TellingWords.isNo(value)
    case .endTime: !TellingWords.isNo(value) && ValueForm.forms(of: value).contains(where: \.isTime)
    case .delay: TellingWords.isYes(value)
    case .event: TellingWords.of(kind)?.saysEnd(value) ?? false
    case .result: CallWords.isFailingStatus(value) || tells(value, .event, in: kind)
    case .change: removedRows.contains(value.lowercased()) || TellingWords.of(kind)?.saysEnd(value) ?? false
    case .revision: value == "2" || tells(value, .change, in: kind)
    case .difference: !TellingWords.isNo(value)
    case .standing: TellingWords.isNo(value)
    case .trial(let sign): TrialWords.tells(value, sign)
    case .request: TellingWords.isOtherRequest(value) || TellingWords.of(kind)?.saysEnd(value) ?? false
    case .answer: AnswerNames.isNo(value)
    case .remark: AnswerNames.isRefused(value)
    }
  }

  /// Whether a value of a column says that the record ended: a decision may say otherwise.
  static func saysEnd(_ value: String, _ role: Role, in kind: EvidenceKind) -> Bool {
    switch role {
    case .decision, .code, .answer: TellingWords.of(kind)?.saysEnd(value) ?? false
    case .end, .endTime, .delay, .event, .result, .change, .revision, .difference, .standing, .request, .trial, .remark:
      tells(value, role, in: kind)
    }
  }

  /// Our column that says how a record of the kind stands, so that no other has to.
  package static func standing(of kind: EvidenceKind) -> String? {
    switch kind {
    case .consents: "state"
    case .links: "action"
    case .deletions: "status"
    default: nil
    }
  }

  /// Whether a record of the kind may end what another one began.
  static func mayEndOthers(_ kind: EvidenceKind) -> Bool { kind == .consents || kind == .links }

  /// Whether an event is plainly one of another kind: a consent does not end when an identity is unlinked, nor a link
  /// when a consent is withdrawn.
  static func isOfAnotherKind(_ event: String, than kind: EvidenceKind) -> Bool {
    if KindWords.tells(event, of: kind) { return false }
    if case .accountDeleted? = KindWords.message(event) { return true }
    return [.consents, .links, .deletions].contains { $0 != kind && KindWords.tells(event, of: $0) }
  }

  /// `is_granted`, `consentGranted`, `data.status`, `withdrawnAt` and `REVOKED_ON` are decisions as well.
  static func isDecision(_ name: String, in kind: EvidenceKind) -> Bool {
    guard name.utf8.count <= longestName, let words = DecisionWords.of(kind) else { return false }
    let name = DecoratedName.plain(name, hasType: true)
    let parts = name.split(separator: ".")
    // Of `status.name`, neither part alone is the whole name.
    let pair = parts.suffix(2).joined(separator: " ")
    return words.isDecision(NameWords.plain(lastPart(of: name)))
      || parts.count > 1 && words.isSpelled(NameWords.plain(pair))
      || ForeignWords.isDecision(lastPart(of: name))
  }

  /// Whether a column has what a change did to a row.
  static func isDifference(_ name: String) -> Bool { differences.contains(NameWords.plain(name)) }

  private static func lastPart(of name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// `event_type`, `eventType` and `Event-Type` are one name.
  static func isEvent(_ name: String) -> Bool {
    name.utf8.count <= longestName && events.contains(NameWords.plain(name))
  }

  /// Whether a field within an object says what happened; the text of an error does not.
  ///
  /// - Parameters: both in lower case.
  static func isEvent(_ name: String, within parent: String) -> Bool {
    nestedEvents.contains(name) && !faults.contains(parent)
  }
}
