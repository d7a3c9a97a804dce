import Testing

/// What a report says of people, whatever files it rests on: to compare the same evidence in two forms.
extension Night {
  /// Findings without their evidence, counts by rule, and what is resolved. What is counted by source is left out.
  var judged: Set<String> {
    func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "-" }
    let keys = ["id", "rule", "severity", "verdict", "reason", "state", "object", "due_at", "message"]
    let findings = (report["findings"] as? [[String: Any]] ?? []).map { finding in
      keys.map { text(finding[$0]) }.joined(separator: " ")
    }
    let rules = (report["rules"] as? [[String: Any]] ?? []).filter {
      $0["evaluated"] as? Bool == true && $0["id"] as? String != "config/secret-exposed"
        && !text($0["id"]).hasPrefix("evidence/")
    }
    let counts = rules.map { rule in
      let counts = (rule["counts"] as? [String: Int] ?? [:]).sorted { $0.key < $1.key }
      return text(rule["id"]) + counts.map { " \($0.key) \($0.value)" }.joined()
    }
    return Set(findings + counts + resolved.map { "resolved \($0.id) \($0.cause ?? "-")" } + ["status \(status)"])
  }

  func expectSameVerdicts(as other: Night, sourceLocation: SourceLocation = #_sourceLocation) {
    let (mine, theirs) = (judged.subtracting(other.judged), other.judged.subtracting(judged))
    #expect(
      mine.isEmpty && theirs.isEmpty, "\(mine.sorted()) against \(theirs.sorted())", sourceLocation: sourceLocation)
  }
}
