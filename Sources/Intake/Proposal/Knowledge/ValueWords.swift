import Evidence

/// The meaning of unmistakable values. Any other value stays a question, and is rejected until the user says what it
/// means.
enum ValueWords {
  /// Words for each of our values, in the form of `NameWords.joined`.
  private static let states = table([
    "given": "given granted grant accepted accept agreed agree consented optin optedin",
    "refused": "refused refuse denied deny declined decline rejected reject optout optedout",
    "withdrawn": "withdrawn withdrew withdraw revoked revoke", "renewed": "renewed", "expired": "expired",
    "unknown": "unknown",
  ])
  /// Words with a meaning in columns whose names say what is answered, such as `granted`.
  private static let answers = table(["given": "true yes", "refused": "false no"])
  private static let statuses = table([
    "pending": "pending new open received submitted queued requested todo",
    "in_progress": "inprogress inprocess processing started", "completed": "completed complete fulfilled",
    "cancelled": "cancelled canceled", "denied": "denied rejected refused declined",
  ])
  private static let outcomes = table([
    "delivered": "delivered", "bounced": "bounced bounce", "dropped": "dropped",
  ])

  private static let results = table([
    "revoked": "revoked success succeeded successful ok done true yes", "failed": "failed failure fail error false no",
  ])

  private static func table(_ words: [String: String]) -> [String: String] {
    Dictionary(
      words.flatMap { ours, theirs in theirs.split(separator: " ").map { (String($0), ours) } }
    ) { first, _ in first }
  }

  /// - Parameter isAnswer: the column's name says what a yes means.
  static func meaning(of value: String, as column: String, in kind: EvidenceKind, isAnswer: Bool) -> String? {
    let word = NameWords.joined(value)
    switch (kind, column) {
    case (.consents, "state"): return states[word] ?? states[eventWord(value)] ?? (isAnswer ? answers[word] : nil)
    case (.deletions, "status"): return statuses[word]
    case (.mail, "outcome"): return outcomes[word]
    case (.revocations, "endpoint"): return endpoint(value)
    case (.revocations, "outcome"): return results[word]
    default: return nil
    }
  }

  /// What the name of an event says of a consent: `granted` of `ConsentGranted`.
  private static func eventWord(_ value: String) -> String {
    NameWords.of(value).filter { $0 != "consent" && $0 != "consents" }.joined()
  }

  /// The usual meanings of ambiguous words: an answer to suggest, never a fact.
  private static let shortAnswers = table([
    "given": "y 1 t ja oui si evet confirmed", "refused": "n 0 f nein non hayır hayir",
  ])
  /// Words for a value that is not there, in capitals.
  private static let nothings: Set<String> = ["NULL", "NONE", "NIL", "(NULL)", "\\N"]

  /// Whether it is how databases write that there is no value.
  static func isNothing(_ value: String) -> Bool { nothings.contains(value.uppercased()) }

  private static let yesAndNo = table([
    "true": "t y yes 1 ja oui si sim evet", "false": "f n no 0 nein non nao não hayır hayir",
  ])

  /// Of a column that is true or false.
  static func yesOrNo(_ value: String) -> String? { yesAndNo[NameWords.joined(value)] }

  private static let closings = table(["completed": "done solved resolved finished"])

  /// Whether a value is a word that is known in some column, however it is written: `Granted`, `In progress`.
  static func isKnown(_ value: String) -> Bool {
    let word = NameWords.joined(value)
    return [states, answers, statuses, outcomes, results, shortAnswers, yesAndNo, closings].contains { $0[word] != nil }
  }

  static func hint(for value: String, as column: String, in kind: EvidenceKind, isAnswer: Bool) -> String? {
    if isNothing(value) { return nil }
    let word = NameWords.joined(value)
    switch (kind, column) {
    case (.consents, "state"): return isAnswer || word.count > 1 ? shortAnswers[word] : nil
    case (.deletions, "status"): return closings[word]
    default: return nil
    }
  }

  /// The endpoint of an address; nil for anything else.
  private static func endpoint(_ value: String) -> String? {
    let address = value.lowercased()
    if address.hasPrefix("https://appleid.apple.com/auth/revoke") { return "apple" }
    if address.hasPrefix("https://identitytoolkit.googleapis.com/"), address.contains("accounts:revoketoken") {
      return "identitytoolkit"
    }
    return nil
  }

  // MARK: - Columns of decisions

  /// Columns in which a yes is consent.
  private static let consenting: Set<String> = [
    "granted", "accepted", "consented", "consent", "consentgiven", "optin", "optedin", "agreed", "allowed", "given",
    "permitted", "isgranted", "isaccepted", "hasconsented", "isconsented", "hasoptedin", "isoptin",
  ]
  /// Columns that state in words what became of a consent or request.
  private static let telling: Set<String> = [
    "state", "status", "decision", "choice", "answer", "response", "consentstatus", "consentstate", "requeststatus",
    "requeststate", "ticketstatus", "transactiontype", "stage", "consentdecision",
  ]

  static func isAnswer(_ names: [String]) -> Bool { names.contains(where: consenting.contains) }

  /// Columns that state it if all of their values do.
  private static let events: Set<String> = [
    "action", "event", "eventtype", "type", "operation", "result", "consentaction",
  ]

  static func mayTellState(_ names: [String]) -> Bool { names.contains(where: events.contains) }

  /// Whether the values of a column are what became of consents, so that it is no purpose of theirs: of a column that
  /// says what happened one will do.
  static func areStates(_ field: FieldSketch) -> Bool {
    func isState(_ value: String) -> Bool {
      meaning(of: value, as: "state", in: .consents, isAnswer: false).map { $0 != "unknown" } ?? false
    }
    if mayTellState(field.names) {
      return field.hasValue { isState($0) || TellingColumns.tells($0, .event, in: .consents) }
    }
    return !field.hasMoreValues && field.values.allSatisfy(isState)
  }

  static func tellsState(_ names: [String], of kind: EvidenceKind) -> Bool {
    names.contains(where: telling.contains) || kind == .consents && isAnswer(names)
  }

  /// Columns that say what became of a call.
  static let resultNames = successes.union(["revoked", "isrevoked", "status", "state"])

  /// Columns that say whether something went well.
  static let successes: Set<String> = ["success", "ok", "succeeded", "successful", "result", "outcome", "issuccess"]

  static func isSuccess(_ value: String) -> Bool {
    ["true", "success", "ok", "succeeded", "successful", "revoked"].contains(value.lowercased())
  }

  /// Levels of log lines, which decide nothing.
  static let levels: Set<String> = [
    "trace", "debug", "info", "information", "notice", "warn", "warning", "error", "fatal", "critical", "10", "20",
    "30",
    "40", "50", "60",
  ]
}
