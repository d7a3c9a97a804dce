import Vocabulary

/// The verdict at the top: what the gate decided, in a word, a sentence, and its reasons.
struct VerdictBanner {
  let report: Report

  private var gate: Report.Gate { report.gate }

  func fill(_ document: HTMLDocument) throws {
    let qualification = qualification
    try document.element("verdict").set(
      "class", "verdict \(gate.outcome.rawValue)" + (qualification == nil ? "" : " qualified"))
    try document.element("verdict-mark").text(qualification == nil ? mark : "!")
    try document.element("verdict-word").text(gate.outcome.rawValue + (qualification.map { ", \($0)" } ?? ""))
    try document.element("verdict-sentence").text(report.verdictSentence)
    let reasons = try document.element("verdict-reasons")
    for reason in gate.reasons.prefix(Self.toldReasons) { reasons.add("li").prose(reason) }
    let rest = gate.reasons.count - Self.toldReasons
    if rest > 0 { reasons.add("li", "\(HTMLText.count(rest, "more reason")) in report.json.") }
    if let decision { reasons.add("li", decision) }
    for note in notes { reasons.add("li").prose(note) }
    // The tab of a browser shows it too.
    let title = try document.first("title")
    title.removeChildren()
    title.text("relay-audit report: \(gate.outcome.rawValue)")
  }

  /// How many of the gate's reasons stand there at most.
  private static let toldReasons = 20

  /// What keeps a pass from being a plain one, in two words. It is not shown in green then.
  private var qualification: String? {
    guard gate.outcome == .pass else { return nil }
    if !report.gaps.isEmpty { return "with gaps" }
    if gate.failOn == .never { return "without a gate" }
    return gate.failingWithoutWaivers > gate.failing ? "by waivers" : nil
  }

  private var mark: String {
    switch gate.outcome {
    case .pass: "✓"
    case .fail: "✕"
    case .incomplete: "?"
    }
  }

  /// What the gate made of it, where its reasons do not say so.
  private var decision: String? {
    switch gate.outcome {
    case .pass where gate.failOn == .never: return "The gate passed because it is set never to fail."
    case .pass:
      let new = gate.scope == .new ? "new " : ""
      return "The gate passed: there is no failing \(new)finding of severity “\(gate.failOn.name)” or above."
    case .fail: return nil
    case .incomplete: return "The gate neither passed nor failed because the audit is incomplete."
    }
  }

  private var notes: [String] {
    var notes: [String] = []
    if gate.outcome != .pass, gate.carried > 0 {
      notes.append(
        """
        \(HTMLText.count(gate.carried, "finding")) could not be judged again and \
        \(gate.carried == 1 ? "keeps its verdict" : "keep their verdicts").
        """)
    }
    if let persons = report.affectedPersons, persons > 0 {
      let people = HTMLText.count(persons, "person", "people")
      notes.append("All failures together, below the gate's severity too, concern \(people).")
    }
    // It keeps what the page calls certain from being read as more.
    notes += report.limits.lazy.filter { $0.code == ReportLimits.capturedBeforeDeadline }.map(\.text)
    let unjudged = report.rules.count { !$0.evaluated }
    if unjudged > 0 {
      let were = unjudged == 1 ? "was" : "were"
      notes.append(
        """
        \(HTMLText.number(unjudged)) of \(HTMLText.count(report.rules.count, "rule")) \(were) not evaluated. The table \
        of rules says why.
        """)
    }
    let waived = gate.failingWithoutWaivers - gate.failing
    if waived > 0 {
      notes.append("Without the waivers, \(HTMLText.count(waived, "more finding")) would fail the gate.")
    }
    return notes
  }
}

extension Report {
  /// What keeps a pass from resting on all evidence, a clause each: findings that are carried, kinds of evidence that
  /// earlier runs had or that rules with something to judge need, accounts where there is evidence of people, files
  /// that break off. A kind that nothing asks for is no gap.
  package var gaps: [String] {
    var gaps: [String] = []
    if gate.carried > 0 {
      gaps.append("\(HTMLText.count(gate.carried, "finding")) could not be judged again")
    }
    let judging = Set(rules.lazy.filter { $0.counts.total > 0 }.map(\.id))
    let missing = coverage.filter { kind in
      !kind.supplied
        && (kind.present || kind.rulesNotEvaluated.contains(where: judging.contains) || isOwed(kind))
    }.map(\.kind)
    if !missing.isEmpty {
      // Three, and how many more.
      var names = Array(missing.prefix(3))
      if missing.count > 3 { names.append(HTMLText.count(missing.count - 3, "more kind")) }
      let last = names.removeLast()
      gaps.append(
        "no evidence was supplied for \(names.isEmpty ? last : names.joined(separator: ", ") + " and " + last)")
    }
    let broken = sources.count { $0.truncated && !$0.superseded }
    if broken > 0 { gaps.append("\(HTMLText.count(broken, "file")) \(broken == 1 ? "is" : "are") cut short") }
    return gaps
  }

  /// Whoever has accounts with Apple has deletion requests, or an empty record of them: without it, nobody knows
  /// whether a request was left undone. And whoever has evidence of people has accounts.
  private func isOwed(_ kind: Coverage) -> Bool {
    switch kind.kind {
    case "deletions": population.appleAccounts > 0
    case "accounts": coverage.contains { $0.supplied && $0.kind != "provider-config" }
    default: false
    }
  }
}
