package import Foundation
import Vocabulary

extension ReportJSON {
  /// Reads what `ReportJSON` or `KeptReport` wrote, in either version. The first has no guidance and only the names of
  /// frameworks; in version 1 it has no flagged accounts and frameworks either, and its limits are worked out again.
  ///
  /// - Parameter meaningsOfAbsence: for `ReportLimits.all`.
  /// - Throws: an error where the data is neither.
  package static func read(_ data: Data, meaningsOfAbsence: [String: String]) throws -> Report {
    var reader = try Reader(data, meaningsOfAbsence: meaningsOfAbsence)
    return try reader.finish()
  }

  /// Reads a report whose frame and parts come one after another.
  package struct Reader {
    private var report: Report
    private var findings = FindingArray.Builder()
    /// Those that the lists of `report.json` have not.
    private var more = FindingArray.Builder()

    /// - Parameters:
    ///   - frame: a `KeptFrame`, or the whole text.
    ///   - meaningsOfAbsence: as in `read`.
    /// - Throws: an error where the text is neither.
    package init(_ frame: Data, meaningsOfAbsence: [String: String]) throws {
      let object = try JSONObject(try JSONSerialization.jsonObject(with: frame))
      let schema = try object.text("schema")
      guard let version = [Report.Version.one, .two].first(where: { $0.schema == schema }) else {
        throw JSONObject.Malformed(key: "schema")
      }
      report = try ReportJSON.report(object, version)
      if version == .two { try readAdditions(object, into: &report) }
      if let page = try object.optionalObject("page") {
        try KeptReport.read(page, into: &report)
        if report.listed != nil {
          for object in try page.objects("more_findings") { try more.append(finding(object, version)) }
        }
      } else if version == .one {
        report.limits = ReportLimits.all(for: report, meaningsOfAbsence: meaningsOfAbsence)
          .map { Report.Limit(code: nil, text: $0.text) }
      }
      for finding in report.findings { try findings.append(finding) }
      report.findings = []
    }

    /// Adds items of a list that the frame has not.
    ///
    /// - Parameter items: the parts' in their order.
    /// - Returns: the ids of the findings among them.
    /// - Throws: an error where the items are no such ones.
    @discardableResult
    package mutating func add(_ items: Data, of list: KeptReport.List) throws -> [String] {
      guard list != .resolved else {
        report.resolved += try objects(items).map { try resolved($0, report.version) }
        return []
      }
      let found = try ReportJSON.findings(items, report.version)
      for finding in found {
        if list == .more { try more.append(finding) } else { try findings.append(finding) }
      }
      return found.map(\.id)
    }

    /// To be called once.
    ///
    /// - Throws: `CannotWrite`.
    package mutating func finish() throws -> Report {
      report.findings = try findings.finish()
      try report.insert(more.finish())
      return report
    }
  }

  private static func report(_ object: JSONObject, _ version: Report.Version) throws -> Report {
    Report(
      version: version, run: try run(object.object("run"), version), gate: try gate(object.object("gate"), version),
      population: try population(object.object("population"), version),
      sources: try object.objects("sources").map { try source($0, version) },
      coverage: try object.objects("coverage").map { try coverage($0, version) },
      rules: try object.objects("rules").map { try rule($0, version) },
      findings: try object.objects("findings").map { try finding($0, version) },
      resolved: try object.objects("resolved").map { try resolved($0, version) }, flagged: nil)
  }

  private static func run(_ object: JSONObject, _ version: Report.Version) throws -> Report.Run {
    let tool = try object.object("tool")
    return Report.Run(
      id: try object.text("id"), asOf: try object.time("as_of"), startedAt: try object.time("started_at"),
      finishedAt: try object.time("finished_at"),
      tool: Report.Tool(name: try tool.text("name"), version: try tool.text("version")),
      project: try object.optionalText("project"), configSHA256: try object.text("config_sha256"),
      rulesSHA256: try object.text("rules_sha256"), previousRun: try object.optionalText("previous_run"),
      host: try object.optionalText("host"), user: try object.optionalText("user"))
  }

  private static func gate(_ object: JSONObject, _ version: Report.Version) throws -> Report.Gate {
    guard let failOn = FailOn(try object.text("fail_on")) else { throw JSONObject.Malformed(key: "fail_on") }
    return Report.Gate(
      outcome: try object.word("outcome"), exitStatus: try object.number("exit_status"), failOn: failOn,
      scope: try object.word("scope"), failing: try object.number("failing"),
      reasons: try object.texts("reasons"),
      failingWithoutWaivers: version == .one ? 0 : try object.number("failing_without_waivers"),
      carried: version == .one ? 0 : try object.number("carried"))
  }

  private static func population(_ object: JSONObject, _ version: Report.Version) throws -> Report.Population {
    Report.Population(
      accounts: try object.number("accounts"), appleAccounts: try object.number("apple_accounts"),
      anonymizedAccounts: try object.number("anonymized_accounts"), links: try object.number("links"),
      deletionRequests: try object.number("deletion_requests"), byRelayDomain: try object.numbers("by_relay_domain"),
      anonymityUnknown: version == .one ? 0 : try object.number("anonymity_unknown"))
  }

  private static func source(_ object: JSONObject, _ version: Report.Version) throws -> Report.Source {
    Report.Source(
      path: try object.text("path"), kind: try object.optionalText("kind"), format: try object.optionalText("format"),
      sha256: try object.text("sha256"), bytes: Int64(try object.number("bytes")),
      records: try object.number("records"), rejected: try object.number("rejected"),
      truncated: try object.flag("truncated"), capturedAt: try object.time("captured_at"),
      rejects: try object.objects("rejects").map {
        Report.Reject(locator: try $0.text("locator"), reason: try $0.text("reason"))
      },
      capturedFrom: try object.optionalText("captured_from"),
      skipped: version == .one ? 0 : try object.number("skipped"),
      superseded: version == .one ? false : try object.flag("superseded"))
  }

  private static func coverage(_ object: JSONObject, _ version: Report.Version) throws -> Report.Coverage {
    Report.Coverage(
      kind: try object.text("kind"), present: try object.flag("present"), records: try object.number("records"),
      matched: try object.number("matched"), unmatched: try object.number("unmatched"),
      from: try object.optionalTime("from"), to: try object.optionalTime("to"),
      rulesNotEvaluated: try object.texts("rules_not_evaluated"),
      remembered: version == .one ? 0 : try object.number("remembered"))
  }

  private static func rule(_ object: JSONObject, _ version: Report.Version) throws -> Report.Rule {
    Report.Rule(
      id: try object.text("id"), title: try object.text("title"), severity: try object.word("severity"),
      evaluated: try object.flag("evaluated"), notEvaluated: try object.optionalText("not_evaluated"),
      counts: try counts(object.object("counts")),
      reasons: version == .one ? [] : try object.objects("reasons").map(reason), guidance: nil)
  }

  private static func reason(_ object: JSONObject) throws -> Report.Reason {
    Report.Reason(
      reason: try object.text("reason"), message: try object.text("message"),
      remediation: try object.text("remediation"), counts: try counts(object.object("counts")))
  }

  private static func counts(_ object: JSONObject) throws -> Report.Counts {
    Report.Counts(
      pass: try object.number("pass"), fail: try object.number("fail"),
      inconclusive: try object.number("inconclusive"), pending: try object.number("pending"),
      manual: try object.number("manual"), waived: try object.number("waived"))
  }

  static func finding(_ object: JSONObject, _ version: Report.Version) throws -> Report.Finding {
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
      },
      judgedIn: version == .one ? nil : try object.text("judged_in"))
  }

  private static func waiver(_ object: JSONObject) throws -> Waiver {
    Waiver(
      signedBy: try object.text("signed_by"), date: try object.time("date"), expires: try object.time("expires"),
      reason: try object.text("reason"))
  }

  private static func resolved(_ object: JSONObject, _ version: Report.Version) throws -> Report.Resolved {
    Report.Resolved(
      id: try object.text("id"), rule: try object.text("rule"), firstSeen: try object.time("first_seen"),
      lastSeen: try object.time("last_seen"), cause: version == .one ? nil : try object.word("cause"))
  }
}
