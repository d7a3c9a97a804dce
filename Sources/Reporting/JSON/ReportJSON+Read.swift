package import Foundation
import Timestamps
import Vocabulary

extension ReportJSON {
  /// Reads what `data` wrote, as the history keeps it.
  package static func read(_ data: Data) throws -> Report {
    try Reader(try JSONSerialization.jsonObject(with: data)).report()
  }

  struct Malformed: Error {
    var key: String
  }

  /// One JSON object of a saved report.
  private struct Reader {
    private let object: [String: Any]

    init(_ value: Any) throws {
      guard let object = value as? [String: Any] else { throw Malformed(key: "") }
      self.object = object
    }

    private func string(_ key: String) -> String? { object[key] as? String }
    private func text(_ key: String) throws -> String {
      guard let text = string(key) else { throw Malformed(key: key) }
      return text
    }
    private func number(_ key: String) throws -> Int {
      guard let number = object[key] as? Int else { throw Malformed(key: key) }
      return number
    }
    private func flag(_ key: String) throws -> Bool {
      guard let flag = object[key] as? Bool else { throw Malformed(key: key) }
      return flag
    }
    private func optionalTime(_ key: String) -> Timestamp? { string(key).flatMap { Timestamp(rfc3339: $0) } }
    private func time(_ key: String) throws -> Timestamp {
      guard let time = optionalTime(key) else { throw Malformed(key: key) }
      return time
    }
    private func value<Value: RawRepresentable>(_ key: String) throws -> Value where Value.RawValue == String {
      guard let value = Value(rawValue: try text(key)) else { throw Malformed(key: key) }
      return value
    }
    private func reader(_ key: String) throws -> Reader { try Reader(object[key] as Any) }
    private func readers(_ key: String) throws -> [Reader] {
      guard let items = object[key] as? [Any] else { throw Malformed(key: key) }
      return try items.map(Reader.init)
    }
    private func texts(_ key: String) throws -> [String] {
      guard let texts = object[key] as? [String] else { throw Malformed(key: key) }
      return texts
    }

    func report() throws -> Report {
      guard string("schema") == Report.schema else { throw Malformed(key: "schema") }
      return Report(
        run: try reader("run").run(), gate: try reader("gate").gate(),
        population: try reader("population").population(), sources: try readers("sources").map { try $0.source() },
        coverage: try readers("coverage").map { try $0.coverage() }, rules: try readers("rules").map { try $0.rule() },
        findings: try readers("findings").map { try $0.finding() },
        resolved: try readers("resolved").map { try $0.resolved() })
    }

    private func run() throws -> Report.Run {
      let tool = try reader("tool")
      return Report.Run(
        id: try text("id"), asOf: try time("as_of"), startedAt: try time("started_at"),
        finishedAt: try time("finished_at"),
        tool: Report.Tool(name: try tool.text("name"), version: try tool.text("version")), project: string("project"),
        configSHA256: try text("config_sha256"), rulesSHA256: try text("rules_sha256"),
        previousRun: string("previous_run"))
    }

    private func gate() throws -> Report.Gate {
      Report.Gate(
        outcome: try value("outcome"), exitStatus: try number("exit_status"), failOn: try text("fail_on"),
        scope: try text("scope"), failing: try number("failing"), reasons: try texts("reasons"))
    }

    private func population() throws -> Report.Population {
      guard let domains = object["by_relay_domain"] as? [String: Int] else { throw Malformed(key: "by_relay_domain") }
      return Report.Population(
        accounts: try number("accounts"), appleAccounts: try number("apple_accounts"),
        anonymizedAccounts: try number("anonymized_accounts"), links: try number("links"),
        deletionRequests: try number("deletion_requests"), byRelayDomain: domains)
    }

    private func source() throws -> Report.Source {
      Report.Source(
        path: try text("path"), kind: string("kind"), format: string("format"), sha256: try text("sha256"),
        bytes: Int64(try number("bytes")), records: try number("records"), rejected: try number("rejected"),
        truncated: try flag("truncated"), capturedAt: try time("captured_at"),
        rejects: try readers("rejects").map {
          Report.Reject(locator: try $0.text("locator"), reason: try $0.text("reason"))
        })
    }

    private func coverage() throws -> Report.Coverage {
      Report.Coverage(
        kind: try text("kind"), present: try flag("present"), records: try number("records"),
        matched: try number("matched"), unmatched: try number("unmatched"), from: optionalTime("from"),
        to: optionalTime("to"), rulesNotEvaluated: try texts("rules_not_evaluated"))
    }

    private func rule() throws -> Report.Rule {
      let counts = try reader("counts")
      return Report.Rule(
        id: try text("id"), title: try text("title"), severity: try value("severity"),
        evaluated: try flag("evaluated"),
        counts: Report.Counts(
          pass: try counts.number("pass"), fail: try counts.number("fail"),
          inconclusive: try counts.number("inconclusive"), pending: try counts.number("pending"),
          manual: try counts.number("manual"), waived: try counts.number("waived")))
    }

    private func finding() throws -> Report.Finding {
      let subject = try reader("subject")
      let waiver = object["waiver"] is [String: Any] ? try reader("waiver") : nil
      return Report.Finding(
        id: try text("id"), rule: try text("rule"), severity: try value("severity"), verdict: try value("verdict"),
        reason: try text("reason"), state: try value("state"), message: try text("message"),
        subject: Report.Subject(
          project: subject.string("project"), tenant: subject.string("tenant"), uid: subject.string("uid"),
          email: subject.string("email"), appleSub: subject.string("apple_sub")),
        object: string("object"), dueAt: optionalTime("due_at"), firstSeen: try time("first_seen"),
        waiver: try waiver.map {
          Waiver(
            signedBy: try $0.text("signed_by"), date: try $0.time("date"), expires: try $0.time("expires"),
            reason: try $0.text("reason"))
        },
        evidence: try readers("evidence").map {
          Report.Citation(
            source: try $0.text("source"), locator: try $0.text("locator"), summary: try $0.text("summary"))
        })
    }

    private func resolved() throws -> Report.Resolved {
      Report.Resolved(
        id: try text("id"), rule: try text("rule"), firstSeen: try time("first_seen"), lastSeen: try time("last_seen"))
    }
  }
}
