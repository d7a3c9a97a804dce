import Timestamps
import Vocabulary

/// The statement about one report and the files that it was written to.
struct InTotoStatement {
  let report: Report
  let files: [WrittenFile]

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("_type", "https://in-toto.io/Statement/v1")
      writer.key("subject") { $0.array(subjects) { write($1, &$0) } }
      writer.key("predicateType", "https://in-toto.io/attestation/test-result/v0.1")
      writer.key("predicate") { predicate(&$0) }
    }
  }

  private struct Subject {
    var name: String
    var sha256: String
    /// `report` or `source`.
    var role: String
  }

  /// The report's files, then its sources. Names are unique: a source that is read as two kinds is one, and one that
  /// bears the name of a report's file gets another.
  private var subjects: [Subject] {
    var subjects = files.map { Subject(name: $0.name, sha256: $0.sha256, role: "report") }
    var names = Set(subjects.map(\.name))
    var digests: [String: String] = [:]
    for source in report.sources where digests[source.path] != source.sha256 {
      digests[source.path] = source.sha256
      var name = source.path
      while !names.insert(name).inserted { name = "./" + name }
      subjects.append(Subject(name: name, sha256: source.sha256, role: "source"))
    }
    return subjects
  }

  private func write(_ subject: Subject, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name", subject.name)
      digest(subject.sha256, &writer)
      writer.key("annotations") { $0.object { $0.key("role", subject.role) } }
    }
  }

  private func digest(_ sha256: String, _ writer: inout JSONWriter) {
    writer.key("digest") { $0.object { $0.key("sha256", sha256) } }
  }

  private func predicate(_ writer: inout JSONWriter) {
    let failing = report.failingRules
    let states = report.rules.map { (id: $0.id, state: RuleState(of: $0, failing: failing)) }
    func names(_ state: RuleState, _ writer: inout JSONWriter) {
      writer.array(states.filter { $0.state == state }) { $0.string($1.id) }
    }
    writer.object { writer in
      writer.key("result", result)
      writer.key("configuration") { writer in
        let ledger = report.ledger.map { [$0] } ?? []
        let parts = [configuration, rules] + ledger.map { ledger in { self.write(ledger, &$0) } }
        writer.array(parts) { writer, part in writer.object { part(&$0) } }
      }
      writer.key("url", "urn:uuid:\(report.run.id)")
      writer.key("passedTests") { names(.passed, &$0) }
      writer.key("warnedTests") { names(.warned, &$0) }
      writer.key("failedTests") { names(.failed, &$0) }
    }
  }

  /// An incomplete audit has not passed, so its result is that of a failed one: a policy that takes warnings would take
  /// it for a pass. A pass that does not rest on all evidence has warnings.
  private var result: String {
    switch report.gate.outcome {
    case .pass: report.gaps.isEmpty ? "PASSED" : "WARNED"
    case .fail, .incomplete: "FAILED"
    }
  }

  private func configuration(_ writer: inout JSONWriter) {
    let (run, gate, counts) = (report.run, report.gate, report.findings.tally.total)
    writer.key("name", "configuration")
    digest(run.configSHA256, &writer)
    writer.key("annotations") {
      $0.object { writer in
        writer.key("tool", "\(run.tool.name) \(run.tool.version)")
        writer.key("project", run.project)
        writer.key("as_of", run.asOf.rfc3339)
        writer.key("outcome", gate.outcome.rawValue)
        writer.key("exit_status", gate.exitStatus)
        writer.key("fail_on", gate.failOn.name)
        writer.key("scope", gate.scope.rawValue)
        writer.key("failing", gate.failing)
        writer.key("failing_without_waivers", gate.failingWithoutWaivers)
        ReportJSON.writeFindings(counts, &writer)
      }
    }
  }

  private func rules(_ writer: inout JSONWriter) {
    writer.key("name", "rules")
    digest(report.run.rulesSHA256, &writer)
  }

  /// The head is the digest of the run's entry in the ledger.
  private func write(_ ledger: Report.Ledger, _ writer: inout JSONWriter) {
    writer.key("name", "ledger")
    digest(String(ledger.head.drop { $0 != ":" }.dropFirst()), &writer)
    writer.key("annotations") {
      $0.object { writer in
        writer.key("number", ledger.number)
        writer.key("head", ledger.head)
        writer.key("previous", ledger.previous)
        writer.key("report_without_ledger_sha256", ledger.reportSHA256)
      }
    }
  }

  /// What a test's name is listed under.
  private enum RuleState {
    case passed
    /// Not evaluated, or with findings that are inconclusive or waived.
    case warned
    case failed

    init(of rule: Report.Rule, failing: Set<String>) {
      if failing.contains(rule.id) {
        self = .failed
      } else {
        self = rule.isMet ? .passed : .warned
      }
    }
  }
}
