import ArgumentParser
import History
import Reporting
import Run
import Timestamps
import Vocabulary

struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two runs, and why.",
    discussion: "Without runs, compares the last two; with one, compares that run with the last.")

  @Argument(help: "The earlier run: its number, the beginning of its id, last, or last~N.")
  var from: RunReference?

  @Argument(help: "The later run.")
  var to: RunReference?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let difference = try RunDifference.between(from, to, runs.query)
    if json {
      try StandardOutput.write(json: Self.json(difference))
    } else {
      try StandardOutput.write(lines: Self.lines(difference))
    }
    return .success
  }

  private static func lines(_ difference: RunDifference) -> [String] {
    var lines = ["From \(difference.from.name) to \(difference.to.name):", "  " + explanation(difference)]
    func section(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append("\(title) (\(items.count)):")
      lines += items.map { "  \($0)" }
    }
    section("New", difference.new.map { "\($0.id)  \($0.rule)  \(words($0.said))" })
    section(
      "Resolved",
      difference.resolved.map { finding in
        "\(finding.id)  \(finding.rule)" + (finding.cause.map { "  \($0.rawValue.replacing("-", with: " "))" } ?? "")
      })
    section("Changed", difference.changed.map { "\($0.id)  \(words($0.from)) became \(words($0.to))" })
    section(
      "Waivers changed",
      difference.waiverChanges.map { "\($0.id)  \($0.isWaived ? "is waived now" : "is waived no more")" })
    section("Carried over, because they could not be judged again", difference.carried)
    section(
      "Waivers that expired",
      difference.expired.map { waiver in
        let ticket = waiver.ticket.map { " (\($0))" } ?? ""
        return
          "signed by \(waiver.signedBy) on \(waiver.date.rfc3339.prefix(10))\(ticket), \(waiver.expires.readableEnd)"
      })
    lines.append("Unchanged: \(difference.unchanged).")
    return lines
  }

  private static func words(_ said: RunDifference.Said) -> String { "\(said.verdict.rawValue) \(said.reason)" }

  private static func explanation(_ difference: RunDifference) -> String {
    var causes = [
      difference.rulesChanged ? "the rules" : nil, difference.configurationChanged ? "the configuration" : nil,
      difference.evidenceChanged ? "the evidence" : nil, difference.waiversChanged ? "the waivers" : nil,
    ].compactMap { $0 }
    guard !causes.isEmpty else {
      let same = "The rules, the configuration, the evidence and the waivers are the same"
      return difference.timeChanged
        ? "\(same); the time of the audit differs."
        : "\(same), and so is the time of the audit; what earlier runs left in the store may differ."
    }
    if difference.timeChanged { causes.append("the time of the audit") }
    let last = causes.removeLast()
    return "What changed: \(causes.isEmpty ? "" : causes.joined(separator: ", ") + " and ")\(last)."
  }
}

// MARK: - JSON

extension DiffCommand {
  /// docs/contract.md, section 9. `from` and `to` are ids of runs.
  private static func json(_ difference: RunDifference) -> String {
    OrderedJSON.object([
      "from": .text(difference.from.id),
      "to": .text(difference.to.id),
      "rules_changed": .flag(difference.rulesChanged),
      "config_changed": .flag(difference.configurationChanged),
      "evidence_changed": .flag(difference.evidenceChanged),
      "new": .texts(difference.new.map(\.id)),
      "resolved": .array(
        difference.resolved.map { .object(["id": .text($0.id), "cause": .text($0.cause?.rawValue)]) }),
      "changed": .array(difference.changed.map(changed)),
      "carried": .texts(difference.carried),
      "unchanged": .number(difference.unchanged),
      "waivers_changed": .flag(difference.waiversChanged),
      "time_changed": .flag(difference.timeChanged),
      "waived": .texts(difference.waiverChanges.filter(\.isWaived).map(\.id)),
      "unwaived": .texts(difference.waiverChanges.filter { !$0.isWaived }.map(\.id)),
    ]).printed
  }

  private static func changed(_ changed: RunDifference.Changed) -> OrderedJSON {
    .object(["id": .text(changed.id), "from": said(changed.from), "to": said(changed.to)])
  }

  private static func said(_ said: RunDifference.Said) -> OrderedJSON {
    .object(["verdict": .text(said.verdict.rawValue), "reason": .text(said.reason)])
  }
}
