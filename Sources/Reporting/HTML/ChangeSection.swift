import Timestamps
import Vocabulary

/// What changed since the last report, and the last runs as a chart.
enum ChangeSection {
  static func fill(_ place: HTMLElement, _ report: Report) {
    guard report.run.previousRun != nil else {
      // Later runs may be there, runs that were withdrawn, or runs under another name of the project.
      place.add("p", "There is no earlier run to compare this one with.")
      return
    }
    let list = place.add("ul", class: "reasons")
    let new = report.findings.tally.new
    if let turned = report.turnedSentence { list.add("li", turned) }
    // What turned is new to whoever reads it, whatever its state.
    list.add("li", new == 0 && report.turnedSentence != nil ? "No other finding is new." : "\(count(new)) new.")
    list.add("li", resolved(report))
    if report.gate.carried > 0 {
      list.add(
        "li",
        """
        \(HTMLText.count(report.gate.carried, "finding")) could not be judged again for lack of evidence and \
        \(report.gate.carried == 1 ? "keeps its verdict" : "keep their verdicts").
        """)
    }
    TrendChart(report).add(to: place)
  }

  private static func resolved(_ report: Report) -> String {
    let told = report.resolved.map { ($0.cause ?? .passed).words($0.isOfRequest) }
    var counts = Dictionary(told.map { ($0, 1) }, uniquingKeysWith: +)
    // Most causes are told alike of requests and of all else.
    let causes = ResolutionCause.allCases.flatMap { [$0.words(false), $0.words(true)] }.compactMap { words in
      counts.removeValue(forKey: words).map { "\(HTMLText.number($0)) \(words)" }
    }
    let why = causes.isEmpty ? "" : ": \(causes.joined(separator: ", "))"
    return "\(count(report.resolved.count)) resolved\(why)."
  }

  private static func count(_ findings: Int) -> String {
    findings == 0 ? "No finding is" : HTMLText.count(findings, "finding is", "findings are")
  }
}

extension ResolutionCause {
  /// Follows a number.
  ///
  /// - Parameter isOfRequest: whether the findings are about a deletion request.
  fileprivate func words(_ isOfRequest: Bool) -> String {
    switch self {
    case .passed: "judged again and passed"
    case .subjectGone where isOfRequest: "about a request that the evidence no longer shows, or an earlier one covers"
    case .subjectGone: "about something that the evidence no longer shows"
    case .ruleChanged: "whose rule was changed"
    case .ruleDisabled: "whose rule was disabled"
    case .requestCancelled: "whose request was cancelled or denied"
    case .evidenceReleased: "whose evidence the configuration released"
    }
  }
}
