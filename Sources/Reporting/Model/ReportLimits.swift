import Timestamps

/// What a report does not prove, worked out from the evidence that was missing or could not be used.
package enum ReportLimits {
  /// - Parameter meaningsOfAbsence: by kind of evidence, what is unknown without it; a kind that has none is passed
  ///   over.
  package static func all(for report: Report, meaningsOfAbsence: [String: String]) -> [Report.Limit] {
    ofKinds(report, meaningsOfAbsence) + ofSources(report) + ofVerdicts(report) + [
      Report.Limit(
        code: "whose-token",
        text: """
          A success that Apple's endpoint reports shows that a call was made and answered; it does not show whose \
          token was sent.
          """)
    ]
  }

  private static func ofKinds(_ report: Report, _ meaningsOfAbsence: [String: String]) -> [Report.Limit] {
    report.coverage.compactMap { kind in
      if kind.present {
        guard !kind.supplied, kind.remembered > 0 else { return nil }
        let reach = kind.capturedTo.map { " Nothing is known of what happened after \(HTMLText.time($0))." } ?? ""
        return Report.Limit(
          code: "kind-not-supplied",
          text: "No \(kind.kind) were supplied to this run; what earlier runs read was judged.\(reach)")
      }
      guard let meaning = meaningsOfAbsence[kind.kind] else { return nil }
      let rules = kind.rulesNotEvaluated
      let resting = rules.isEmpty ? "" : " Rules that rest on them: \(rules.joined(separator: ", "))."
      return Report.Limit(code: "kind-absent", text: "No \(kind.kind) were supplied. \(meaning)\(resting)")
    }
  }

  private static func ofSources(_ report: Report) -> [Report.Limit] {
    var limits: [Report.Limit] = []
    func add(_ code: String, _ text: String) { limits.append(Report.Limit(code: code, text: text)) }
    for source in report.sources where !source.superseded {
      if source.kind == nil {
        add("source-unrecognised", "\(source.path) was not recognised. Whatever it says was not heard.")
      }
      if source.truncated {
        add(
          "source-truncated",
          """
          \(source.path) breaks off. What would have followed is unknown, and an account that is not in it may still \
          exist.
          """)
      } else if source.rejected > 0, source.kind != nil {
        add("records-rejected", "\(HTMLText.count(source.rejected, "record")) of \(source.path) could not be used.")
      }
    }
    for source in report.sources where source.kind != nil && isFresh(source, report) {
      add(
        "capture-fresh",
        """
        \(source.path) is taken to be captured at its modification time, which is within 10 minutes of the audit's \
        time. A fresh copy of an old file has such a time as well.
        """)
    }
    for source in report.sources where source.format?.hasPrefix("kantara-receipt") == true {
      add(
        "receipts-only",
        """
        \(source.path) holds consent receipts. A receipt shows that consent was given; it has no field that could show \
        that it still holds, so a later withdrawal is unknown unless another source tells of it.
        """)
    }
    return limits
  }

  /// By the as-of time, since a report does not depend on the clock.
  private static func isFresh(_ source: Report.Source, _ report: Report) -> Bool {
    source.capturedFrom == "file-time" && !source.superseded
      && abs(source.capturedAt.milliseconds - report.run.asOf.milliseconds) <= TimeSpan.minutes(10).milliseconds
  }

  private static func ofVerdicts(_ report: Report) -> [Report.Limit] {
    var limits: [Report.Limit] = []
    func add(_ code: String, _ text: String) { limits.append(Report.Limit(code: code, text: text)) }
    // Those that lack a kind of evidence stand under that kind.
    let told = Set(report.coverage.flatMap(\.rulesNotEvaluated))
    for rule in report.rules where !rule.evaluated && !told.contains(rule.id) {
      add(
        "rule-not-evaluated",
        """
        The rule \(rule.id) could not be evaluated, so nothing is said about: \(rule.title)\
        \(rule.notEvaluated.map { " \($0)" } ?? "")
        """)
    }
    if report.gate.carried > 0 {
      let (are, rest) = report.gate.carried == 1 ? ("is", "It keeps its verdict") : ("are", "They keep their verdicts")
      add(
        "findings-carried",
        """
        \(HTMLText.count(report.gate.carried, "finding")) \(are) carried from an earlier run, since the evidence for \
        another judgement was missing. \(rest) until then.
        """)
    }
    if report.rules.contains(where: { $0.id == "evidence/export-hides-apple" && $0.counts.fail > 0 }) {
      add(
        "apple-hidden",
        """
        An export was written by a tool that leaves out Apple credentials. People who signed in with Apple and shared \
        their real address cannot be seen in it, and were not audited.
        """)
    }
    if report.population.anonymityUnknown > 0 {
      let unknown = report.population.anonymityUnknown
      add(
        "anonymity-unknown",
        """
        \(HTMLText.count(unknown, "account")) with an Apple credential \(unknown == 1 ? "has" : "have") no address at \
        all, so that nobody can tell whether Apple hides one.
        """)
    }
    let inconclusive = report.rules.reduce(0) { $0 + $1.counts.inconclusive }
    if inconclusive > 0 {
      add(
        "verdicts-inconclusive",
        """
        \(HTMLText.count(inconclusive, "verdict")) \(inconclusive == 1 ? "is" : "are") inconclusive: the evidence at \
        hand proves neither that all is well nor that it is not.
        """)
    }
    for kind in report.coverage where kind.present && kind.unmatched > 0 {
      let are = kind.ambiguous == 1 ? "is ambiguous: its name fits" : "are ambiguous: their names fit"
      let ambiguous =
        kind.ambiguous == 0
        ? ""
        : """
         Of these, \(HTMLText.number(kind.ambiguous)) \(are) several accounts, so that nobody can tell whom to count it \
        for.
        """
      add(
        "records-unmatched",
        """
        \(HTMLText.count(kind.unmatched, "record")) among the \(kind.kind) \
        \(kind.unmatched == 1 ? "matches" : "match") no account that an export has shown.\(ambiguous)
        """)
    }
    return limits
  }
}
