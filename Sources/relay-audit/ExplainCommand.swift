import ArgumentParser
import History
import Reporting
import Run
import Timestamps
import Vocabulary

struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show the evidence behind a finding of the last run or an earlier one.")

  @Argument(help: "The finding's id from the report, such as ra-0123456789abcdef.")
  var finding: String

  @Option(
    help: ArgumentHelp(
      "The run: its number, the beginning of its id, last, or last~N (default: last).", valueName: "run"))
  var run: RunReference?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let explanation = try Explanation.of(finding: finding, in: run, runs.query)
    if json {
      try StandardOutput.write(json: Self.json(explanation))
    } else {
      try StandardOutput.write(lines: Self.lines(explanation))
    }
    return .success
  }

  private static func lines(_ explanation: Explanation) -> [String] {
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
    if let object = finding.object { lines.append("  about       \(object)") }
    if let due = finding.dueAt { lines.append("  due         \(due.readable)") }
    lines.append("  first seen  \(finding.firstSeen.readable), \(state(of: finding))")
    if let waiver = finding.waiver {
      lines.append("  waived      by \(waiver.signedBy) \(waiver.expires.readableEnd): \(waiver.reason)")
    }
    lines.append("  as of       \(explanation.asOf.readable)")
    if explanation.isForgotten { return lines }
    lines += ["", "The verdict cites:"] + citations(finding.evidence)
    lines += ["", "Timeline:"] + timeline(explanation.events)
    return lines
  }

  private static func account(of explanation: Explanation) -> String {
    let subject = explanation.finding.subject
    if explanation.isForgotten { return "forgotten" }
    if let uid = subject.uid { return uid }
    let isAboutNobody = subject.email == nil && subject.appleSub == nil && explanation.events?.isEmpty == true
    return isAboutNobody ? "none: the finding is not about one person" : "known from evidence only"
  }

  private static func state(of finding: Report.Finding) -> String {
    finding.state == .carried
      ? "carried: not judged again by this run, because the evidence is missing" : finding.state.rawValue
  }

  private static func citations(_ evidence: [Report.Citation]) -> [String] {
    guard !evidence.isEmpty else { return ["  nothing: the verdict rests on no single record"] }
    return evidence.map { "  \($0.source), \($0.locator): \($0.summary)" }
  }

  private static func timeline(_ events: [TimelineEvent]?) -> [String] {
    guard let events else { return ["  not kept: the store has the timelines of each project's last run only"] }
    guard !events.isEmpty else { return ["  none: the evidence is not about one person"] }
    let times = events.map { $0.at?.readable ?? "time unknown" }
    // The texts line up.
    let width = times.map(\.count).max() ?? 0
    return zip(events, times).map { event, time in
      let space = String(repeating: " ", count: width - time.count)
      return "  \(time)\(space)  \(event.text)  [\(event.source), \(event.locator)]"
    }
  }
}

// MARK: - JSON

extension ExplainCommand {
  /// The finding is as in `report.json`. The timeline is null where the store no longer keeps it.
  private static func json(_ explanation: Explanation) -> String {
    OrderedJSON.object([
      "run": .text(explanation.run),
      "as_of": .text(explanation.asOf.rfc3339),
      "finding": .finding(explanation.finding),
      "timeline": explanation.events.map { .array($0.map(object)) } ?? .null,
    ]).printed
  }

  private static func object(_ event: TimelineEvent) -> OrderedJSON {
    .object([
      "at": .text(event.at?.rfc3339), "text": .text(event.text), "source": .text(event.source),
      "locator": .text(event.locator),
    ])
  }
}
