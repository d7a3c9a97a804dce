import Timestamps
import Vocabulary

/// The table of causes: what to take up, by whom, and until when.
enum CauseTable {
  static func fill(_ place: HTMLElement, _ report: Report, _ pages: FindingPages) {
    guard !pages.groups.isEmpty else {
      place.add("p", "There is nothing to act on.")
      return
    }
    place.add(
      "p",
      """
      Findings of one rule with one reason form a cause. The text is that of the most serious finding; dates, \
      identifiers and accounts of the others differ. Write into “Owner” who will deal with it.
      """)
    let (shown, all) = (pages.groups.count, pages.causes.count)
    if shown < all {
      place.add(
        "p",
        """
        The worst \(HTMLText.number(shown)) of \(HTMLText.number(all)) causes are listed here. The others are on \
        further pages, which are listed after the last finding.
        """)
    }
    let body = place.table(
      caption: "\(HTMLText.count(shown, "cause")): failures first, then what is undecided, each by severity",
      Column.allCases.map { ($0.rawValue, $0 == .number || $0 == .new) })
    for group in pages.groups { add(pages.causes[group.cause], group.cause + 1, report, to: body) }
  }

  private enum Column: String, CaseIterable {
    case number = "No."
    case cause = "Cause"
    case severity = "Severity"
    case findings = "Findings"
    case new = "New"
    case due = "Earliest due"
    case remedy = "What to do"
    case owner = "Owner"
  }

  private static func add(_ cause: Report.Cause, _ number: Int, _ report: Report, to body: HTMLElement) {
    let row = body.add("tr")
    // On a narrow page each cell is a line that begins with the name of its column.
    @discardableResult
    func cell(_ column: Column, class name: String? = nil, _ text: String? = nil) -> HTMLElement {
      row.add("td", class: name, text).set("data-label", column.rawValue)
    }
    cell(.number, class: "number", HTMLText.number(number))
    let name = row.add("th", class: "rule-name").set("scope", "row")
    // The worst finding stands for the others: a rule's own sentence has gaps for their values.
    if let worst = cause.worst { name.add("span", class: "title").prose(report.findings[worst].message) }
    name.add("a", class: "tag", "\(cause.rule.id), \(cause.reason)").set("href", "#\(cause.slug)")
    cell(.severity, cause.rule.severity.rawValue)
    cell(.findings, class: "counts", words(cause.counts))
    cell(.new, class: "number", HTMLText.number(cause.new))
    let due = cell(.due)
    if let time = cause.earliestDue {
      due.time(time)
      if time < report.run.asOf { due.add("div", class: "note", "in the past") }
    } else {
      due.text("–")
    }
    let remedy = cell(.remedy)
    if let text = cause.remedy { remedy.prose(text) } else { remedy.text("–") }
    cell(.owner, class: "owner")
  }

  /// `12 fail, 3 pending, 1 waived`.
  static func words(_ counts: Report.Counts) -> String {
    var parts = Verdict.allCases.compactMap { verdict in
      let count = counts.count(of: verdict)
      return count > 0 ? "\(HTMLText.number(count)) \(verdict.rawValue)" : nil
    }
    if counts.waived > 0 { parts.append("\(HTMLText.number(counts.waived)) waived") }
    return parts.joined(separator: ", ")
  }
}
