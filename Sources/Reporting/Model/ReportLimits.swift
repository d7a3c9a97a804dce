import Timestamps

/// What a report does not prove, worked out from the evidence that was missing or could not be used.
package enum ReportLimits {
  /// - Parameters:
  ///   - meaningsOfAbsence: by kind of evidence, what is unknown without it; a kind that has none is passed over.
  ///   - problems: by path, why a file was not recognised.
  package static func all(
    for report: Report, meaningsOfAbsence: [String: String], problems: [String: String] = [:]
  ) -> [Report.Limit] {
    ofKinds(report, meaningsOfAbsence) + ofSources(report, problems) + ofVerdicts(report) + [
      Report.Limit(
        code: "whose-token",
        text: """
          A successful answer from Apple's endpoint shows that a call was made and answered. It does not show whose \
          token was sent.
          """)
    ]
  }

  static let capturedBeforeDeadline = "captured-before-deadline"

  /// - Parameter failures: how many rest on evidence of a kind that was captured before their deadline, by kind.
  package static func ofCaptures(_ failures: [String: Int], _ coverage: [Report.Coverage]) -> [Report.Limit] {
    coverage.compactMap { kind in
      guard let count = failures[kind.kind], let end = kind.capturedTo else { return nil }
      return Report.Limit(
        code: capturedBeforeDeadline,
        text: """
          \(HTMLText.count(count, "failure")) \(count == 1 ? "rests" : "rest") on a deadline that passed after the \
          newest evidence of kind `\(kind.kind)` was captured, on \(end.readable). Newer evidence may clear \
          \(count == 1 ? "it" : "some of them").
          """)
    }
  }

  /// Statements and events that go on as long as there are accounts; a configuration changes seldom.
  private static let ongoing: Set = [
    "consents", "links", "deletions", "revocations", "account-deletions", "notifications", "sign-ins", "mail",
  ]
  private static let usualLag = TimeSpan.hours(36)

  /// Kinds whose newest file is much older than the accounts: an export that stopped leaves its last file behind.
  ///
  /// - Parameter kinds: those of which the configuration says how old they may be.
  package static func ofAges(_ coverage: [Report.Coverage], except kinds: Set<String>) -> [Report.Limit] {
    guard let accounts = coverage.first(where: { $0.kind == "accounts" && $0.supplied })?.capturedTo else { return [] }
    return coverage.compactMap { kind in
      guard kind.supplied, ongoing.contains(kind.kind), !kinds.contains(kind.kind), let newest = kind.capturedTo,
        accounts.milliseconds - newest.milliseconds > usualLag.milliseconds
      else { return nil }
      return Report.Limit(
        code: "evidence-old",
        text: """
          The newest evidence of kind `\(kind.kind)` was captured on \(newest.readable), and the accounts on \
          \(accounts.readable). What happened in between is judged without it. If the kind is exported less often, say \
          how old it may be under `evidence.max_age`.
          """)
    }
  }

  private static func ofKinds(_ report: Report, _ meaningsOfAbsence: [String: String]) -> [Report.Limit] {
    report.coverage.compactMap { kind in
      if kind.present {
        guard !kind.supplied, kind.remembered > 0 else { return nil }
        let reach = kind.capturedTo.map { " Nothing is known about the time after \($0.readable)." } ?? ""
        return Report.Limit(
          code: "kind-not-supplied",
          text: """
            No source of kind `\(kind.kind)` was supplied to this run. What earlier runs read was judged instead.\(reach)
            """)
      }
      guard let meaning = meaningsOfAbsence[kind.kind] else { return nil }
      let rules = kind.rulesNotEvaluated
      let names = rules.map { "`\($0)`" }.joined(separator: ", ")
      let resting = rules.isEmpty ? "" : " Rules that could not be evaluated without it: \(names)."
      return Report.Limit(
        code: "kind-absent", text: "No source of kind `\(kind.kind)` was supplied. \(meaning)\(resting)")
    }
  }

  private static func ofSources(_ report: Report, _ problems: [String: String]) -> [Report.Limit] {
    var limits: [Report.Limit] = []
    func add(_ code: String, _ text: String) { limits.append(Report.Limit(code: code, text: text)) }
    for source in report.sources where !source.superseded {
      if source.kind == nil {
        let why = problems[source.path].map { ": \($0)" } ?? ""
        add("source-unrecognised", "`\(source.path)` was not recognised, so its contents were not used\(why).")
      }
      if source.truncated {
        add(
          "source-truncated",
          """
          `\(source.path)` is cut short. What would have followed is unknown, and an account that is missing from it \
          may still exist.
          """)
      } else if source.rejected > 0, source.kind != nil {
        let were = source.rejected == 1 ? "was" : "were"
        add(
          "records-rejected",
          "\(HTMLText.count(source.rejected, "record")) of `\(source.path)` \(were) rejected and not used.")
      }
    }
    for source in report.sources where source.kind != nil && source.isFresh(asOf: report.run.asOf) {
      add(
        "capture-fresh",
        """
        The capture time of `\(source.path)` is its modification time, which is within 10 minutes of the audit's \
        time. A fresh copy of an old file has such a modification time as well.
        """)
    }
    for source in report.sources where source.format?.hasPrefix("kantara-receipt") == true {
      add(
        "receipts-only",
        """
        `\(source.path)` contains consent receipts. A receipt shows that consent was given, but not that it is still in \
        force. A later withdrawal is unknown unless another source shows it.
        """)
    }
    return limits
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
        The rule `\(rule.id)` could not be evaluated, so the report does not show whether this holds: \(rule.title)\
        \(rule.notEvaluated.map { " \($0)" } ?? "")
        """)
    }
    if report.gate.carried > 0 {
      let (was, rest) =
        report.gate.carried == 1 ? ("was", "It keeps its verdict") : ("were", "They keep their verdicts")
      add(
        "findings-carried",
        """
        \(HTMLText.count(report.gate.carried, "finding")) \(was) carried from an earlier run, because the evidence for \
        a new judgement is missing. \(rest) until that evidence is supplied.
        """)
    }
    if report.rules.contains(where: { $0.id == "evidence/export-hides-apple" && $0.counts.fail > 0 }) {
      add(
        "apple-hidden",
        """
        An account export was written by a tool that leaves out Apple credentials. People who signed in with Apple and \
        shared their real address cannot be seen in it and were not audited.
        """)
    }
    if report.population.anonymityUnknown > 0 {
      let unknown = report.population.anonymityUnknown
      add(
        "anonymity-unknown",
        """
        \(HTMLText.count(unknown, "account")) with an Apple credential \(unknown == 1 ? "has" : "have") no address at \
        all, so it is unknown whether Apple hides one.
        """)
    }
    let inconclusive = report.rules.reduce(0) { $0 + $1.counts.inconclusive }
    if inconclusive > 0 {
      add(
        "verdicts-inconclusive",
        """
        \(HTMLText.count(inconclusive, "verdict")) \(inconclusive == 1 ? "is" : "are") inconclusive: the evidence shows \
        neither compliance nor a violation.
        """)
    }
    for kind in report.coverage where kind.present && kind.unmatched > 0 {
      let ambiguous =
        kind.ambiguous == 0
        ? ""
        : """
         Of these, \(HTMLText.number(kind.ambiguous)) \(kind.ambiguous == 1 ? "fits" : "fit") several accounts, so it \
        is unknown which account is meant.
        """
      add(
        "records-unmatched",
        """
        \(HTMLText.count(kind.unmatched, "record")) of kind `\(kind.kind)` \
        \(kind.unmatched == 1 ? "matches" : "match") no account that an export has shown.\(ambiguous)
        """)
    }
    return limits
  }
}

extension Report.Source {
  /// Whether its time of capture is a modification time that a copy of an old file has too. By the time of the audit:
  /// a report does not depend on the clock.
  func isFresh(asOf: Timestamp) -> Bool {
    capturedFrom == "file-time" && !superseded
      && abs(capturedAt.milliseconds - asOf.milliseconds) <= TimeSpan.minutes(10).milliseconds
  }
}
