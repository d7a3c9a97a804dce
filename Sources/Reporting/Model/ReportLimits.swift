/// What a report does not prove, worked out from the evidence that was missing or could not be used.
package enum ReportLimits {
  /// - Parameter meaningsOfAbsence: by kind of evidence, what is unknown without it; a kind that has none is passed over.
  package static func sentences(for report: Report, meaningsOfAbsence: [String: String]) -> [String] {
    var sentences: [String] = []
    for kind in report.coverage where !kind.present {
      guard let meaning = meaningsOfAbsence[kind.kind] else { continue }
      let rules = kind.rulesNotEvaluated
      let resting = rules.isEmpty ? "" : " Rules that rest on them: \(rules.joined(separator: ", "))."
      sentences.append("No \(kind.kind) were supplied. \(meaning)\(resting)")
    }
    for source in report.sources {
      if source.kind == nil {
        sentences.append("\(source.path) was not recognised. Whatever it says was not heard.")
      }
      if source.truncated {
        sentences.append(
          """
          \(source.path) breaks off. What would have followed is unknown, and an account that is not in it may still \
          exist.
          """)
      } else if source.rejected > 0, source.kind != nil {
        sentences.append("\(HTMLText.count(source.rejected, "record")) of \(source.path) could not be used.")
      }
    }
    for source in report.sources where source.format?.hasPrefix("kantara-receipt") == true {
      sentences.append(
        """
        \(source.path) holds consent receipts. A receipt shows that consent was given; it has no field that could show \
        that it still holds, so a later withdrawal is unknown unless another source tells of it.
        """)
    }
    for rule in report.rules where !rule.evaluated {
      sentences.append("The rule \(rule.id) could not be evaluated, so nothing is said about: \(rule.title)")
    }
    if report.rules.contains(where: { $0.id == "evidence/export-hides-apple" && $0.counts.fail > 0 }) {
      sentences.append(
        """
        An export was written by a tool that leaves out Apple credentials. People who signed in with Apple and shared \
        their real address cannot be seen in it, and were not audited.
        """)
    }
    let inconclusive = report.rules.reduce(0) { $0 + $1.counts.inconclusive }
    if inconclusive > 0 {
      sentences.append(
        """
        \(HTMLText.count(inconclusive, "verdict")) \(inconclusive == 1 ? "is" : "are") inconclusive: the evidence at hand \
        proves neither that all is well nor that it is not.
        """)
    }
    for kind in report.coverage where kind.present && kind.unmatched > 0 {
      sentences.append(
        """
        \(HTMLText.count(kind.unmatched, "record")) among the \(kind.kind) \
        \(kind.unmatched == 1 ? "matches" : "match") no account that an export has shown.
        """)
    }
    sentences.append(
      """
      A success that Apple's endpoint reports shows that a call was made and answered; it does not show whose token was \
      sent.
      """)
    return sentences
  }

  /// What the absence of a kind of evidence means, by kind.
}
