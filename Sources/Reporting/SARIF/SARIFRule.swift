import Vocabulary

/// A rule as SARIF describes one.
struct SARIFRule {
  private let rule: Report.Rule

  init(_ rule: Report.Rule) { self.rule = rule }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id", rule.id)
      text("shortDescription", rule.title, &writer)
      if let guidance = rule.guidance { text("fullDescription", guidance.rationale, &writer) }
      if !rule.reasons.isEmpty {
        text("help", rule.reasons.map { "\($0.reason): \($0.remediation)" }.joined(separator: "\n"), &writer)
      }
      writer.key("defaultConfiguration") { $0.object { $0.key("level", rule.severity.sarifLevel) } }
      writer.key("properties") {
        $0.object { writer in
          writer.key("severity", rule.severity.rawValue)
          writer.key("security-severity", rule.severity.score)
          writer.key("evaluated", rule.evaluated)
          // Code scanning takes the score of a rule with the first tag only.
          writer.key("tags") {
            $0.array(["security", String(rule.id.prefix { $0 != "/" })] + (rule.guidance?.requirements ?? [])) {
              $0.string($1)
            }
          }
        }
      }
    }
  }

  private func text(_ key: StaticString, _ text: String, _ writer: inout JSONWriter) {
    writer.key(key) { $0.object { $0.key("text", SARIFText.message(text)) } }
  }
}

extension Severity {
  var sarifLevel: String {
    switch self {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low: "note"
    }
  }

  /// In the middle of the range that code scanning gives the same name.
  fileprivate var score: String {
    switch self {
    case .critical: "9.5"
    case .high: "8.0"
    case .medium: "5.5"
    case .low: "2.0"
    }
  }
}
