import ArgumentParser
import History
import Run
import Timestamps

struct VerifyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the ledger of runs, the stored reports and the sign-offs.",
    discussion: "Exit status: 0 everything holds; 1 something does not, and the output names it.")

  @Option(
    help: ArgumentHelp(
      """
      Also check that this head of the ledger is on the chain: the number of an entry, a colon and 64 hexadecimal \
      digits, copied from a summary or a report.
      """,
      valueName: "head"))
  var head: LedgerHead?

  @Option(help: ArgumentHelp("Also say which run wrote this report.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Also check the signatures of sign-offs against this list of keys that may sign (see ALLOWED SIGNERS in "
        + "ssh-keygen(1)).", valueName: "file"))
  var allowedSigners: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let verification = try Verification(
      Verification.Request(head: head, report: report, allowedSigners: allowedSigners), runs.query)
    if json {
      try StandardOutput.write(json: try PrintedJSON.text(Printed(verification: verification)))
    } else if !output.quiet || !verification.holds {
      try StandardOutput.write(lines: lines(verification))
    }
    return verification.holds ? .success : .failure
  }

  private func lines(_ verification: Verification) -> [String] {
    var lines: [String] = []
    if let first = verification.problems.first {
      lines.append("Not verified: \(first).")
      lines += verification.problems.dropFirst().prefix(19).map { "  Also: \($0)." }
      if verification.problems.count > 20 { lines.append("  And \(verification.problems.count - 20) more.") }
    } else {
      lines.append(
        "The ledger holds: \(Counted.text(verification.entries, "entry", "entries")), "
          + "\(Counted.text(verification.runs, "run")).")
    }
    if let identity = verification.report, let report {
      lines.append(
        "\(report) is \(identity.name) of \(identity.run.name)"
          + (identity.isBeforeRedaction ? ", as it was before a person was removed from it." : "."))
    }
    if let head, verification.holds { lines.append("The head \(head) is on the chain.") }
    lines += verification.signOffs.map(Self.text)
    lines += verification.notes
    if let head = verification.head { lines.append("Ledger: \(head)") }
    return lines
  }

  private static func text(_ signOff: SignOffCheck) -> String {
    let name = signOff.name ?? "a name that was removed"
    let key =
      signOff.principal.map { "signed with the key of \($0)" }
      ?? (signOff.isSigned ? "signature not verified" : "not signed")
    return "Run \(signOff.run) was signed off by \(name) on \(signOff.at.rfc3339) (\(key))."
  }
}

extension LedgerHead: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
