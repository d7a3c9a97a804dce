import Timestamps
import Vocabulary

/// The register of findings: those that stand in the report, and the pages of all others.
struct FindingSection {
  let pages: FindingPages
  private let report: Report
  /// When earlier runs judged, by their ids.
  private let lastJudged: [String: Timestamp]

  /// How many pages of a cause the report links to; each links to the next.
  private static let toldPages = 20

  init(_ report: Report) {
    self.report = report
    pages = FindingPages(report)
    lastJudged = Dictionary(report.trend.map { ($0.run, $0.asOf) }) { first, _ in first }
  }

  /// The one that takes longest comes first: threads that write them then end together.
  var files: [ReportFile] {
    let index = FindingIndex(report: report, pages: pages)
    return (pages.hasIndex ? [ReportFile(name: FindingIndex.name) { try index.write(to: $0) }] : [])
      + (pages.groups.map(\.pages) + [pages.shared]).flatMap(files)
  }

  /// The files of pages that lead from one to the next.
  private func files(of pages: [FindingPages.Page]) -> [ReportFile] {
    pages.indices.map { number in
      func name(_ number: Int) -> String? { pages.indices.contains(number) ? pages[number].name : nil }
      let neighbors = (previous: name(number - 1), next: name(number + 1))
      return ReportFile(name: pages[number].name) { try write(pages[number], neighbors, to: $0) }
    }
  }

  func fill(_ document: HTMLDocument) throws {
    let section = try document.element("findings").set("data-total", String(pages.listed))
    if pages.hasIndex { section.set("data-index", FindingIndex.name).set("data-lookup", FindingIndex.name) }
    try document.element("findings-note").text(note)
    let container = try document.element("finding-groups")
    var rules: Set<String> = []
    for group in pages.groups {
      let isFirst = rules.insert(pages.causes[group.cause].rule.id).inserted
      let place = addGroup(group.cause, isFirst: isFirst, to: container)
      // What is cut is said before what stands.
      tellRest(of: group, in: place.more)
      add(group.inline, heading: heading(of: group.cause), to: place.list)
    }
    guard !pages.shared.isEmpty else { return }
    let more = container.add("section", class: "more")
    more.add(
      "p",
      """
      The \(HTMLText.number(pages.causes.count - pages.groups.count)) causes after the first \
      \(HTMLText.number(pages.groups.count)) are on further pages, with all of their findings:
      """)
    link(to: pages.shared, in: more)
  }

  private var note: String {
    guard !report.findings.isEmpty else { return "There are no findings." }
    let count = HTMLText.number(report.findings.tally.new)
    // On a first run all are, and say nothing.
    let new = report.run.previousRun == nil ? "" : ", \(count) of them new since the previous run"
    let carried =
      report.gate.carried > 0 ? ", \(HTMLText.number(report.gate.carried)) not judged again by this run" : ""
    let inline = pages.groups.reduce(0) { $0 + $1.inline.count }
    let further =
      inline < pages.listed
      ? """
       The worst of each cause are listed here, \(HTMLText.number(inline)) in all; further pages list \
      \(report.isCut ? "more" : "all") of them.
      """ : ""
    let cut =
      report.isCut
      ? " The report lists \(HTMLText.number(pages.listed)) findings; findings.csv lists all of them." : ""
    return """
      \(HTMLText.count(report.findings.count, "finding"))\(new)\(carried). Every verdict other than pass is a \
      finding.\(further)\(cut)
      """
  }

  /// Says of a cause what is not listed here, and where it is.
  private func tellRest(of group: FindingPages.Group, in more: HTMLElement) {
    let cause = pages.causes[group.cause]
    let isCut = cause.findings.count < cause.total
    guard isCut || !group.pages.isEmpty else { return }
    let (total, listed) = (HTMLText.number(cause.total), HTMLText.number(cause.findings.count))
    let here =
      group.inline.isEmpty
      ? "\(HTMLText.count(cause.total, "finding")) of this cause, none of which is listed here."
      : "The worst \(HTMLText.number(group.inline.count)) of \(total) findings of this cause are listed here."
    let pages = group.pages.isEmpty ? "" : isCut ? " Further pages list \(listed):" : " All \(total):"
    more.add("p", "\(here)\(isCut ? " findings.csv lists all of them." : "")\(pages)")
    link(to: group.pages, in: more)
  }

  private func link(to pages: [FindingPages.Page], in more: HTMLElement) {
    guard !pages.isEmpty else { return }
    let links = more.add("ul")
    for page in pages.prefix(Self.toldPages) {
      links.add("li").add("a", Self.title(of: page)).set("href", page.name)
    }
    let rest = pages.count - Self.toldPages
    if rest > 0 {
      links.add("li", "and \(HTMLText.count(rest, "more page")): each page leads to the next")
    }
  }

  /// `findings 1 to 1,000`, or `causes 201 to 240`.
  private static func title(of page: FindingPages.Page) -> String {
    guard let first = page.parts.first, let last = page.parts.last else { return page.name }
    return first.cause == last.cause
      ? "findings \(HTMLText.number(first.first)) to \(HTMLText.number(first.first + first.findings.count - 1))"
      : "causes \(HTMLText.number(first.cause + 1)) to \(HTMLText.number(last.cause + 1))"
  }

  private func addGroup(_ number: Int, isFirst: Bool, to container: HTMLElement) -> (
    more: HTMLElement, list: HTMLElement
  ) {
    FindingList.addGroup(
      pages.causes[number], number: number + 1, worst: heading(of: number), isFirst: isFirst, to: container)
  }

  /// The message of a cause's worst finding.
  private func heading(of cause: Int) -> String {
    let cause = pages.causes[cause]
    return cause.worst.map { report.findings[$0].message } ?? cause.rule.title
  }

  /// - Parameter heading: of their cause.
  private func add(_ findings: some Sequence<Int>, heading: String, to list: HTMLElement) {
    for finding in findings {
      FindingList.add(report.findings[finding], heading: heading, lastJudged: lastJudged, to: list)
    }
  }

  private func write(
    _ page: FindingPages.Page, _ neighbors: (previous: String?, next: String?), to output: ([UInt8]) throws -> Void
  ) throws {
    let document = try PageTemplate.document(report, section: "findings", neighbors: neighbors)
    try document.element("findings").set("data-total", String(page.parts.reduce(0) { $0 + $1.findings.count }))
      .set("data-lookup", FindingIndex.name)
    let container = try document.element("finding-groups")
    let note = try document.element("findings-note")
    guard let part = page.parts.first, page.parts.count == 1 else {
      note.text("The \(Self.title(of: page)) of \(HTMLText.number(pages.causes.count)).")
      return try document.write(page.parts, in: container, to: output) { part in
        let place = addGroup(part.cause, isFirst: true, to: container)
        add(part.findings, heading: heading(of: part.cause), to: place.list)
      }
    }
    let cause = pages.causes[part.cause]
    note.text(
      """
      Findings \(HTMLText.number(part.first)) to \(HTMLText.number(part.first + part.findings.count - 1)) \
      of \(HTMLText.number(cause.total)) under \(cause.rule.id) for the reason \(cause.reason).\
      \(cause.findings.count < cause.total ? " findings.csv lists all of them." : "")
      """)
    let (list, worst) = (addGroup(part.cause, isFirst: true, to: container).list, heading(of: part.cause))
    try document.write(part.findings, in: list, to: output) { add([$0], heading: worst, to: list) }
  }
}
