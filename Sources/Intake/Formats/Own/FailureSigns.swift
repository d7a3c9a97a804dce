import Evidence

/// What columns that nothing reads say of a call that looks like a success: `success: false`, `err`, `dry_run`, a body
/// with an error.
enum FailureSigns {
  private static let flags = CallWords.successes.union(["successful"])
  private static let errors = TellingWords.set(
    """
    err error errors errorcode errcode errormessage errormsg errordescription errortext errortype errorname \
    errorreason errordetails errordetail responseerror lasterror exception failure failurecode failurereason failed
    """)
  private static let outcomes: Set = ["result", "status", "state", "callstatus", "resultcode"]
  private static let trials = TellingWords.set("dryrun simulated skipped testmode mock mocked stubbed rolledback noop")
  private static let bodies = TellingWords.set("body response responsebody responsetext responsedata respbody")
  /// That it is a yes or no, or of Apple's answer, makes no difference.
  private static let qualifiers = ["is", "was", "has", "apple"]
  private static let failures = CallWords.failures.union(["timeout", "rejected", "refused", "denied"])
  private static let yes: Set = ["true", "1", "yes", "y", "t"]

  /// - Parameter detail: of a record; columns that the configuration ignores are not among it.
  static func are(in detail: [String: String]) -> Bool {
    detail.contains { name, value in are(in: Self.plain(DecoratedName.plain(name, hasType: true)), value.lowercased()) }
  }

  private static func are(in name: String, _ value: String) -> Bool {
    if flags.contains(name) { return TellingWords.isNo(value) }
    if errors.contains(name) { return isError(value) }
    if trials.contains(name) { return yes.contains(value) }
    // Apple answers a refused call with `{"error": "invalid_client"}`, and one that came off with nothing.
    if bodies.contains(name) { return value.contains(/"error"\s*:\s*"[^"]/) }
    if outcomes.contains(name) { return failures.contains(value) }
    return qualifiers.contains { name.hasPrefix($0) && are(in: String(name.dropFirst($0.count)), value) }
  }

  private static func isError(_ value: String) -> Bool {
    // Some logs write a code for a success too.
    Int(value).map { (200...299).contains($0) } != true && RevocationRecord.isError(value)
  }

  private static func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Whether an object or a list has the error of an answer.
  static func hasError(_ value: JSONValue, named name: String) -> Bool {
    let name = plain(name)
    if bodies.contains(name) || qualifiers.contains(where: { name == $0 + "response" }) {
      if let text = value.text { return are(in: "body", text.string.lowercased()) }
      return value.field("error")?.text?.isEmpty == false
        || value.field("body").map { hasError($0, named: "body") } ?? false
    }
    var isFilled = false
    if errors.contains(name), value.isArray { value.forEachElement { _ in isFilled = true } }
    return isFilled
  }
}
