package import Foundation
import Timestamps
import Vocabulary

/// `report.json` (docs/contract.md, section 7): keys in their order, times in RFC 3339 UTC with milliseconds. A report
/// of version 1 is written without the keys that version 2 added.
package enum ReportJSON {
  package static func data(_ report: Report) -> Data {
    var data = Data()
    write(report) { data.append(contentsOf: $0) }
    return data
  }

  /// Writes in pieces, so that the text of 100,000 findings is never in memory as a whole.
  static func write(_ report: Report, to output: ([UInt8]) throws -> Void) rethrows {
    var writer = JSONWriter()
    try writer.object {
      try writeMembers(of: report, &$0) { try output($0.bytes) }
      writeLedger(of: report, &$0)
    }
    try output(writer.take() + [0x0A])
  }

  /// Writes the members of the report's object but `ledger`, the last, and leaves no bytes in the writer.
  static func writeMembers(
    of report: Report, _ writer: inout JSONWriter, _ output: (KeptReport.Piece) throws -> Void
  ) rethrows {
    let version = report.version
    writer.key("schema", version.schema)
    write(report.run, version, &writer)
    write(report.gate, version, &writer)
    write(report.population, version, &writer)
    try writer.key("sources") { writer in
      try writer.array(report.sources) { writer, source in
        write(source, version, &writer)
        try output(KeptReport.Piece(writer.take()))
      }
    }
    writer.key("coverage") { $0.array(report.coverage) { write($1, version, &$0) } }
    writer.key("rules") { $0.array(report.rules) { write($1, version, &$0) } }
    try writer.key("findings") { writer in
      try writeItems(Report.Listed(report, isListed: true), .findings, &writer, output) { finding, writer in
        write(finding, version, &writer)
        return finding.id
      }
    }
    try writer.key("resolved") { writer in
      try writeItems(report.resolved, .resolved, &writer, output) { resolved, writer in
        write(resolved, version, &writer)
        return nil
      }
    }
    if version == .two { writeAdditions(of: report, &writer) }
    try output(KeptReport.Piece(writer.take()))
  }

  /// About how many bytes of items are in one piece: as much as reading one of them has to read, too.
  private static let pieceSize = 1 << 17

  /// Writes an array whose items are pieces of their own.
  ///
  /// - Parameter item: writes an item, and returns the finding's id.
  static func writeItems<Item>(
    _ items: some Sequence<Item>, _ list: KeptReport.List, _ writer: inout JSONWriter,
    _ output: (KeptReport.Piece) throws -> Void, item: (Item, inout JSONWriter) -> String?
  ) rethrows {
    writer.openArray()
    try output(KeptReport.Piece(writer.take()))
    var ids: [String] = []
    for value in items {
      writer.item { writer in
        if let id = item(value, &writer) { ids.append(id) }
      }
      guard writer.bytes.count > pieceSize else { continue }
      try output(KeptReport.Piece(writer.take(), of: list, ids: ids))
      ids = []
    }
    if !writer.bytes.isEmpty { try output(KeptReport.Piece(writer.take(), of: list, ids: ids)) }
    writer.closeArray()
  }

  private static func write(_ run: Report.Run, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.key("run") {
      $0.object { writer in
        writer.key("id", run.id)
        writer.key("as_of", run.asOf.rfc3339)
        writer.key("started_at", run.startedAt.rfc3339)
        writer.key("finished_at", run.finishedAt.rfc3339)
        writer.key("tool") {
          $0.object {
            $0.key("name", run.tool.name)
            $0.key("version", run.tool.version)
          }
        }
        writer.key("project", run.project)
        writer.key("config_sha256", run.configSHA256)
        writer.key("rules_sha256", run.rulesSHA256)
        writer.key("previous_run", run.previousRun)
        guard version == .two else { return }
        writer.key("host", run.host)
        writer.key("user", run.user)
      }
    }
  }

  private static func write(_ gate: Report.Gate, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.key("gate") {
      $0.object { writer in
        writer.key("outcome", gate.outcome.rawValue)
        writer.key("exit_status", gate.exitStatus)
        writer.key("fail_on", gate.failOn.name)
        writer.key("scope", gate.scope.rawValue)
        writer.key("failing", gate.failing)
        writer.key("reasons") { $0.array(gate.reasons) { $0.string($1) } }
        guard version == .two else { return }
        writer.key("failing_without_waivers", gate.failingWithoutWaivers)
        writer.key("carried", gate.carried)
      }
    }
  }

  private static func write(_ population: Report.Population, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.key("population") {
      $0.object { writer in
        writer.key("accounts", population.accounts)
        writer.key("apple_accounts", population.appleAccounts)
        writer.key("anonymized_accounts", population.anonymizedAccounts)
        writer.key("links", population.links)
        writer.key("deletion_requests", population.deletionRequests)
        writer.key("by_relay_domain") { writer in
          writer.object { writer in
            for (domain, count) in population.byRelayDomain.sorted(by: { $0.key < $1.key }) {
              writer.key(domain, count)
            }
          }
        }
        guard version == .two else { return }
        writer.key("anonymity_unknown", population.anonymityUnknown)
      }
    }
  }

  private static func write(_ source: Report.Source, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("path", source.path)
      writer.key("kind", source.kind)
      writer.key("format", source.format)
      writer.key("sha256", source.sha256)
      writer.key("bytes", Int(source.bytes))
      writer.key("records", source.records)
      writer.key("rejected", source.rejected)
      writer.key("truncated", source.truncated)
      writer.key("captured_at", source.capturedAt.rfc3339)
      writer.key("rejects") {
        $0.array(source.rejects) { writer, reject in
          writer.object {
            $0.key("locator", reject.locator)
            $0.key("reason", reject.reason)
          }
        }
      }
      guard version == .two else { return }
      writer.key("captured_from", source.capturedFrom)
      writer.key("skipped", source.skipped)
      writer.key("superseded", source.superseded)
    }
  }

  private static func write(_ coverage: Report.Coverage, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind", coverage.kind)
      writer.key("present", coverage.present)
      writer.key("records", coverage.records)
      writer.key("matched", coverage.matched)
      writer.key("unmatched", coverage.unmatched)
      writer.key("from", coverage.from?.rfc3339)
      writer.key("to", coverage.to?.rfc3339)
      writer.key("rules_not_evaluated") { $0.array(coverage.rulesNotEvaluated) { $0.string($1) } }
      guard version == .two else { return }
      writer.key("remembered", coverage.remembered)
    }
  }

  private static func write(_ rule: Report.Rule, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id", rule.id)
      writer.key("title", rule.title)
      writer.key("severity", rule.severity.rawValue)
      writer.key("evaluated", rule.evaluated)
      write(rule.counts, &writer)
      guard version == .two else { return }
      writer.key("reasons") {
        $0.array(rule.reasons) { writer, reason in
          writer.object { writer in
            writer.key("reason", reason.reason)
            writer.key("message", reason.message)
            writer.key("remediation", reason.remediation)
            write(reason.counts, &writer)
          }
        }
      }
      writer.key("not_evaluated", rule.notEvaluated)
    }
  }

  private static func write(_ counts: Report.Counts, _ writer: inout JSONWriter) {
    writer.key("counts") {
      $0.object { writer in
        writer.key("pass", counts.pass)
        writeFindings(counts, &writer)
      }
    }
  }

  /// Writes the counts of all but passes, as members of the object that is open.
  static func writeFindings(_ counts: Report.Counts, _ writer: inout JSONWriter) {
    writer.key("fail", counts.fail)
    writer.key("inconclusive", counts.inconclusive)
    writer.key("pending", counts.pending)
    writer.key("manual", counts.manual)
    writer.key("waived", counts.waived)
  }

  static func write(_ waiver: Waiver?, _ writer: inout JSONWriter) {
    writer.key("waiver") { writer in
      guard let waiver else { return writer.string(nil) }
      writer.object { writer in
        writer.key("signed_by", waiver.signedBy)
        writer.key("date", waiver.date.rfc3339)
        writer.key("expires", waiver.expires.rfc3339)
        writer.key("reason", waiver.reason)
      }
    }
  }

  static func write(_ finding: Report.Finding, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id", finding.id)
      writer.key("rule", finding.rule)
      writer.key("severity", finding.severity.rawValue)
      writer.key("verdict", finding.verdict.rawValue)
      writer.key("reason", finding.reason)
      writer.key("state", finding.state.rawValue)
      writer.key("message", finding.message)
      writer.key("subject") {
        $0.object { writer in
          writer.key("project", finding.subject.project)
          writer.key("tenant", finding.subject.tenant)
          writer.key("uid", finding.subject.uid)
          writer.key("email", finding.subject.email)
          writer.key("apple_sub", finding.subject.appleSub)
        }
      }
      writer.key("object", finding.object)
      writer.key("due_at", finding.dueAt?.rfc3339)
      writer.key("first_seen", finding.firstSeen.rfc3339)
      write(finding.waiver, &writer)
      writer.key("evidence") {
        $0.array(finding.evidence) { writer, citation in
          writer.object {
            $0.key("source", citation.source)
            $0.key("locator", citation.locator)
            $0.key("summary", citation.summary)
          }
        }
      }
      if version == .two { writer.key("judged_in", finding.judgedIn) }
    }
  }

  private static func write(_ resolved: Report.Resolved, _ version: Report.Version, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id", resolved.id)
      writer.key("rule", resolved.rule)
      writer.key("first_seen", resolved.firstSeen.rfc3339)
      writer.key("last_seen", resolved.lastSeen.rfc3339)
      if version == .two { writer.key("cause", resolved.cause?.rawValue) }
    }
  }
}
