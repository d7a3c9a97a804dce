import Evidence

/// What columns that nothing reads say of a record: that a call which looks like a success failed (`success: false`,
/// `err`, `dry_run`, a body with an error), that a sign-in failed, or that a notice was turned away.
enum FailureSigns {
  private static let flags = CallWords.successes.union(["successful"])
  /// Of a revocation; null where the app had no token.
  private static let revoked = "revoked"
  private static let flagsOfCall = flags.union(CallWords.deeds).union(["revoked", "sent", "successstatuscode"])
  private static let errors = TellingWords.set(
    """
    err error errors errorcode errcode errormessage errormsg errordescription errortext errortype errorname \
    errorreason errordetails errordetail responseerror lasterror exception failure failurecode failurereason failed \
    faulted aborted cancelled canceled
    """)
  private static let outcomes = CallWords.answers.union(
    TellingWords.set("result status state callstatus outcome phase jobstatus jobstate taskstatus"))
  private static let trials = TellingWords.set("skipped mock mocked stub stubbed simulate rolledback noop")
  private static let bodies = TellingWords.set("body response responsebody responsetext responsedata respbody")
  private static let levels: Set = ["level", "severity", "loglevel"]
  private static let failingLevels: Set = ["error", "critical", "fatal", "alert", "emergency"]
  private static let events = TellingWords.set("event eventtype eventname action operation msg message")
  private static let failingEvents: Set = ["fail", "failed", "failure", "unsuccessful"]
  private static let denials: Set = ["no", "not", "without", "0"]
  /// Whose answer it is, and of what: `apple_status`, `revoke_result`, `is_success`.
  private static let qualifiers = [
    "is", "was", "has", "apple", "revoke", "revocation", "token", "call", "final", "response", "upstream", "login",
    "signin",
  ]
  private static let failures = CallWords.failures.union(faults).union(
    TellingWords.set(
      """
      err nok ko timeout timed_out timedout rejected refused denied unauthorized forbidden aborted cancelled canceled \
      skipped ignored pending queued scheduled in_progress processing retrying pending_retry dead_letter not_sent \
      not_revoked false no n -1
      """))
  /// What an OAuth server answers instead of a success.
  /// Source: RFC 6749, section 5.2; RFC 7009, section 2.2.1.
  private static let faults = TellingWords.set(
    """
    invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope \
    unsupported_token_type temporarily_unavailable server_error access_denied
    """)

  /// What a column by its name may say.
  enum Sign {
    case success, error, body, outcome, level, event
    case trial(TrialWords.Sign)
  }

  /// - Parameter detail: of a call's record; columns that the configuration ignores are not among it.
  static func are(in detail: [String: String]) -> Bool {
    detail.contains { name, value in
      let isUntitled = UntitledColumns.isOne(name)
      let sign = isUntitled ? .event : ofCall(NameWords.plain(DecoratedName.plain(name, hasType: true)))
      let text = value.lowercased()
      return faults.contains(text) || tells(text, sign ?? Self.sign(ofTitle: name))
    }
  }

  /// What a column may say whose title leads into an object of the call, or into any object if it says that the call
  /// was a dry run; nil for other titles.
  ///
  /// - Parameter isAround: whether the object at a path has what the configuration maps of the call.
  static func sign(ofTitle title: String, isAround: (String) -> Bool = { _ in false }) -> Sign? {
    guard let dot = title.lastIndex(of: ".") else { return nil }
    let (object, name) = (String(title[..<dot]), NameWords.plain(String(title[title.index(after: dot)...])))
    return containers.contains(plainName(object)) || isAround(object) ? ofCall(name) : ofRun(name)
  }

  /// People and devices may be for tests as well, but no dry runs.
  private static func ofRun(_ name: String) -> Sign? { TrialWords.isOfRun(name) ? .trial(.flag) : nil }

  /// - Parameter name: without marks, in lower case.
  private static func ofCall(_ name: String) -> Sign? {
    if let trial = TrialWords.isOne(name, of: trials) ? .flag : TrialWords.sign(of: name) { return .trial(trial) }
    if levels.contains(name) { return .level }
    if isBody(name) { return .body }
    return of(name, successes: flagsOfCall)
  }

  private static func of(_ name: String, successes: Set<String>) -> Sign? {
    if successes.contains(name) { return .success }
    if errors.contains(name) { return .error }
    if outcomes.contains(name) { return .outcome }
    if events.contains(name) { return .event }
    return qualifiers.lazy.filter(name.hasPrefix).compactMap { qualifier in
      of(String(name.dropFirst(qualifier.count)), successes: successes)
    }.first
  }

  /// Whether a value says that the record is of a failure.
  ///
  /// - Parameter value: in lower case.
  static func tells(_ value: String, _ sign: Sign?) -> Bool {
    switch sign {
    case nil: return false
    case .success: return TellingWords.isNo(value)
    case .error: return isError(value)
    case .trial(let sign): return TrialWords.tells(value, sign)
    // Apple answers a refused call with `{"error": "invalid_client"}`, and one that came off with nothing.
    case .body:
      return isFailure(value) || value.contains(/"error"\s*:\s*"[^"]/)
        || value.contains(/revoked"\s*:\s*(false|null)/)
    case .outcome: return isFailure(value)
    case .level: return failingLevels.contains(value)
    case .event:
      let words = NameWords.of(value)
      if faults.contains(where: value.contains) { return true }
      let pairs = zip(words, words.dropFirst())
      if pairs.contains(where: { undone.contains($0) && $1.hasPrefix("revok") || $0 == "dry" && $1 == "run" }) {
        return true
      }
      if !passedOver.isDisjoint(with: words) { return true }
      let isRevoked = words.contains("revoked")
      let failing = isRevoked ? failingEvents : failingEvents.union(unfinished)
      let isOver = !successful.isDisjoint(with: words) || isRevoked && !tries.isDisjoint(with: words)
      return !failing.isDisjoint(with: words) && denials.isDisjoint(with: words) && !isOver
    }
  }

  /// What goes before `revoke` or `revoked` where nothing was.
  private static let undone: Set = ["not", "never", "cannot"]
  private static let passedOver: Set = ["skipped", "skipping", "would", "nothing"]
  /// Beside `revoked` they are of something else.
  private static let unfinished = TellingWords.set(
    "unable timed timeout aborted queued scheduled planned deferred simulated")
  /// Words of a message about a call that came off at last: `succeeded after 2 failed attempts`.
  private static let successful: Set = ["succeeded", "successfully"]
  private static let tries: Set = ["attempt", "attempts", "try", "tries", "retry", "retries"]

  /// Whether what became of a call, or what was answered, is a failure; an HTTP status may have its reason.
  private static func isFailure(_ value: String) -> Bool {
    if failures.contains(value) || CallWords.isFailingStatus(value) { return true }
    let words = NameWords.of(value)
    return words.count <= 3 && !failingEvents.isDisjoint(with: words) && denials.isDisjoint(with: words)
  }

  private static func isBody(_ name: String) -> Bool {
    bodies.contains(name) || name.hasPrefix("apple") && bodies.contains(String(name.dropFirst(5)))
  }

  private static func isError(_ value: String) -> Bool {
    // Some logs write a code for a success too.
    Int(value).map { (200...299).contains($0) } != true && RevocationRecord.isError(value)
  }

  // MARK: - Objects

  /// Objects that hold what became of a call, and those in which logs put whatever they say. Those of a person or a
  /// device have a `status` of their own.
  private static let containers = bodies.union(
    TellingWords.set(
      """
      res resp result results apple appleresponse metadata meta data details detail payload outcome answer event log \
      properties context mdc fields extra attributes labels tags params parameters contextmap customdimensions kvp \
      jsonpayload
      """))
  private static let depthLimit = 4

  private static func plainName(_ path: String) -> String {
    NameWords.plain(path.split(separator: ".").last.map(String.init) ?? path)
  }

  /// Whether an object, a list or a body has the error of an answer, or says that nothing was revoked, or only in a
  /// dry run.
  ///
  /// - Parameters:
  ///   - isKnown: whether the configuration names a path.
  ///   - isAround: whether the object at a path has what the configuration maps of the call.
  static func hasError(
    _ value: JSONValue, at path: String, isKnown: (String) -> Bool, isAround: (String) -> Bool = { _ in false }
  ) -> Bool {
    hasError(value, at: path, depth: 1, isOfCall: true, isKnown, isAround)
  }

  /// - Parameter isOfCall: whether what is around the value says of the call what became of it.
  private static func hasError(
    _ value: JSONValue, at path: String, depth: Int, isOfCall: Bool, _ isKnown: (String) -> Bool,
    _ isAround: (String) -> Bool
  ) -> Bool {
    if isKnown(path) { return false }
    let name = plainName(path)
    if let text = FieldValue(value).detail {
      // Plain values of the record itself are in its detail, texts that are too long for it apart.
      let isRead = depth == 1 && !isBody(name)
      return !isRead && tells(text.lowercased(), isOfCall ? ofCall(name) : ofRun(name))
    }
    if value.isNull { return depth > 1 && isOfCall && name.hasSuffix(revoked) }
    var isFound = false
    if isOfCall, errors.contains(name) {
      value.forEachElement { _ in isFound = true }
      value.forEachField { _, inner in isFound = isFound || !inner.isNull }
      return isFound
    }
    guard depth < depthLimit else { return false }
    let isAroundCall = isAround(path)
    let isOfCall = isAroundCall || isOfCall && containers.contains(name)
    func look(_ inner: JSONValue, _ key: String) {
      isFound =
        isFound
        || hasError(inner, at: path + "." + key, depth: depth + 1, isOfCall: isOfCall, isKnown, isAround)
    }
    value.forEachField { key, inner in look(inner, key.string) }
    var index = 0
    value.forEachElement { inner in
      if isAroundCall { look(inner, String(index)) }
      index += 1
    }
    return isFound
  }

  // MARK: - Sign-ins and notices

  /// What a column of a sign-in may say, by its name.
  static func ofSignIn(_ name: String) -> Sign? { of(NameWords.plain(name), successes: flags) }

  /// Whether a value in such a column says that the sign-in failed.
  static func saysFailed(_ value: String, _ sign: Sign) -> Bool { tells(value.lowercased(), sign) }

  private static let checks = TellingWords.set(
    "verified isverified valid isvalid signatureverified signaturevalid issignaturevalid accepted authentic")
  private static let refusals: Set = ["rejected", "invalid", "unverified", "forged"]

  /// Whether a record of a decoded notice says that its signature did not hold.
  static func areOfNotice(_ name: String, _ value: String) -> Bool {
    let (name, value) = (NameWords.plain(name), value.lowercased())
    if checks.contains(name) { return TellingWords.isNo(value) }
    if outcomes.contains(name) { return refusals.contains(value) }
    return errors.contains(name)
      && NameWords.of(value).contains { ["signature", "invalid", "forged", "untrusted"].contains($0) }
  }
}
