import Evidence

/// What columns that nothing reads say of a call that looks like a success: `success: false`, `err`, `dry_run`.
enum FailureSigns {
  private static let flags = CallWords.successes.union(["successful"])
  private static let errors: Set = ["err", "errorcode", "errcode", "exception", "failure", "failurecode", "failed"]
  private static let outcomes: Set = ["result", "status", "state", "callstatus", "resultcode"]
  private static let trials: Set = ["dryrun", "simulated", "skipped", "testmode"]
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
      return outcomes.contains(name) && failures.contains(value)
    }
  }
}
