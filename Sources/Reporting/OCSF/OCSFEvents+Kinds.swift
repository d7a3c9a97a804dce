import Timestamps
import Vocabulary

/// The four kinds of events.
extension OCSFEvents {
  /// The run as a whole: the gate's decision, and the totals.
  func run(_ writer: inout JSONWriter) {
    let gate = report.gate
    let head = Head(
      code: "run", uid: "run", activity: .create, severity: .informational, status: .new,
      message: report.verdictSentence)
    event(head, &writer) { writer in
      writer.key("finding_info") {
        $0.object { writer in
          writer.key("uid", report.run.id)
          writer.key("title", "Audit as of \(report.run.asOf.rfc3339)")
          writer.key("created_time", report.run.asOf)
        }
      }
      let details = gate.reasons + report.limits.map(\.text)
      compliance(
        of: "gate", .compliance(gate.outcome), verdict: gate.outcome.rawValue, details: details, &writer)
      writer.key("start_time", report.run.startedAt)
      writer.key("end_time", report.run.finishedAt)
      writer.key("count", report.findings.count)
      writer.key("unmapped") { $0.object { totals(&$0) } }
    }
  }

  private func totals(_ writer: inout JSONWriter) {
    let (run, gate, counts) = (report.run, report.gate, report.findings.tally.total)
    writer.key("project", run.project)
    writer.key("exit_status", gate.exitStatus)
    writer.key("fail_on", gate.failOn.name)
    writer.key("scope", gate.scope.rawValue)
    writer.key("failing", gate.failing)
    writer.key("failing_without_waivers", gate.failingWithoutWaivers)
    writer.key("carried", gate.carried)
    writer.key("accounts", report.population.accounts)
    writer.key("anonymized_accounts", report.population.anonymizedAccounts)
    ReportJSON.writeFindings(counts, &writer)
    writer.key("resolved", report.resolved.count)
    writer.key("config_sha256", run.configSHA256)
    writer.key("rules_sha256", run.rulesSHA256)
    writer.key("previous_run", run.previousRun)
    writer.key("ledger", report.ledger?.head)
  }

  func finding(_ finding: Report.Finding, _ writer: inout JSONWriter) {
    let head = Head(
      code: "finding", uid: finding.id, activity: finding.state == .new ? .create : .update,
      severity: .severity(finding.severity), status: finding.waiver == nil ? .new : .suppressed,
      message: finding.message)
    event(head, &writer) { writer in
      info(finding, &writer)
      compliance(
        of: finding.rule, .compliance(finding.verdict), verdict: finding.verdict.rawValue, details: [finding.reason],
        &writer)
      if let remedy = rules[finding.rule]?.remedies[finding.reason], !remedy.isEmpty {
        writer.key("remediation") { $0.object { $0.key("desc", remedy) } }
      }
      writer.key("resources") { $0.array([finding.subject]) { resource($1, &$0) } }
      if !finding.evidence.isEmpty {
        writer.key("evidences") { $0.array(finding.evidence) { evidence($1, &$0) } }
      }
      writer.key("unmapped") { $0.object { rest(of: finding, &$0) } }
    }
  }

  private func info(_ finding: Report.Finding, _ writer: inout JSONWriter) {
    writer.key("finding_info") {
      $0.object { writer in
        writer.key("uid", finding.id)
        writer.key("title", rules[finding.rule]?.title ?? finding.rule)
        writer.key("desc", finding.message)
        writer.key("created_time", finding.firstSeen)
        writer.key("first_seen_time", finding.firstSeen)
        // A carried one was last seen when it was last judged, and that time is not known here.
        if finding.state != .carried { writer.key("last_seen_time", report.run.asOf) }
        analytic(finding.rule, &writer)
      }
    }
  }

  private func analytic(_ rule: String, _ writer: inout JSONWriter) {
    writer.key("analytic") {
      $0.object { writer in
        writer.key("uid", rule)
        writer.key("name", rule)
        writer.key("type_id", OCSFCode.rule.id)
        writer.key("type", OCSFCode.rule.caption)
      }
    }
  }

  /// A resource needs a name or an id: where the person has none in the report, the project stands for it.
  private func resource(_ subject: Report.Subject, _ writer: inout JSONWriter) {
    writer.object { writer in
      if let uid = subject.uid ?? subject.appleSub { writer.key("uid", uid) }
      if let email = subject.email {
        writer.key("name", email)
      } else if subject.uid == nil, subject.appleSub == nil {
        writer.key("name", subject.project ?? report.run.project ?? report.run.tool.name)
      }
      let isPerson = subject.uid != nil || subject.email != nil || subject.appleSub != nil
      writer.key("type", isPerson ? "account" : "project")
      if let tenant = subject.tenant { writer.key("namespace", tenant) }
    }
  }

  private func evidence(_ citation: Report.Citation, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name", citation.source)
      writer.key("data") {
        $0.object {
          $0.key("source", citation.source)
          $0.key("locator", citation.locator)
          $0.key("summary", citation.summary)
        }
      }
    }
  }

  private func rest(of finding: Report.Finding, _ writer: inout JSONWriter) {
    writer.key("reason", finding.reason)
    writer.key("state", finding.state.rawValue)
    writer.key("object", finding.object)
    writer.key("due_at", finding.dueAt?.rfc3339)
    writer.key("project", finding.subject.project)
    writer.key("apple_sub", finding.subject.appleSub)
    writer.key("judged_in", finding.judgedIn)
    ReportJSON.write(finding.waiver, &writer)
  }

  /// What the run before had and this one has not.
  func resolved(_ resolved: Report.Resolved, _ writer: inout JSONWriter) {
    let rule = rules[resolved.rule]
    let cause = resolved.cause?.rawValue
    let head = Head(
      code: "resolved", uid: resolved.id, activity: .close,
      severity: rule.map { .severity($0.severity) } ?? OCSFCode(id: 0, caption: "Unknown"), status: .resolved,
      message: "The finding is resolved\(cause.map { ": \($0)" } ?? "").")
    event(head, &writer) { writer in
      writer.key("finding_info") {
        $0.object { writer in
          writer.key("uid", resolved.id)
          writer.key("title", rule?.title ?? resolved.rule)
          writer.key("created_time", resolved.firstSeen)
          writer.key("first_seen_time", resolved.firstSeen)
          writer.key("last_seen_time", resolved.lastSeen)
          analytic(resolved.rule, &writer)
        }
      }
      // Only one that was judged again is known to comply.
      compliance(
        of: resolved.rule, resolved.cause == .passed ? .pass : .unknown, verdict: cause, details: [], &writer)
      writer.key("unmapped") { $0.object { $0.key("cause", cause) } }
    }
  }

  /// A rule without its evidence: nothing is known, which is told, since nothing would look like compliance.
  func notEvaluated(_ rule: Report.Rule, _ writer: inout JSONWriter) {
    let uid = "not-evaluated/\(rule.id)"
    let why = rule.notEvaluated ?? "The rule was not evaluated."
    let head = Head(
      code: "not-evaluated", uid: uid, activity: .create, severity: .severity(rule.severity), status: .new,
      message: why)
    event(head, &writer) { writer in
      writer.key("finding_info") {
        $0.object { writer in
          writer.key("uid", uid)
          writer.key("title", "Not evaluated: \(rule.title)")
          writer.key("created_time", report.run.asOf)
          analytic(rule.id, &writer)
        }
      }
      compliance(of: rule.id, .warning, verdict: "not-evaluated", details: [why], &writer)
    }
  }
}
