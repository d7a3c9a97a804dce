import Foundation
import Testing

/// What one night's audit said.
struct Night {
  struct Finding {
    var id: String
    var rule: String
    var uid: String?
    var object: String?
    var verdict: String
    var reason: String
    var state: String
    var isWaived: Bool
    var judgedIn: String?
    var evidence: [[String: String]]

    var says: String { "\(verdict) \(reason)" }
  }

  struct Resolved: Hashable {
    var id: String
    var rule: String
    var cause: String?
  }

  let status: Int32
  let output: String
  let errors: String
  let report: [String: Any]
  let findings: [Finding]
  let resolved: [Resolved]

  init(outcome: Workplace.Outcome, report: [String: Any]) throws {
    status = outcome.status
    output = outcome.output
    errors = outcome.errors
    self.report = report
    findings = try #require(report["findings"] as? [[String: Any]]).map { finding in
      Finding(
        id: try #require(finding["id"] as? String), rule: try #require(finding["rule"] as? String),
        uid: (finding["subject"] as? [String: Any])?["uid"] as? String, object: finding["object"] as? String,
        verdict: try #require(finding["verdict"] as? String), reason: try #require(finding["reason"] as? String),
        state: try #require(finding["state"] as? String), isWaived: !(finding["waiver"] is NSNull),
        judgedIn: finding["judged_in"] as? String,
        evidence: try #require(finding["evidence"] as? [[String: Any]]).map { $0.compactMapValues { $0 as? String } })
    }
    resolved = try #require(report["resolved"] as? [[String: Any]]).map {
      Resolved(
        id: try #require($0["id"] as? String), rule: try #require($0["rule"] as? String), cause: $0["cause"] as? String)
    }
  }

  var run: String { (report["run"] as? [String: Any])?["id"] as? String ?? "" }
  var previousRun: String? { (report["run"] as? [String: Any])?["previous_run"] as? String }
  var gate: [String: Any] { report["gate"] as? [String: Any] ?? [:] }
  /// Why the gate did not pass, in its words.
  var reasons: String { (gate["reasons"] as? [String] ?? []).joined(separator: "\n") }
  var isComplete: Bool { status == 0 }
  /// The codes of what the report does not prove.
  var limits: Set<String> { Set((report["limits"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }) }
  var population: [String: Any] { report["population"] as? [String: Any] ?? [:] }

  func coverage(_ kind: String) -> [String: Any] {
    (report["coverage"] as? [[String: Any]])?.first { $0["kind"] as? String == kind } ?? [:]
  }

  func source(_ path: String) -> [String: Any] {
    (report["sources"] as? [[String: Any]])?.first { $0["path"] as? String == path } ?? [:]
  }

  func finding(_ rule: String, _ uid: String) -> Finding? { findings.first { $0.rule == rule && $0.uid == uid } }

  /// `pass`, or the verdict with its reason, of each account that the rule judged otherwise.
  func verdicts(_ rule: String) -> [String: String] {
    Dictionary(findings.filter { $0.rule == rule }.map { ($0.uid ?? "-", $0.says) }) { "\($0), \($1)" }
  }

  func passes(_ rule: String) -> Int? { counts(rule)["pass"] }

  private func counts(_ rule: String) -> [String: Int] {
    let rules = report["rules"] as? [[String: Any]] ?? []
    return rules.first { $0["id"] as? String == rule }?["counts"] as? [String: Int] ?? [:]
  }

  /// The rule judged these accounts, each with this verdict, and no others.
  func expect(
    _ rule: String, _ expected: [String: String], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(verdicts(rule) == expected.filter { $0.value != "pass" }, comment, sourceLocation: sourceLocation)
    #expect(
      passes(rule) == expected.count { $0.value == "pass" }, comment ?? "passes of \(rule)",
      sourceLocation: sourceLocation)
  }

  func expect(
    _ expected: [String: [String: String]], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (rule, verdicts) in expected { expect(rule, verdicts, comment, sourceLocation: sourceLocation) }
  }
}

// MARK: What holds of every night

extension Night {
  /// The status, the gate, the rules' counts and the findings are one story.
  func checkItself(_ place: SourceLocation) throws {
    #expect(gate["exit_status"] as? Int == Int(status), sourceLocation: place)
    for rule in try #require(report["rules"] as? [[String: Any]]) {
      let id = try #require(rule["id"] as? String)
      let found = findings.filter { $0.rule == id }
      for verdict in ["fail", "inconclusive", "pending", "manual"] {
        #expect(
          counts(id)[verdict] == found.count { $0.verdict == verdict && !$0.isWaived }, "\(id): \(verdict)",
          sourceLocation: place)
      }
      #expect(counts(id)["waived"] == found.count { $0.isWaived }, "\(id): waived", sourceLocation: place)
    }
    #expect(Set(findings.map(\.id)).count == findings.count, sourceLocation: place)
    for finding in findings where finding.state == "carried" {
      #expect(
        finding.judgedIn.map { $0 != run } ?? false, "\(finding.rule) is carried, but from which run?",
        sourceLocation: place)
    }
    let causes = [
      "passed", "subject-gone", "rule-changed", "rule-disabled", "request-cancelled", "evidence-released",
    ]
    for resolved in resolved {
      #expect(
        resolved.cause.map(causes.contains) ?? false, "\(resolved.rule): \(resolved.cause ?? "no cause")",
        sourceLocation: place)
    }
  }

  /// Findings of the run before = tonight's `existing` + `carried` + `resolved` (docs/contract.md, section 4).
  func check(after previous: Night, _ place: SourceLocation) {
    let before = Set(previous.findings.map(\.id))
    let kept = Set(findings.filter { $0.state != "new" }.map(\.id))
    let gone = Set(resolved.map(\.id))
    let describe = { (ids: Set<String>) in
      (previous.findings + findings).filter { ids.contains($0.id) }.map { "\($0.rule) \($0.uid ?? "-") \($0.says)" }
    }
    #expect(kept.isDisjoint(with: gone), sourceLocation: place)
    #expect(
      before.subtracting(kept).subtracting(gone).isEmpty,
      "lost: \(describe(before.subtracting(kept).subtracting(gone)))", sourceLocation: place)
    #expect(
      kept.union(gone).subtracting(before).isEmpty,
      "not of the run before: \(describe(kept.union(gone).subtracting(before)))", sourceLocation: place)
    for finding in findings where finding.state == "new" {
      #expect(!before.contains(finding.id), "\(finding.rule) is not new", sourceLocation: place)
    }
  }
}
