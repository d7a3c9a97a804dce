import Vocabulary

/// A rule as a test.
struct JUnitCase {
  enum Result {
    case passed
    /// Nothing failed, and not all is known.
    case skipped(String)
    /// A finding fails that is not waived, whether the gate is told to fail for it or not.
    case failed(String)
  }

  let rule: Report.Rule
  let findings: JUnitReport.Findings
  let result: Result

  init(_ rule: Report.Rule, _ findings: JUnitReport.Findings, _ failOn: FailOn) {
    self.rule = rule
    self.findings = findings
    let counts = findings.counts
    if counts.fail > 0 {
      result = .failed(Self.failure(of: rule, findings, failOn))
    } else if !rule.evaluated {
      result = .skipped("The rule was not evaluated. \(rule.notEvaluated ?? "Evidence that it needs is missing.")")
    } else if counts.inconclusive > 0 {
      let reasons = rule.reasons.filter { $0.counts.inconclusive > 0 }
        .map { "\($0.reason) (\(HTMLText.number($0.counts.inconclusive)))" }
      let why = reasons.isEmpty ? "" : " Reasons: \(reasons.joined(separator: ", "))."
      let are = counts.inconclusive == 1 ? "is" : "are"
      result = .skipped("\(HTMLText.count(counts.inconclusive, "verdict")) \(are) inconclusive.\(why)")
    } else {
      result = .passed
    }
  }

  var isFailure: Bool {
    if case .failed = result { true } else { false }
  }

  var isSkipped: Bool {
    if case .skipped = result { true } else { false }
  }

  /// Of findings as they are listed, since a report of version 1 counts a waived one under its verdict too.
  var counts: Report.Counts {
    var counts = findings.counts
    counts.pass = rule.counts.pass
    return counts
  }

  /// What the rule demands, and what came of it.
  var description: String {
    let verdicts = Verdict.allCases.map { "\(HTMLText.number(counts.count(of: $0))) \($0.rawValue)" }
    return "\(rule.title)\n\(verdicts.joined(separator: ", ")), \(HTMLText.number(counts.waived)) waived."
  }

  private static func failure(of rule: Report.Rule, _ findings: JUnitReport.Findings, _ failOn: FailOn) -> String {
    let counts = findings.counts
    var text = "\(HTMLText.count(counts.fail, "finding")) \(counts.fail == 1 ? "fails" : "fail")"
    text += ", \(HTMLText.number(findings.new)) new"
    if counts.waived > 0 { text += ", \(HTMLText.number(counts.waived)) more waived" }
    text += ". The rule: \(rule.title)"
    if !rule.evaluated {
      text += " Findings of earlier runs remain because the rule was not evaluated."
    }
    switch failOn {
    case .never: text += " This does not fail the gate: fail_on is none."
    case .severity(let least) where rule.severity < least:
      text +=
        " This does not fail the gate: the severity is \(rule.severity.rawValue), and fail_on is \(least.rawValue)."
    case .severity: break
    }
    return text
  }
}
