import Evidence

/// What columns that nothing reads say of a call that looks like a success: `success: false`, `err`, `dry_run`.
enum FailureSigns {
  private static let flags = CallWords.successes.union(["successful"])
  private static let errors: Set = [
    "err", "error", "errors", "errorcode", "errcode", "errormessage", "errormsg", "errordescription", "errortext",
    "errortype", "errorname", "errorreason", "iserror", "haserror", "appleerror", "exception", "failure", "failurecode",
    "failurereason", "failed",
  ]
  private static let bodies: Set = ["body", "response", "responsebody", "responsetext", "responsedata", "respbody"]
  private static let outcomes: Set = ["result", "status", "state", "callstatus", "resultcode"]
  private static let trials: Set = [
    "dryrun", "simulated", "skipped", "testmode", "mock", "mocked", "stubbed", "rolledback", "noop",
  ]
  private static let failures = CallWords.failures.union(["timeout", "rejected", "refused", "denied"])
  private static let yes: Set = ["true", "1", "yes", "y", "t"]

  /// Of a code, which some logs write for a success too.
  private static func isSuccess(_ value: String) -> Bool { Int(value).map { (200...299).contains($0) } ?? false }

  /// - Parameter detail: of a record; columns that the configuration ignores are not among it.
  static func are(in detail: [String: String]) -> Bool {
    detail.contains { name, value in
      let name = name.lowercased().filter { $0.isLetter || $0.isNumber }
      let value = value.lowercased()
      if flags.contains(name) { return TellingWords.isNo(value) }
      if errors.contains(name) { return !isSuccess(value) && RevocationRecord.isError(value) }
      if trials.contains(name) { return yes.contains(value) }
      // Apple answers a refused call with `{"error": "invalid_client"}`, and one that came off with nothing.
      if bodies.contains(name) { return value.contains(/"error"\s*:\s*"[^"]/) }
      return outcomes.contains(name) && failures.contains(value)
    }
  }
}
