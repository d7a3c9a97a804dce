import ArgumentParser
import Foundation
import History
import Run
import Timestamps
import Vocabulary

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past runs, newest first, withdraw one, or rename a project.")

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Withdraw a run that was a mistake: its number, the beginning of its id, last, or last~N.", valueName: "run"))
  var withdraw: RunReference?

  @Option(help: ArgumentHelp("Why the run is withdrawn.", valueName: "text"))
  var reason: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Join the runs under one name of the project to those under another.", valueName: "old new"))
  var rename: [String] = []

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if (withdraw == nil) != (reason == nil) { throw ValidationError("--withdraw and --reason go together.") }
    if reason?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--reason must say why.") }
    if !rename.isEmpty && rename.count != 2 {
      throw ValidationError("--rename takes two names: the old one and the new one.")
    }
    if withdraw != nil && !rename.isEmpty { throw ValidationError("--withdraw and --rename exclude each other.") }
    if json && (withdraw != nil || !rename.isEmpty) { throw ValidationError("--json is for the list of runs.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    if let withdraw, let reason {
      let run = try PastRuns.withdraw(withdraw, reason: reason, runs.query)
      if !output.quiet { print("Withdrew \(run.name). No later run compares with it.") }
    } else if rename.count == 2 {
      try PastRuns.rename(rename[0], to: rename[1], runs.query)
      if !output.quiet { print("The runs of `\(rename[0])` are now those of `\(rename[1])`.") }
    } else {
      let past = try PastRuns(runs.query)
      print(json ? try Self.json(past) : Self.text(past))
    }
    return .success
  }

  private static func text(_ past: PastRuns) -> String {
    past.entries.map { entry in
      let run = entry.run
      let counts =
        entry.counts.map {
          "\($0.fail) fail, \($0.inconclusive) inconclusive, \($0.new) new, \($0.resolved) resolved, \($0.carried) carried"
        } ?? "its report is damaged"
      let note =
        run.withdrawn.map { "; withdrawn: \($0)" } ?? (run.isHistory ? "; older captures than a run before it" : "")
      let outcome = run.outcome + String(repeating: " ", count: max(0, 10 - run.outcome.count))
      let names = entry.signedOffBy.map { $0 ?? "a name that was removed" }.joined(separator: ", ")
      let signed = names.isEmpty ? "" : "; signed off by \(names)"
      return "\(run.number)  \(run.id.prefix(8))  \(run.asOf.rfc3339)  \(outcome)  \(counts)\(note)\(signed)"
    }.joined(separator: "\n")
  }
}

// MARK: - JSON

extension HistoryCommand {
  /// One run (docs/contract.md, section 9).
  private struct Entry: Encodable {
    struct Counts: Encodable {
      var pass, fail, inconclusive, pending, manual, waived: Int
    }

    enum CodingKeys: String, CodingKey {
      case number, id
      case asOf = "as_of"
      case outcome
      case exitStatus = "exit_status"
      case counts, new, resolved, carried, head, withdrawn
    }

    var entry: PastRuns.Entry

    func encode(to encoder: any Encoder) throws {
      let (run, counts) = (entry.run, entry.counts)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(run.number, forKey: .number)
      try container.encode(run.id, forKey: .id)
      try container.encode(run.asOf.rfc3339, forKey: .asOf)
      try container.encode(run.outcome, forKey: .outcome)
      try container.encode(Outcome(rawValue: run.outcome)?.exitStatus, forKey: .exitStatus)
      try container.encode(
        counts.map {
          Counts(
            pass: $0.pass, fail: $0.fail, inconclusive: $0.inconclusive, pending: $0.pending, manual: $0.manual,
            waived: $0.waived)
        }, forKey: .counts)
      try container.encode(counts?.new, forKey: .new)
      try container.encode(counts?.resolved, forKey: .resolved)
      try container.encode(counts?.carried, forKey: .carried)
      try container.encode(entry.head?.description, forKey: .head)
      try container.encode(run.withdrawn, forKey: .withdrawn)
    }
  }

  private static func json(_ past: PastRuns) throws -> String {
    try PrintedJSON.text(past.entries.map(Entry.init))
  }
}
