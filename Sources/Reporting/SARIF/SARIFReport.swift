import Timestamps
import Vocabulary

/// One run in SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
struct SARIFReport {
  /// How many results there are at most. Code scanning shows no more of one run.
  static let limit = 5000

  private let report: Report
  private let tally: FindingTally
  private let ruleIndices: [String: Int]
  /// The sources, each path once: a file may be read as two kinds.
  private let artifacts: [Report.Source]
  private let artifactIndices: [String: Int]

  init(_ report: Report) {
    self.report = report
    tally = report.findings.tally
    ruleIndices = Dictionary(report.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var paths: Set<String> = []
    artifacts = report.sources.filter { paths.insert($0.path).inserted }
    artifactIndices = Dictionary(artifacts.enumerated().map { ($1.path, $0) }) { first, _ in first }
  }

  func write(to output: ([UInt8]) throws -> Void) throws {
    var writer = JSONWriter()
    try writer.object { writer in
      writer.key(
        "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
      writer.key("version", "2.1.0")
      try writer.key("runs") { writer in
        try writer.array([report.run]) { writer, run in
          try writer.object { try write(run, &$0, output) }
        }
      }
    }
    try output(writer.take() + [0x0A])
  }

  private func write(
    _ run: Report.Run, _ writer: inout JSONWriter, _ output: ([UInt8]) throws -> Void
  ) throws {
    writer.key("tool") { $0.object { $0.key("driver") { $0.object(writeDriver) } } }
    writer.key("automationDetails") {
      $0.object {
        // What precedes the last slash names the series of runs.
        $0.key("id", "relay-audit/\(run.project.map { "\($0)/" } ?? "")\(run.id)")
        if SARIFText.isGUID(run.id) { $0.key("guid", run.id) }
      }
    }
    if let previous = run.previousRun, SARIFText.isGUID(previous) { writer.key("baselineGuid", previous) }
    writer.key("invocations") { $0.array([run]) { writer, _ in writer.object(writeInvocation) } }
    try writer.key("artifacts") { writer in
      try writer.array(artifacts) { writer, source in
        write(source, &writer)
        if writer.bytes.count > 1 << 16 { try output(writer.take()) }
      }
    }
    try writer.key("results") { writer in
      try writer.array(shown) { writer, index in
        SARIFResult(report.findings[index], ruleIndices, artifactIndices).write(&writer)
        if writer.bytes.count > 1 << 16 { try output(writer.take()) }
      }
    }
    writer.key("properties") { $0.object(writeProperties) }
  }

  /// Indices of the findings that are shown, in the order of the report; of more than fit, those that fail come first.
  private var shown: [Int] {
    guard report.findings.count > Self.limit else { return Array(0..<report.findings.count) }
    var (failing, others): ([Int], [Int]) = ([], [])
    for (index, finding) in report.findings.enumerated() {
      if finding.fails { failing.append(index) } else if others.count < Self.limit { others.append(index) }
      if failing.count == Self.limit { break }
    }
    return failing + others.prefix(Self.limit - failing.count)
  }

  private func writeDriver(_ writer: inout JSONWriter) {
    writer.key("name", report.run.tool.name)
    writer.key("version", report.run.tool.version)
    writer.key("rules") { $0.array(report.rules) { SARIFRule($1).write(&$0) } }
  }

  private func writeInvocation(_ writer: inout JSONWriter) {
    let gate = report.gate
    writer.key("startTimeUtc", report.run.startedAt.rfc3339)
    writer.key("endTimeUtc", report.run.finishedAt.rfc3339)
    writer.key("exitCode", gate.exitStatus)
    writer.key("exitCodeDescription", "gate: \(gate.outcome.rawValue)")
    // An audit that lacks evidence did not do all that it was asked to do.
    writer.key("executionSuccessful", gate.outcome != .incomplete)
    writer.key("toolExecutionNotifications") { writer in
      let level = gate.outcome == .incomplete ? "error" : "note"
      writer.array(
        leftOut + gate.reasons.map { ("gate", level, $0) } + report.limits.map { ($0.code, "note", $0.text) }
      ) {
        writer, notification in
        writer.object { writer in
          if let code = notification.0 { writer.key("descriptor") { $0.object { $0.key("id", code) } } }
          writer.key("level", notification.1)
          writer.key("message") { $0.object { $0.key("text", SARIFText.message(notification.2)) } }
        }
      }
    }
  }

  /// What the limit on results leaves out.
  private var leftOut: [(String?, String, String)] {
    let rest = report.findings.count - Self.limit
    guard rest > 0 else { return [] }
    let restOfFailing = max(0, tally.total.fail - Self.limit)
    return [
      (
        "results-left-out", "warning",
        """
        \(HTMLText.number(rest)) of \(HTMLText.number(report.findings.count)) findings are left out of this file, \
        \(HTMLText.number(restOfFailing)) of them failing. \
        \(report.isCut ? "findings.csv has" : "findings.csv and report.json have") all of them.
        """
      )
    ]
  }

  private func write(_ source: Report.Source, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("location") { $0.object { $0.key("uri", SARIFText.uri(source.path)) } }
      writer.key("length", Int(source.bytes))
      writer.key("hashes") { $0.object { $0.key("sha-256", source.sha256) } }
    }
  }

  /// The report's counts, since not every finding needs to be here.
  private func writeProperties(_ writer: inout JSONWriter) {
    writer.key("findings", report.findings.count)
    writer.key("counts") {
      $0.object { writer in
        writer.key("pass", report.rules.reduce(0) { $0 + $1.counts.pass })
        writer.key("fail", tally.total.fail)
        writer.key("inconclusive", tally.total.inconclusive)
        writer.key("pending", tally.total.pending)
        writer.key("manual", tally.total.manual)
        writer.key("waived", tally.total.waived)
      }
    }
  }
}
