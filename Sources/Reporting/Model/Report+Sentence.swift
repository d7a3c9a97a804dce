import Vocabulary

extension Report {
  /// What the audit found, in one sentence for people who do not know the rules. Summary and page begin with it.
  package var verdictSentence: String {
    let waived = waivedClause.map { "; \($0)" } ?? ""
    switch gate.outcome {
    case .pass:
      let but = gaps.isEmpty ? "" : ", but \(gaps.joined(separator: ", and "))"
      return nothingFound + but + waived + lesser + "."
    case .fail: return violations + waived + "."
    case .incomplete: return "The audit is incomplete: evidence is missing or could not be used" + waived + lesser + "."
    }
  }

  /// `42 new serious violations found, 7 of them critical`.
  private var violations: String {
    let count = gate.failing
    let violations = HTMLText.count(count, "\(newness.adjective)\(grade.adjective)violation")
    let found = "\(violations)\(grade.suffix) found\(newness.suffix)"
    guard case .severity(let least) = gate.failOn, least < .critical else { return found }
    // Findings that are known are not told apart here, so the number could be greater than all.
    let critical = gate.scope == .new ? 0 : findings.tally.failing(from: .critical)
    if critical == 0 { return found }
    return found
      + (critical == count
        ? count == 1 ? ", a critical one" : ", all of them critical"
        : ", \(HTMLText.number(critical)) of them critical")
  }

  private var nothingFound: String {
    guard gate.failOn != .never else {
      return "\(HTMLText.count(findings.tally.failing(from: .low), "violation")) found; the gate is set never to fail"
    }
    return "No \(newness.adjective)\(grade.adjective)violations\(grade.suffix) found\(newness.suffix)"
  }

  /// What does not stop the gate.
  private var lesser: String {
    guard gate.failOn != .never else { return "" }
    let all = findings.tally.failing(from: .low)
    let severe = failingAtGate
    var parts: [String] = []
    if severe > gate.failing {
      parts.append("\(HTMLText.count(severe - gate.failing, "known \(grade.adjective)violation"))\(grade.suffix)")
    }
    if all > severe { parts.append(HTMLText.count(all - severe, "less severe violation")) }
    guard !parts.isEmpty else { return "" }
    return "; \(parts.joined(separator: " and ")) \(all - gate.failing == 1 ? "does" : "do") not fail the gate"
  }

  /// Of the severity at which the gate fails, with those that the baseline holds.
  var failingAtGate: Int {
    guard case .severity(let least) = gate.failOn else { return 0 }
    return findings.tally.failing(from: least)
  }

  /// What the gate knew before, in words before and after what it speaks of. A finding that the baseline holds may be
  /// new since the run before, and one that it does not hold may be known from it.
  var newness: (adjective: String, suffix: String) {
    guard gate.scope == .new else { return ("", "") }
    return baseline == nil ? ("new ", "") : ("", " beyond the baseline")
  }

  /// What the gate fails on, in words before and after the noun.
  private var grade: (adjective: String, suffix: String) {
    switch gate.failOn {
    case .never, .severity(.low): ("", "")
    case .severity(.medium): ("", " of medium severity or above")
    case .severity(.high): ("serious ", "")
    case .severity(.critical): ("critical ", "")
    }
  }
}
