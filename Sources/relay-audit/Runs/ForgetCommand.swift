import ArgumentParser
import History
import Run

struct ForgetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove a person from the store: account, memory, findings, and kept reports.",
    discussion: """
      Name the person by one of --uid, --email, --phone and --apple-sub. Every number of past reports stays, and the \
      ledger records that reports were redacted. Keyed hashes of the names remain, so that a later run tells you which \
      sources still show the person.
      """)

  @Option(help: ArgumentHelp("The uid of the account.", valueName: "uid"))
  var uid: String?

  @Option(help: ArgumentHelp("An address of the person.", valueName: "address"))
  var email: String?

  @Option(help: ArgumentHelp("A phone number of the person.", valueName: "number"))
  var phone: String?

  @Option(help: ArgumentHelp("Apple's sub of the person.", valueName: "sub"))
  var appleSub: String?

  @Option(
    help: ArgumentHelp(
      "The tenant of the account, where a uid fits accounts of several; empty for the one without.", valueName: "name"))
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
        the person is gone from the store, but its file could not be written anew, so that traces may be left in it; \
        free some disk space, and run any command on the store again
        """)
    }
    if !output.quiet { print(Self.text(outcome)) }
    return .success
  }

  private static func text(_ outcome: Forgetting.Outcome) -> String {
    let removed = outcome.removed
    let parts = [
      removed.hadAccount ? "the account" : nil,
      removed.records > 0 ? Counted.text(removed.records, "remembered record") : nil,
      removed.findings > 0 ? Counted.text(removed.findings, "finding") : nil,
    ].compactMap { $0 }
    var lines = [
      parts.isEmpty
        ? "The store had nothing of the person but lines in reports."
        : "Removed \(parts.joined(separator: ", ")) from the store."
    ]
    if !outcome.reports.isEmpty {
      let findings = outcome.reports.reduce(0) { $0 + $1.findings }
      let runs = outcome.reports.map { "\($0.run)" }
      let what = findings > 0 ? "\(Counted.text(findings, "finding")) in " : ""
      let reports = runs.count == 1 ? "the report of run" : "the reports of runs"
      lines.append(
        """
        Redacted \(what)\(reports) \(runs.joined(separator: ", ")); every number in them is as it was, and the \
        ledger says so.
        """)
    }
    lines.append(
      """
      The store keeps keyed hashes of \(Counted.text(outcome.hashes, "name")) and requests. A later run tells which \
      sources still show the person.
      """)
    if outcome.sharedNames > 0 {
      let are =
        outcome.sharedNames == 1
        ? "name is another account's as well, and stays" : "names are other accounts' as well, and stay"
      lines.append("\(outcome.sharedNames) \(are) there.")
    }
    return lines.joined(separator: "\n")
  }
}
