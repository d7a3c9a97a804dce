import Timestamps
import Vocabulary

/// The lists of findings, one for each cause.
enum FindingList {
  /// How many citations of a finding stand in it at most.
  private static let citations = 20

  /// - Parameters:
  ///   - number: that of the cause, from 1, as in the table of causes.
  ///   - worst: the message of its worst finding, as there.
  ///   - isFirst: whether no group before it is of the same rule, whose purpose is said once.
  /// - Returns: where to say what is cut, and the list of findings.
  static func addGroup(
    _ cause: Report.Cause, number: Int, worst: String, isFirst: Bool, to container: HTMLElement
  ) -> (more: HTMLElement, list: HTMLElement) {
    let rule = cause.rule
    let section = container.add("section", class: "group").set("data-rule", rule.id).set("id", cause.slug)
    let header = section.add("header")
    header.add("h3", "\(HTMLText.number(number)). ").prose(worst)
    header.add("p", "\(rule.id), \(cause.reason): \(rule.severity.rawValue); \(CauseTable.words(cause.counts))")
    if isFirst {
      let title = header.add("p")
      title.add("strong", "The rule: ")
      title.prose(rule.title)
    }
    if isFirst, let guidance = rule.guidance {
      header.add("p").prose(guidance.rationale)
      if !guidance.requirements.isEmpty {
        header.add("p", "Bears on: \(guidance.requirements.joined(separator: ", ")).")
      }
    }
    if let remedy = cause.remedy {
      let advice = header.add("p", class: "remedy")
      advice.add("strong", "What to do: ")
      advice.prose(remedy)
    }
    return (section.add("div", class: "more"), section.add("div", class: "list"))
  }

  /// - Parameters:
  ///   - heading: the sentence at the head of its group.
  ///   - lastJudged: when an earlier run judged, by its id.
  static func add(
    _ finding: Report.Finding, heading: String, lastJudged: [String: Timestamp], to list: HTMLElement
  ) {
    let item = list.add("article", class: className(of: finding)).set("id", finding.id)
    item.set("data-verdict", finding.verdict.rawValue).set("data-severity", finding.severity.rawValue)
    item.set("data-rule", finding.rule).set("data-state", finding.state.rawValue)
    item.set("data-waived", finding.waiver == nil ? "no" : "yes").set(
      "data-uid", String((finding.subject.uid ?? "").prefix(200)))
    item.set("data-due", finding.dueAt?.rfc3339 ?? "")

    let head = item.add("h4")
    head.add("span", class: "badge \(finding.verdict.rawValue)", finding.verdict.rawValue)
    if finding.state == .carried { head.add("span", class: "badge carried", "not judged again") }
    if let uid = finding.subject.uid {
      head.add("span", "account \(uid)")
    } else if let name = finding.subject.email ?? finding.subject.appleSub {
      head.add("span", "person \(name)")
    }
    if let object = finding.object { head.add("span", class: "mono", object) }
    let waived = finding.waiver == nil ? "" : ", waived"
    head.add("span", class: "tag", "\(finding.reason), \(finding.state.rawValue)\(waived)")

    // On paper the sentence is not said again below a heading that says it.
    item.add("p", class: finding.message == heading ? "said" : nil).prose(finding.message)
    if finding.state == .carried { tellCarried(finding, lastJudged, in: item.add("p", class: "carried-note")) }
    if let waiver = finding.waiver {
      let note = item.add("p")
      note.add("strong", "Waived ")
      note.text("by \(waiver.signedBy) on ")
      note.time(waiver.date)
      note.text(", \(waiver.expires.readableEnd): \(waiver.reason)")
    }
    let facts = item.add("p", class: "meta")
    if let email = finding.subject.email { facts.text("Email \(email). ") }
    if let tenant = finding.subject.tenant { facts.text("Tenant \(tenant). ") }
    if let due = finding.dueAt {
      facts.text("Due ")
      facts.time(due)
      facts.text(". ")
    }
    facts.text("First seen ")
    facts.time(finding.firstSeen)
    facts.text(". Finding ")
    facts.add("code", finding.id)
    facts.text(".")
    guard !finding.evidence.isEmpty else { return }
    let evidence = item.add("ul", class: "evidence").set("aria-label", "Evidence")
    for citation in finding.evidence.prefix(citations) {
      let line = evidence.add("li")
      line.add("span", class: "where", "\(citation.source), \(citation.locator)")
      line.text(": \(HTMLText.withDates(citation.summary))")
    }
    let rest = finding.evidence.count - citations
    if rest > 0 { evidence.add("li", "and \(HTMLText.number(rest)) more, in report.json") }
  }

  private static func className(of finding: Report.Finding) -> String {
    "finding \(finding.verdict.rawValue)" + (finding.state == .carried ? " carried" : "")
  }

  private static func tellCarried(
    _ finding: Report.Finding, _ lastJudged: [String: Timestamp], in note: HTMLElement
  ) {
    note.text("It was not judged again because the evidence is missing, and it keeps its verdict.")
    guard let run = finding.judgedIn else { return }
    note.text(" Last judged")
    if let time = lastJudged[run] {
      note.text(" on ")
      note.time(time)
    }
    note.text(" by run ")
    note.add("code", run)
    note.text(".")
  }
}
