import Timestamps
import Vocabulary

/// The table of causes: what to take up, by whom, and until when.
enum CauseTable {
  static func fill(_ place: HTMLElement, _ report: Report, _ pages: FindingPages) {
    guard !pages.groups.isEmpty else {
      place.add("p", "There is nothing to act on.")
      return
    }
    let body = place.table(
      caption: "\(HTMLText.count(pages.groups.count, "cause")), the worst first",
      [
        ("Cause", false), ("Severity", false), ("Findings", false), ("New", true), ("Earliest due", false),
        ("What to do", false), ("Owner", false),
      ])
    for group in pages.groups { add(group.cause, report, to: body) }
  }

  private static func add(_ cause: Report.Cause, _ report: Report, to body: HTMLElement) {
    let row = body.add("tr")
    let name = row.add("th", class: "rule-name").set("scope", "row")
    name.add("a", "\(cause.rule.id), \(cause.reason)").set("href", "#\(cause.slug)")
    // The worst finding stands for the others: a rule's own sentence has gaps for their values.
    if let worst = cause.findings.first { name.add("span", class: "title tag").prose(report.findings[worst].message) }
    row.add("td", cause.rule.severity.rawValue)
    row.add("td", counts(of: cause))
    row.add("td", class: "number", HTMLText.number(cause.new))
    let due = row.add("td")
    if let time = cause.earliestDue { due.time(time) } else { due.text("–") }
    let remedy = row.add("td")
    if let text = cause.remedy { remedy.prose(text) } else { remedy.text("–") }
    row.add("td", class: "owner")
  }

  /// `12 fail, 3 pending, 1 waived`.
  static func counts(of cause: Report.Cause) -> String {
    var parts = Verdict.allCases.compactMap { verdict in
      let count = cause.counts.count(of: verdict)
      return count > 0 ? "\(HTMLText.number(count)) \(verdict.rawValue)" : nil
    }
    if cause.counts.waived > 0 { parts.append("\(HTMLText.number(cause.counts.waived)) waived") }
    return parts.joined(separator: ", ")
  }
}
