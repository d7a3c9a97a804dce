import Foundation
import Testing
import Timestamps

@testable import Run

extension Scenario {
  /// Audits the nights with one store, and compares the last one's report with what is expected.
  func check() throws {
    let place = try Workplace()
    let inputs = place.path("in")
    let given = try ruleCase()
    var output = ""
    for night in given.earlierNights + [given.lastNight] {
      try? FileManager.default.removeItem(at: inputs)
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for (name, text) in given.files { try Data(text.utf8).write(to: inputs.appending(path: name)) }
      try CaseFiles(folder: inputs).write(night, config: given.config, variant: .plain)
      let outcome = try place.run(
        [
          "audit", "in", "--as-of", night.asOf.rfc3339, "--store", "audit.sqlite", "--out", "reports", "--format",
          "json",
          "--pii", "full", "--fail-on", "none", "--jobs", "1",
        ] + (flags.contains("--require") ? [] : ["--require", "none"]) + flags)
      try #require(outcome.status <= 2, "\(outcome.status): \(outcome.errors)")
      output = outcome.output
    }
    let report = try place.report("reports")
    let differences = try rules.flatMap { try self.differences(of: $0, in: report) } + self.differences(in: report)
    #expect(differences.isEmpty, "\(testDescription)\n  \(differences.joined(separator: "\n  "))")
    for text in summary { #expect(output.contains(text), "\(testDescription)\n  no `\(text)` in: \(output)") }
  }

  private func differences(of rule: String, in report: [String: Any]) throws -> [String] {
    let rows = rows.filter { $0.rule == rule }
    var findings = try #require(report["findings"] as? [[String: Any]]).filter { $0["rule"] as? String == rule }
    var differences: [String] = []
    for row in rows where !["pass", "none"].contains(row.verdict) {
      if let index = findings.firstIndex(where: { row.isSaid(by: $0) }) {
        findings.remove(at: index)
      } else {
        differences.append("missing: \(row)")
      }
    }
    differences += findings.map { "not expected: \(Row(rule: rule, finding: $0))" }
    let entry = (report["rules"] as? [[String: Any]])?.first { $0["id"] as? String == rule }
    guard let counts = entry?["counts"] as? [String: Int], let passes = counts["pass"] else {
      return differences + ["\(rule): no such rule"]
    }
    let expected = rows.count { $0.verdict == "pass" }
    // Where a subject alone is told not to have a finding, nothing is said of who passes.
    if passes != expected, !rows.allSatisfy({ $0.verdict == "none" }) {
      differences.append("\(rule): \(passes) pass, where \(expected) should")
    }
    return differences
  }

  private func differences(in report: [String: Any]) -> [String] {
    facts.compactMap { fact in
      let got = Self.text(fact.path.reduce(report as Any?) { Self.step($1, from: $0) })
      return got == fact.value ? nil : "\(fact.path.joined(separator: " ")): \(got), where \(fact.value) is expected"
    }
  }

  private static func step(_ key: String, from value: Any?) -> Any? {
    if let object = value as? [String: Any] { return object[key] }
    return (value as? [[String: Any]])?.first { element in
      ["id", "kind", "path", "code", "rule", "reason"].contains { element[$0] as? String == key }
    }
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nothing"
    case is NSNull: "null"
    case let list as [Any]: String(list.count)
    case let number as NSNumber:
      String(cString: number.objCType) == "c" ? (number.boolValue ? "true" : "false") : "\(number)"
    default: value.map { "\($0)" } ?? ""
    }
  }
}

extension Scenario.Row: CustomStringConvertible {
  init(rule: String, finding: [String: Any]) {
    let subject = finding["subject"] as? [String: Any] ?? [:]
    let name = ["uid", "apple_sub", "email"].compactMap { subject[$0] as? String }.first
    self.init(
      rule: rule, subject: name, object: finding["object"] as? String, verdict: finding["verdict"] as? String ?? "",
      reason: finding["reason"] as? String, dueAt: finding["due_at"] as? String)
  }

  func isSaid(by finding: [String: Any]) -> Bool {
    let got = Self(rule: rule, finding: finding)
    return (subject == nil || got.subject == subject) && got.verdict == verdict
      && (reason == nil || got.reason == reason)
      && (object == nil || got.object == object) && (dueAt == nil || got.dueAt == dueAt)
  }

  var description: String {
    let words = [rule, subject ?? "-", object ?? "-", verdict, reason ?? ""].joined(separator: " ")
    return dueAt.map { "\(words), due \($0)" } ?? words
  }
}
