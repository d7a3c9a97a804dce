import Timestamps
import Vocabulary

/// `relay_audit.prom`: the run in numbers, for the textfile collector of a Prometheus node exporter. No label names a
/// person.
package struct PrometheusRenderer: Renderer {
  package let name = "prometheus"
  package let file = "relay_audit.prom"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try $0(Self.metrics(of: report).bytes) }]
  }

  private static func metrics(of report: Report) -> PrometheusWriter {
    let run = report.run
    var writer = PrometheusWriter(project: run.project ?? "")
    writer.gauge("last_run_timestamp_seconds", "When the last run ended.", seconds(run.finishedAt.milliseconds))
    if let success = lastSuccess(of: report) {
      writer.gauge(
        "last_success_timestamp_seconds",
        "When the last run whose gate passed ended, or, where that was an earlier run, its as-of time.",
        seconds(success.milliseconds))
    }
    writer.gauge(
      "exit_status", "The exit status of the run: 0 the gate passed, 1 it failed, 2 the audit is incomplete.",
      String(report.gate.exitStatus))
    let tally = report.findings.tally
    writer.gauges(
      "findings", "Findings, carried ones included. A waived one is counted under waived alone.",
      Severity.allCases.flatMap { severity in
        tally.counts(severity).findings.map { ([("severity", severity.rawValue), ("verdict", $0.0)], String($0.1)) }
      })
    writer.gauge("accounts", "Accounts in the exports.", String(report.population.accounts))
    writer.gauge(
      "duration_seconds", "How long the run took.",
      seconds(max(0, run.finishedAt.milliseconds - run.startedAt.milliseconds)))
    if let ledger = report.ledger {
      writer.gauge(
        "ledger_runs", "The number of the run's entry in the ledger. It never falls.", String(ledger.number))
      writer.gauges("ledger_info", "The ledger's head after the run.", [([("head", ledger.head)], "1")])
    }
    return writer
  }

  /// Nil where no run whose gate passed is known. Of earlier runs a report knows the as-of time alone.
  private static func lastSuccess(of report: Report) -> Timestamp? {
    report.gate.outcome == .pass ? report.run.finishedAt : report.trend.last { $0.outcome == .pass }?.asOf
  }

  /// `1795154520.5` for 1,795,154,520,500 milliseconds.
  private static func seconds(_ milliseconds: Int64) -> String {
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }
}

extension Report.Counts {
  /// The verdicts that make a finding, and waived ones.
  fileprivate var findings: [(String, Int)] {
    Verdict.allCases.filter { $0 != .pass }.map { ($0.rawValue, count(of: $0)) } + [("waived", waived)]
  }
}
