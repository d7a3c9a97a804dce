import Timestamps
import Vocabulary

extension ReportJSON {
  /// Writes the members that version 2 added after those of version 1, but `ledger`.
  static func writeAdditions(of report: Report, _ writer: inout JSONWriter) {
    writer.key("requirements") { writer in
      writer.array(report.frameworks.flatMap { framework in framework.requirements.map { (framework.name, $0) } }) {
        write($1.1, of: $1.0, &$0)
      }
    }
    writer.key("waivers") { $0.array(report.waivers) { write($1, &$0) } }
    writer.key("baseline") { write(report.baseline, &$0) }
    writer.key("trend") { $0.array(report.trend) { write($1, &$0) } }
    writer.key("flagged") { write(report.flagged, shown: "shown", &$0) }
    writer.key("limits") {
      $0.array(report.limits) { writer, limit in
        writer.object {
          $0.key("code", limit.code)
          $0.key("text", limit.text)
        }
      }
    }
  }

  /// Writes the member that stands last, since it names a hash of all before it.
  static func writeLedger(of report: Report, _ writer: inout JSONWriter) {
    if report.version == .two { write(report.ledger, &writer) }
  }

  static func write(_ ledger: Report.Ledger?, _ writer: inout JSONWriter) {
    writer.key("ledger") { writer in
      guard let ledger else { return writer.string(nil) }
      writer.object {
        $0.key("number", ledger.number)
        $0.key("head", ledger.head)
        $0.key("previous", ledger.previous)
      }
    }
  }

  private static func write(
    _ requirement: Report.Requirement, of framework: String, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("framework", framework)
      writer.key("id", requirement.id)
      writer.key("text", requirement.text)
      writer.key("state", requirement.state.rawValue)
      writer.key("rules") { $0.array(requirement.rules) { $0.string($1) } }
    }
  }

  /// Waivers as `report.json` has them.
  package static func text(of waivers: [Report.WaiverEntry]) -> String {
    var writer = JSONWriter()
    writer.array(waivers) { write($1, &$0) }
    return String(decoding: writer.take(), as: UTF8.self)
  }

  private static func write(_ waiver: Report.WaiverEntry, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("findings") { $0.array(waiver.findings) { $0.string($1) } }
      writer.key("signed_by", waiver.signedBy)
      writer.key("requested_by", waiver.requestedBy)
      writer.key("ticket", waiver.ticket)
      writer.key("date", waiver.date.rfc3339)
      writer.key("expires", waiver.expires.rfc3339)
      writer.key("reason", waiver.reason)
      writer.key("state", waiver.state.rawValue)
      // A kept report keeps its bytes: those of earlier versions do not have the rest.
      guard let line = waiver.line else { return }
      writer.key("rule", waiver.scope?.rule)
      writer.key("uid", waiver.scope?.uid)
      writer.key("object", waiver.scope?.object)
      writer.key("line", line)
    }
  }

  private static func write(_ baseline: Report.Baseline?, _ writer: inout JSONWriter) {
    guard let baseline else { return writer.string(nil) }
    writer.object { writer in
      writer.key("path", baseline.path)
      writer.key("sha256", baseline.sha256)
      writer.key("entries", baseline.entries)
      writer.key("matched", baseline.matched)
      writer.key("stale") { $0.array(baseline.stale) { $0.string($1) } }
    }
  }

  private static func write(_ point: Report.TrendPoint, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("run", point.run)
      writer.key("as_of", point.asOf.rfc3339)
      writer.key("outcome", point.outcome.rawValue)
      writer.key("fail", point.fail)
      writer.key("inconclusive", point.inconclusive)
      writer.key("new", point.new)
      writer.key("resolved", point.resolved)
    }
  }

  /// - Parameter shown: the key of the accounts: `shown`, or `first` in the kept form of version 1.
  static func write(_ flagged: FlaggedAccounts?, shown: StaticString, _ writer: inout JSONWriter) {
    guard let flagged else { return writer.string(nil) }
    writer.object { writer in
      writer.key("count", flagged.count)
      writer.key(shown) {
        $0.array(flagged.first) { writer, account in
          writer.object {
            $0.key("uid", account.uid)
            $0.key("email", account.email)
            $0.key("relay_domain", account.relayDomain)
            $0.key("providers", account.providers)
            $0.key("first_seen", account.firstSeen.rfc3339)
          }
        }
      }
    }
  }
}
