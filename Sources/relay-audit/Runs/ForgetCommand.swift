import ArgumentParser
import History
import Run

struct ForgetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove a person from the store: account, remembered evidence, findings, and stored reports.",
    discussion: """
      Name the person by one of --uid, --email, --phone and --apple-sub. The numbers in past reports stay as they are, \
      and the ledger records which reports were redacted. Keyed hashes of the names remain, so that a later run can say \
      which sources still show the person.
      """)

  @Option(help: ArgumentHelp("The uid of the account.", valueName: "uid"))
  var uid: String?

  @Option(help: ArgumentHelp("An email address of the person.", valueName: "address"))
  var email: String?

  @Option(help: ArgumentHelp("A phone number of the person.", valueName: "number"))
  var phone: String?

  @Option(help: ArgumentHelp("The person's `sub` at Apple.", valueName: "sub"))
  var appleSub: String?

  @Option(
    help: ArgumentHelp(
      "The tenant of the account, if accounts of several tenants have the uid; empty for the account without a tenant.",
      valueName: "name"))
  var tenant: String?

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  private var names: [PersonName] {
    [
      uid.map(PersonName.uid), email.map(PersonName.email), phone.map(PersonName.phone),
      appleSub.map(PersonName.appleSub),
    ].compactMap { $0 }
  }

  func validate() throws {
    guard names.count == 1 else {
      throw ValidationError("Name the person by exactly one of --uid, --email, --phone and --apple-sub.")
    }
    let texts = [uid, email, phone, appleSub].compactMap { $0 }
    if texts.contains(where: { $0.allSatisfy(\.isWhitespace) }) { throw ValidationError("The name is empty.") }
    if let phone, !phone.contains(where: \.isNumber) {
      throw ValidationError("--phone must be a phone number, such as +15550100.")
    }
    if let email, !email.contains("@") {
      throw ValidationError("--email must be an address, such as person@example.com.")
    }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    guard let name = names.first else { return .validationFailure }
    let outcome = try Forgetting.forget(name, tenant: tenant, runs.query)
    for notice in outcome.notices { diagnostics.notice(notice) }
    if !outcome.isRewritten {
      diagnostics.warning(
        """
        the person was removed from the store, but its file could not be rewritten, so traces may be left in it; free \
        some disk space, and run any command on the store again
        """)
    }
    if !output.quiet { try StandardOutput.write(lines: Self.lines(outcome)) }
    return .success
  }

  private static func lines(_ outcome: Forgetting.Outcome) -> [String] {
    let removed = outcome.removed
    let parts = [
      removed.hadAccount ? "the account" : nil,
      removed.records > 0 ? Counted.text(removed.records, "remembered record") : nil,
      removed.findings > 0 ? Counted.text(removed.findings, "finding") : nil,
    ].compactMap { $0 }
    var lines = [
      parts.isEmpty
        ? "The store had nothing about the person except lines in reports."
        : "Removed \(parts.joined(separator: ", ")) from the store."
    ]
    if !outcome.reports.isEmpty {
      let findings = outcome.reports.reduce(0) { $0 + $1.findings }
      let runs = outcome.reports.map { "\($0.run)" }
      let what = findings > 0 ? "\(Counted.text(findings, "finding")) in " : ""
      let reports = runs.count == 1 ? "the report of run" : "the reports of runs"
      lines.append(
        """
        Redacted \(what)\(reports) \(runs.joined(separator: ", ")). The numbers in them are as they were, and the \
        ledger records the redaction.
        """)
    }
    lines.append(
      """
      The store keeps \(Counted.text(outcome.hashes, "keyed hash", "keyed hashes")) of names and requests, so that a \
      later run can say which sources still show the person.
      """)
    if outcome.sharedNames > 0 {
      let are =
        outcome.sharedNames == 1
        ? "name belongs to another account as well, and stays with it"
        : "names belong to other accounts as well, and stay with them"
      lines.append("\(outcome.sharedNames) \(are).")
    }
    if removed.namedIDs > 0 {
      let ids =
        removed.namedIDs == 1
        ? "record of somebody else has a name of the person in its id, and keeps it"
        : "records of others have a name of the person in their ids, and keep it"
      lines.append("\(removed.namedIDs) \(ids), since later files may speak of the record by that id.")
    }
    return lines
  }
}
