import ArgumentParser
import History
import Reporting
import Run
import Timestamps
import Vocabulary

struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show the evidence behind one finding of the last run, or of a past one.")

  @Argument(help: "The finding's id, as in the report.")
  var finding: String

  @Option(
    help: ArgumentHelp(
      "A past run: its number, the beginning of its id, last, or last~N (default: the last one).", valueName: "run"))
  var run: RunReference?

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    print(Self.text(try Explanation.of(finding: finding, in: run, runs.query)))
    return .success
  }

  private static func text(_ explanation: Explanation) -> String {
    let finding = explanation.finding
    let subject = finding.subject
    var lines = [
      "\(finding.id)  \(finding.verdict.rawValue), \(finding.reason)  (\(finding.severity.rawValue))",
      finding.message,
      "",
      "  rule        \(finding.rule)",
      "  account     \(account(of: explanation))\(subject.tenant.map { ", tenant \($0)" } ?? "")",
    ]
    if let email = subject.email { lines.append("  email       \(email)") }
    if let object = finding.object { lines.append("  object      \(object)") }
    if let due = finding.dueAt { lines.append("  due         \(due.rfc3339)") }
    lines.append("  first seen  \(finding.firstSeen.rfc3339), \(finding.state.rawValue)")
    lines.append("  as of       \(explanation.asOf.rfc3339)")
    if explanation.isForgotten { return lines.joined(separator: "\n") }
    lines += ["", "The verdict cites:"] + citations(finding.evidence)
    lines += ["", "Timeline:"] + timeline(explanation.events)
    return lines.joined(separator: "\n")
  }

  private static func account(of explanation: Explanation) -> String {
    explanation.isForgotten ? "forgotten" : explanation.finding.subject.uid ?? "known from evidence only"
  }

  private static func citations(_ evidence: [Report.Citation]) -> [String] {
    guard !evidence.isEmpty else { return ["  nothing: it rests on the absence of records"] }
    return evidence.map { "  \($0.source), \($0.locator): \($0.summary)" }
  }

  private static func timeline(_ events: [TimelineEvent]?) -> [String] {
    guard let events else { return ["  not kept: the store has the timelines of its last run alone"] }
    guard !events.isEmpty else { return ["  none: the evidence is not about one person"] }
    return events.map { event in
      // As wide as a time, so that the texts line up.
      let time = event.at?.rfc3339 ?? "at an unknown time    "
      return "  \(time)  \(event.text)  [\(event.source), \(event.locator)]"
    }
  }
}
