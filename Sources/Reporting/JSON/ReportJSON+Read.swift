package import Foundation
import Vocabulary

extension ReportJSON {
  /// Reads what `ReportJSON` or `KeptReport` wrote. The first has no flagged accounts, guidance or frameworks; its limits
  /// are worked out again.
  ///
  /// - Parameter meaningsOfAbsence: for `ReportLimits.sentences`.
  /// - Throws: an error where the data is neither.
  package static func read(_ data: Data, meaningsOfAbsence: [String: String]) throws -> Report {
    let object = try JSONObject(try JSONSerialization.jsonObject(with: data))
    guard try object.text("schema") == Report.schema else { throw JSONObject.Malformed(key: "schema") }
    var report = Report(
      run: try run(object.object("run")), gate: try gate(object.object("gate")),
      population: try population(object.object("population")), sources: try object.objects("sources").map(source),
      coverage: try object.objects("coverage").map(coverage), rules: try object.objects("rules").map(rule),
      findings: try object.objects("findings").map(finding), resolved: try object.objects("resolved").map(resolved),
      flagged: nil, frameworks: [], limits: [])
    if let page = try object.optionalObject("page") {
      try KeptReport.read(page, into: &report)
    } else {
      report.limits = ReportLimits.sentences(for: report, meaningsOfAbsence: meaningsOfAbsence)
    }
    return report
  }

  private static func run(_ object: JSONObject) throws -> Report.Run {
    let tool = try object.object("tool")
    return Report.Run(
      id: try object.text("id"), asOf: try object.time("as_of"), startedAt: try object.time("started_at"),
      finishedAt: try object.time("finished_at"),
      tool: Report.Tool(name: try tool.text("name"), version: try tool.text("version")),
      project: try object.optionalText("project"), configSHA256: try object.text("config_sha256"),
      rulesSHA256: try object.text("rules_sha256"), previousRun: try object.optionalText("previous_run"))
  }

  private static func gate(_ object: JSONObject) throws -> Report.Gate {
    guard let failOn = FailOn(try object.text("fail_on")) else { throw JSONObject.Malformed(key: "fail_on") }
    return Report.Gate(
      outcome: try object.word("outcome"), exitStatus: try object.number("exit_status"), failOn: failOn,
      scope: try object.word("scope"), failing: try object.number("failing"),
      reasons: try object.texts("reasons"))
  }

  private static func population(_ object: JSONObject) throws -> Report.Population {
    Report.Population(
      accounts: try object.number("accounts"), appleAccounts: try object.number("apple_accounts"),
      anonymizedAccounts: try object.number("anonymized_accounts"), links: try object.number("links"),
      deletionRequests: try object.number("deletion_requests"), byRelayDomain: try object.numbers("by_relay_domain"))
  }

  private static func source(_ object: JSONObject) throws -> Report.Source {
    Report.Source(
      path: try object.text("path"), kind: try object.optionalText("kind"), format: try object.optionalText("format"),
      sha256: try object.text("sha256"), bytes: Int64(try object.number("bytes")),
      records: try object.number("records"), rejected: try object.number("rejected"),
      truncated: try object.flag("truncated"), capturedAt: try object.time("captured_at"),
      rejects: try object.objects("rejects").map {
        Report.Reject(locator: try $0.text("locator"), reason: try $0.text("reason"))
      })
  }

  private static func coverage(_ object: JSONObject) throws -> Report.Coverage {
    Report.Coverage(
      kind: try object.text("kind"), present: try object.flag("present"), records: try object.number("records"),
      matched: try object.number("matched"), unmatched: try object.number("unmatched"),
      from: try object.optionalTime("from"), to: try object.optionalTime("to"),
      rulesNotEvaluated: try object.texts("rules_not_evaluated"))
  }

  private static func rule(_ object: JSONObject) throws -> Report.Rule {
    let counts = try object.object("counts")
    return Report.Rule(
      id: try object.text("id"), title: try object.text("title"), severity: try object.word("severity"),
      evaluated: try object.flag("evaluated"),
      counts: Report.Counts(
        pass: try counts.number("pass"), fail: try counts.number("fail"),
        inconclusive: try counts.number("inconclusive"), pending: try counts.number("pending"),
        manual: try counts.number("manual"), waived: try counts.number("waived")),
      guidance: nil)
  }

  private static func finding(_ object: JSONObject) throws -> Report.Finding {
    let subject = try object.object("subject")
    return Report.Finding(
      id: try object.text("id"), rule: try object.text("rule"), severity: try object.word("severity"),
      verdict: try object.word("verdict"), reason: try object.text("reason"), state: try object.word("state"),
      message: try object.text("message"),
      subject: Report.Subject(
        project: try subject.optionalText("project"), tenant: try subject.optionalText("tenant"),
        uid: try subject.optionalText("uid"), email: try subject.optionalText("email"),
        appleSub: try subject.optionalText("apple_sub")),
      object: try object.optionalText("object"), dueAt: try object.optionalTime("due_at"),
      firstSeen: try object.time("first_seen"), waiver: try object.optionalObject("waiver").map(waiver),
      evidence: try object.objects("evidence").map {
        Report.Citation(
          source: try $0.text("source"), locator: try $0.text("locator"), summary: try $0.text("summary"))
      })
  }

  private static func waiver(_ object: JSONObject) throws -> Waiver {
    Waiver(
      signedBy: try object.text("signed_by"), date: try object.time("date"), expires: try object.time("expires"),
      reason: try object.text("reason"))
  }

  private static func resolved(_ object: JSONObject) throws -> Report.Resolved {
    Report.Resolved(
      id: try object.text("id"), rule: try object.text("rule"), firstSeen: try object.time("first_seen"),
      lastSeen: try object.time("last_seen"))
  }
}
