import Timestamps
import Vocabulary

/// A report as HTML: `report.html`, which loads nothing, and pages beside it for what it has no room for.
struct HTMLReport {
  private let report: Report
  private let findings: FindingSection
  private let sources: SourceSection

  init(_ report: Report) {
    self.report = report
    findings = FindingSection(report)
    sources = SourceSection(report)
  }

  /// Whether an older report had the file of this name beside it, which a newer one may not have.
  static func isBeside(_ name: String) -> Bool {
    name.hasPrefix(FindingPages.prefix) || name.hasPrefix(SourceSection.prefix)
  }

  /// Each file builds its own document, so that it may be written on any thread.
  var files: [ReportFile] {
    findings.files + [ReportFile(name: "report.html") { try writeFirstPage(to: $0) }] + sources.files
  }

  private func writeFirstPage(to output: ([UInt8]) throws -> Void) throws {
    let document = try PageTemplate.document(report)
    try fill(document)
    try output(document.bytes())
  }

  private func fill(_ document: HTMLDocument) throws {
    try VerdictBanner(report: report).fill(document)
    fillPopulation(try document.element("population"))
    ChangeSection.fill(try document.element("change-list"), report)
    CauseTable.fill(try document.element("cause-list"), report, findings.pages)
    if !DueTable.fill(try document.element("due-list"), report) {
      try document.element("due").remove()
      try document.element("to-due").remove()
    }
    LimitList.fill(try document.element("limit-list"), report.limits)
    try findings.fill(document)
    ResolvedTable.fill(try document.element("resolved-list"), report.resolved)
    FlaggedTable.fill(try document.element("flagged-list"), report.flagged)
    BaselineSection.fill(try document.element("waiver-list"), report.waivers)
    BaselineSection.fill(try document.element("baseline-list"), report.baseline)
    FrameworkTable.fill(try document.element("framework-list"), report.frameworks, report.rules)
    SettingTable.fill(try document.element("setting-list"), report.settings)
    RuleTable.fill(try document.element("rule-table"), report.rules)
    CoverageTable.fill(try document.element("coverage"), report)
    try sources.fill(document)
    ProvenanceSection.fill(try document.element("provenance-facts"), report)
    GlossarySection.fill(try document.element("glossary-list"))
    try SignatureSection.fill(document, report)
    try fillContents(document)
    try document.element("colophon").text(
      "Written by \(report.run.tool.name) \(report.run.tool.version). The same findings for programs: report.json.")
  }

  private func fillPopulation(_ figures: HTMLElement) {
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
  }

  /// The count of each section beside its name in the contents: paper has no page numbers to go by.
  private func fillContents(_ document: HTMLDocument) throws {
    for (section, count) in [
      ("causes", findings.pages.causes.count), ("limits", report.limits.count), ("findings", report.findings.count),
      ("resolved", report.resolved.count), ("flagged", report.flagged?.count), ("baseline", report.waivers.count),
      ("rules", report.rules.count), ("sources", report.sources.count), ("signature", report.signOffs.count),
    ] {
      guard let count, count > 0 else { continue }
      let entry = try document.element("to-\(section)")
      entry.text(" ")
      entry.add("span", class: "tag", "(\(HTMLText.number(count)))")
    }
  }
}
