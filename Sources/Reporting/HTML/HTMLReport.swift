import Timestamps
import Vocabulary

/// A report as HTML: `report.html`, which loads nothing, and pages beside it for the findings that it has no room for.
struct HTMLReport {
  private let report: Report
  private let pages: FindingPages
  /// When earlier runs judged, by their ids.
  private let lastJudged: [String: Timestamp]

  init(_ report: Report) {
    self.report = report
    pages = FindingPages(report)
    lastJudged = Dictionary(report.trend.map { ($0.run, $0.asOf) }) { first, _ in first }
  }

  /// Whether an older report had the file of this name beside it, which a newer one may not have.
  static func isBeside(_ name: String) -> Bool { name.hasPrefix(FindingPages.prefix) }

  /// Each file builds its own document, so that it may be written on any thread.
  var files: [ReportFile] {
    let further = pages.groups.flatMap { group in
      group.pages.map { page in
        ReportFile(name: page.name) { try writePage(page, of: group, to: $0) }
      }
    }
    let index = FindingIndex(report: report, pages: pages)
    return [ReportFile(name: "report.html") { try writeFirstPage(to: $0) }] + further
      + (pages.hasIndex ? [ReportFile(name: FindingIndex.name) { try index.write(to: $0) }] : [])
  }

  private func writeFirstPage(to output: ([UInt8]) throws -> Void) throws {
    let document = try HTMLDocument(template: try Self.file("report.html"))
    try fill(document)
    try output(document.bytes)
  }

  private static func file(_ name: String) throws -> String {
    guard let file = EmbeddedFiles.all.first(where: { $0.path == name }) else {
      throw HTMLDocument.Failure(problem: "the report's \(name) is missing")
    }
    return file.text
  }

  /// Puts style and script into the page. The template links to them as files, so that it opens in a browser as it is.
  private func embed(_ document: HTMLDocument) throws {
    try document.first("link").remove()
    try document.first("head").add("style").raw(try Self.file("report.css"))
    let script = try document.first("script")
    let parent = try document.first("body")
    script.remove()
    parent.add("script").raw(try Self.file("report.js"))
  }

  private func fill(_ document: HTMLDocument) throws {
    try embed(document)
    try fillHeader(document)
    try VerdictBanner(report: report).fill(document)
    ChangeSection.fill(try document.element("change-list"), report)
    CauseTable.fill(try document.element("cause-list"), report, pages)
    DueTable.fill(try document.element("due"), try document.element("due-list"), report)
    try fillScope(document)
    let limits = try document.element("limit-list")
    for limit in report.limits { limits.add("li", limit.text) }
    RuleTable.fill(try document.element("rule-table"), report.rules)
    try FrameworkTable.fill(document.element("framework-list"), report.frameworks, report.rules)
    try fillFindings(document)
    ResolvedTable.fill(try document.element("resolved-list"), report.resolved)
    BaselineSection.fill(try document.element("baseline-list"), report.baseline)
    BaselineSection.fill(try document.element("waiver-list"), report.waivers)
    FlaggedTable.fill(try document.element("flagged-list"), report.flagged)
    try SourceTable.fill(document.element("source-list"), report.sources, startedAt: report.run.startedAt)
    try document.element("colophon").text(
      """
      Written by \(report.run.tool.name) \(report.run.tool.version). Run \(report.run.id). \
      Rules \(report.run.rulesSHA256.prefix(16))…, configuration \(report.run.configSHA256.prefix(16))…. \
      The same findings for programs: report.json.
      """)
    try SignatureSection.fill(document, report)
  }

  private func fillHeader(_ document: HTMLDocument) throws {
    let facts = try document.element("facts")
    func fact(_ name: String, _ body: (HTMLElement) -> Void) {
      facts.add("dt", name)
      body(facts.add("dd"))
    }
    if let project = report.run.project { fact("Project") { $0.text(project) } }
    fact("As of") { $0.time(report.run.asOf) }
    fact("Written") { $0.time(report.run.finishedAt) }
    fact("Run before") { $0.text(report.run.previousRun ?? "none: this is the first") }
    if let host = report.run.host { fact("Run on") { $0.text(report.run.user.map { "\(host) by \($0)" } ?? host) } }
  }

  private func fillScope(_ document: HTMLDocument) throws {
    let figures = try document.element("population")
    let population = report.population
    for (name, count) in [
      ("accounts", population.accounts), ("with Apple", population.appleAccounts),
      ("anonymized", population.anonymizedAccounts), ("links", population.links),
      ("deletion requests", population.deletionRequests),
    ] {
      let box = figures.add("div")
      box.add("dt", name)
      box.add("dd", HTMLText.number(count))
    }
    let coverage = try document.element("coverage")
    for (domain, count) in population.byRelayDomain.sorted(by: { $0.key < $1.key }) {
      coverage.add("p", "\(HTMLText.count(count, "relay address", "relay addresses")) at \(domain).")
    }
    if population.anonymityUnknown > 0 {
      let unknown = population.anonymityUnknown
      coverage.add(
        "p",
        """
        \(HTMLText.count(unknown, "account")) with an Apple credential \(unknown == 1 ? "has" : "have") no address at \
        all: whether \(unknown == 1 ? "it is" : "they are") anonymized is unknown.
        """)
    }
    CoverageTable.fill(coverage, report.coverage)
  }

  private func fillFindings(_ document: HTMLDocument) throws {
    try document.element("findings").set("data-total", String(report.findings.count))
    let new = report.findings.count { $0.state == .new }
    let carried =
      report.gate.carried > 0 ? ", \(HTMLText.number(report.gate.carried)) not judged again by this run" : ""
    try document.element("findings-note").text(
      report.findings.isEmpty
        ? "There are no findings."
        : """
        \(HTMLText.count(report.findings.count, "finding")), \(HTMLText.number(new)) of them new since the run before\(carried). \
        A finding is every verdict other than pass.
        """)
    if pages.hasIndex { try document.element("findings").set("data-index", FindingIndex.name) }
    let container = try document.element("finding-groups")
    var rules: Set<String> = []
    for group in pages.groups {
      let list = FindingList.addGroup(
        group.cause, isFirst: rules.insert(group.cause.rule.id).inserted, to: container)
      for finding in group.inline {
        FindingList.add(report.findings[finding], lastJudged: lastJudged, to: list.list)
      }
      guard !group.pages.isEmpty else { continue }
      let more = list.section.add("div", class: "more")
      more.add(
        "p",
        group.inline.isEmpty
          ? "\(HTMLText.count(group.cause.findings.count, "finding")) of this cause, none of which stands here:"
          : """
          The worst \(HTMLText.number(group.inline.count)) of \(HTMLText.number(group.cause.findings.count)) findings \
          of this cause stand here. All of them:
          """)
      let links = more.add("ul")
      for page in group.pages {
        links.add("li").add(
          "a", "findings \(HTMLText.number(page.first)) to \(HTMLText.number(page.first + page.findings.count - 1))"
        ).set("href", page.name)
      }
    }
  }

  private func writePage(
    _ page: FindingPages.Page, of group: FindingPages.Group, to output: ([UInt8]) throws -> Void
  ) throws {
    let document = try HTMLDocument(template: try Self.file("report.html"))
    try embed(document)
    try fillHeader(document)
    for id in [
      "verdict", "changes", "causes", "due", "scope", "limits", "rules", "frameworks", "resolved", "baseline",
      "flagged", "sources", "signature",
    ] {
      try document.element(id).remove()
    }
    let back = try document.first("nav")
    back.removeChildren()
    back.add("p").add("a", "Back to the report").set("href", "report.html")
    try document.element("findings").set("data-total", String(page.findings.count))
    try document.element("findings-note").text(
      """
      Findings \(HTMLText.number(page.first)) to \(HTMLText.number(page.first + page.findings.count - 1)) \
      of \(HTMLText.number(group.cause.findings.count)) under \(group.cause.rule.id) for the reason \
      \(group.cause.reason).
      """)
    let list = FindingList.addGroup(group.cause, isFirst: true, to: try document.element("finding-groups")).list
    try document.write(page.findings, in: list, to: output) {
      FindingList.add(report.findings[$0], lastJudged: lastJudged, to: list)
    }
  }
}
