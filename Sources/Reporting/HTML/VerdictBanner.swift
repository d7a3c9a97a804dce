import Vocabulary

/// The verdict at the top: what the gate decided, in a word, a sentence, and its reasons.
struct VerdictBanner {
  let report: Report

  private var gate: Report.Gate { report.gate }

  func fill(_ document: HTMLDocument) throws {
    let qualification = report.passQualification
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
      let (new, beyond) = report.newness
      let finding = "\(new)finding of severity \(Self.severity(gate.failOn.name))\(beyond)"
      return "The gate passed: there is no failing \(finding)."
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
      notes.append("Failures of any severity that are not waived concern \(people).")
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
    if let undecided { notes.append(undecided) }
    let waived = gate.failingWithoutWaivers - gate.failing
    if waived > 0 {
      notes.append("Without the waivers, \(HTMLText.count(waived, "more finding")) would fail the gate.")
    }
    return notes
  }

  /// A pass says nothing about what the evidence does not decide.
  private var undecided: String? {
    guard gate.outcome == .pass else { return nil }
    let tally = report.findings.tally
    let count = tally.total.inconclusive
    guard count > 0 else { return nil }
    let told = "\(HTMLText.count(count, "verdict is", "verdicts are")) inconclusive: the evidence does not decide"
    guard case .severity(let least) = gate.failOn else { return "\(told)." }
    let severe = tally.inconclusive(from: least)
    let which =
      switch (severe, count) {
      case (0, 1): "It is not"
      case (1, 1): "It is"
      case (0, _): "None of them is"
      case (1, _): "1 of them is"
      default: "\(HTMLText.number(severe)) of them are"
      }
    return "\(told). \(which) of severity \(Self.severity(least.rawValue))."
  }

  /// Nothing is above the highest.
  static func severity(_ name: String) -> String {
    "“\(name)”" + (name == Severity.critical.rawValue ? "" : " or above")
  }
}
