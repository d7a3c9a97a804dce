import ArgumentParser
import History
import Reporting
import Run
import Timestamps
import Vocabulary

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past runs, newest first; withdraw a run; or rename a project.")

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Withdraw a run that was a mistake: its number, the beginning of its id, last, or last~N. Needs --reason.",
      valueName: "run"))
  var withdraw: RunReference?

  @Option(help: ArgumentHelp("Why the run is withdrawn.", valueName: "text"))
  var reason: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Move the runs of the project OLD to the project NEW, for instance after a misspelt name.", valueName: "old new"))
  var rename: [String] = []

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if (withdraw == nil) != (reason == nil) { throw ValidationError("--withdraw and --reason must be given together.") }
    if reason?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--reason must not be empty.") }
    if !rename.isEmpty && rename.count != 2 {
      throw ValidationError("--rename takes two names: the old one and the new one.")
    }
    if withdraw != nil && !rename.isEmpty { throw ValidationError("--withdraw and --rename cannot be combined.") }
    if json && (withdraw != nil || !rename.isEmpty) {
      throw ValidationError("--json is for the list of runs; it cannot be combined with --withdraw or --rename.")
    }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    if let withdraw, let reason {
      let run = try PastRuns.withdraw(withdraw, reason: reason, runs.query)
      if !output.quiet {
        try StandardOutput.write(lines: ["Withdrew \(run.name). Later runs will not be compared with it."])
      }
    } else if rename.count == 2 {
      try PastRuns.rename(rename[0], to: rename[1], runs.query)
      if !output.quiet {
        try StandardOutput.write(lines: ["Moved the runs of `\(rename[0])` to `\(rename[1])`."])
      }
    } else {
      let past = try PastRuns(runs.query)
      if json {
        try StandardOutput.write(json: Self.json(past))
      } else {
        try StandardOutput.write(lines: Self.lines(past))
      }
    }
    return .success
  }

  private static func lines(_ past: PastRuns) -> [String] {
    past.entries.flatMap { entry in
      let run = entry.run
      let counts =
        entry.counts.map {
          "\($0.fail) fail, \($0.inconclusive) inconclusive, \($0.new) new, \($0.resolved) resolved, \($0.carried) carried"
        } ?? (run.hasReport ? "its report is damaged" : "not counted")
      let note =
        run.withdrawn.map { "; withdrawn: \($0)" }
        ?? (run.isOutOfOrder ? "; its captures are older than those of an earlier run" : "")
      let outcome = run.outcome + String(repeating: " ", count: max(0, 10 - run.outcome.count))
      let names = entry.signedOffBy.map { $0 ?? "a name that was removed" }.joined(separator: ", ")
      let signed = names.isEmpty ? "" : "; signed off by \(names)"
      let removed = entry.removed.map { "; report removed by history.keep on \($0.rfc3339.prefix(10))" } ?? ""
      let line =
        "\(run.number)  \(run.id.prefix(8))  \(run.asOf.rfc3339)  \(outcome)  \(counts)\(note)\(removed)\(signed)"
      return [line] + entry.expiries.map { "   \($0.sentence)" }
    }
  }
}

extension LedgerEvent.WaiverExpiry {
  fileprivate var sentence: String {
    let ticket = ticket.map { " (\($0))" } ?? ""
    let end = Timestamp(rfc3339: expires)?.readableEnd ?? "until \(expires)"
    return "The waiver that \(signedBy) signed on \(date.prefix(10))\(ticket) expired: it was in force \(end)."
  }
}

// MARK: - JSON

extension HistoryCommand {
  /// docs/contract.md, section 9.
  private static func json(_ past: PastRuns) -> String { OrderedJSON.array(past.entries.map(object)).printed }

  private static func object(_ entry: PastRuns.Entry) -> OrderedJSON {
    let (run, counts) = (entry.run, entry.counts)
    return .object([
      "number": .number(Int(run.number)),
      "id": .text(run.id),
      "as_of": .text(run.asOf.rfc3339),
      "outcome": .text(run.outcome),
      "exit_status": .number(Outcome(rawValue: run.outcome).map { Int($0.exitStatus) }),
      "counts": counts.map(object) ?? .null,
      "new": .number(counts?.new),
      "resolved": .number(counts?.resolved),
      "carried": .number(counts?.carried),
      "head": .text(entry.head?.description),
      "withdrawn": .text(run.withdrawn),
    ])
  }

  private static func object(_ counts: RunCounts) -> OrderedJSON {
    .object([
      "pass": .number(counts.pass), "fail": .number(counts.fail), "inconclusive": .number(counts.inconclusive),
      "pending": .number(counts.pending), "manual": .number(counts.manual), "waived": .number(counts.waived),
    ])
  }
}
