import Timestamps
import Vocabulary

/// The table of findings that the run before had and this one has not, each with its cause.
enum ResolvedTable {
  /// How many stand in it at most.
  private static let limit = 100

  static func fill(_ place: HTMLElement, _ resolved: [Report.Resolved]) {
    guard !resolved.isEmpty else {
      place.add("p", "No finding of the previous run is resolved.")
      return
    }
    if resolved.count > limit {
      place.add(
        "p", "\(limit) of \(HTMLText.number(resolved.count)) resolved findings are listed here; all are in report.json."
      )
    }
    let body = place.table(
      caption: HTMLText.count(min(resolved.count, limit), "resolved finding"),
      [("Finding", false), ("Rule", false), ("Cause", false), ("First seen", false), ("Last seen", false)])
    for finding in resolved.prefix(limit) {
      let row = body.add("tr")
      row.add("td", class: "mono", finding.id)
      row.add("td", finding.rule)
      row.add("td", finding.cause?.sentence(finding.isOfRequest) ?? "–")
      row.add("td").time(finding.firstSeen)
      row.add("td").time(finding.lastSeen)
    }
  }
}

extension Report.Resolved {
  /// Whether it was about a deletion request, which another one may cover. A report does not tell; its rule does.
  var isOfRequest: Bool { rule.hasPrefix("deletion/") }
}

extension ResolutionCause {
  /// - Parameter isOfRequest: whether the finding is about a deletion request.
  fileprivate func sentence(_ isOfRequest: Bool) -> String {
    switch self {
    case .passed: "It was judged again and passed."
    case .subjectGone where isOfRequest:
      "The evidence no longer shows the request, or an earlier one of the person covers it now."
    case .subjectGone: "The evidence no longer shows what it was about."
    case .ruleChanged: "The rule was changed."
    case .ruleDisabled: "The rule was disabled."
    case .requestCancelled: "The request was cancelled or denied."
    case .evidenceReleased: "The configuration no longer requires the evidence."
    }
  }
}
