import Timestamps
package import Vocabulary

/// `report.html`: one page that needs nothing but itself, and pages beside it for findings beyond the first of a rule.
struct HTMLReport {
  private let report: Report
  private let flagged: FlaggedAccounts
  private let texts: ReportTexts
  private let pages: HTMLPages

  init(_ report: Report, flagged: FlaggedAccounts, texts: ReportTexts) {
    self.report = report
    self.flagged = flagged
    self.texts = texts
    pages = HTMLPages(report)
  }

  /// The files that it consists of. Each may be written in a thread of its own.
  var files: [ReportFile] {
    let further = pages.groups.flatMap { group in
      group.pages.map { page in
        ReportFile(name: page.name) { try writePage(page, of: group, to: $0) }
      }
    }
    return [ReportFile(name: "report.html") { try writeFirstPage(to: $0) }] + further
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

  /// Puts style and script into the page, whose template names them as files so that it opens by itself.
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
    try fillVerdict(document)
    try fillScope(document)
    let limits = try document.element("limit-list")
    for limit in ReportLimits.sentences(for: report) { limits.add("li", limit) }
    try fillRules(document)
    try FrameworkTable.fill(document.element("framework-list"), texts.frameworks, report.rules)
    try fillFindings(document)
    try fillResolved(document)
    try fillFlagged(document)
    try SourceTable.fill(document.element("source-list"), report.sources)
    try document.element("colophon").text(
      """
      Written by \(report.run.tool.name) \(report.run.tool.version). Run \(report.run.id). \
      Rules \(report.run.rulesSHA256.prefix(16))…, configuration \(report.run.configSHA256.prefix(16))…. \
      The same findings for programs: report.json.
      """)
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
  }

  private func fillVerdict(_ document: HTMLDocument) throws {
    let gate = report.gate
    try document.element("verdict").set("class", "verdict \(gate.outcome.rawValue)")
    let sentence =
      switch gate.outcome {
      case .pass: "The gate passed."
      case .fail: "The gate failed: \(HTMLText.count(gate.failing, "finding")) at “\(gate.failOn)” or above."
      case .incomplete: "The audit is incomplete: evidence is missing or could not be used."
      }
    try document.element("verdict-sentence").text(sentence)
    let reasons = try document.element("verdict-reasons")
    for reason in gate.reasons { reasons.add("li").prose(reason) }
    if gate.outcome == .pass {
      reasons.add(
        "li",
        gate.failOn == "none"
          ? "The gate was told to fail for nothing; the findings below stand all the same."
          : "No finding at “\(gate.failOn)” or above fails\(gate.scope == "new" ? " that the run before did not have" : "").")
    }
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
    let body = coverage.table(
      caption: "Evidence by kind",
      [("Kind", false), ("Records", true), ("Match an account", true), ("Match none", true), ("From", false), ("To", false)])
    for kind in report.coverage {
      let row = body.add("tr")
      row.add("th", kind.kind).set("scope", "row")
      guard kind.present else {
        row.add("td", "not supplied").set("colspan", "5")
        continue
      }
      for count in [kind.records, kind.matched, kind.unmatched] {
        row.add("td", class: "number", HTMLText.number(count))
      }
      for time in [kind.from, kind.to] {
        let cell = row.add("td")
        if let time { cell.time(time) } else { cell.text("–") }
      }
    }
  }

  private func fillRules(_ document: HTMLDocument) throws {
    let verdicts: [Verdict] = [.fail, .inconclusive, .pending, .manual, .pass]
    let body = try document.element("rule-table").table(
      caption: "Verdicts by rule",
      [("Rule", false), ("Severity", false)] + verdicts.map { ($0.rawValue, true) } + [("waived", true)])
    for rule in report.rules.sorted(by: { $0.severity != $1.severity ? $0.severity > $1.severity : $0.id < $1.id }) {
      let row = body.add("tr")
      let name = row.add("th", class: "rule-name").set("scope", "row")
      name.text(rule.id)
      name.add("span", class: "title tag", rule.title)
      if let period = texts.rules[rule.id]?.period { name.add("span", class: "title tag", "In force \(period).") }
      let total = verdicts.reduce(0) { $0 + rule.counts.count(of: $1) }
      if !rule.evaluated {
        name.add("span", class: "title tag", "Not evaluated.")
      } else if total > 0 {
        // The numbers beside it say the same in words.
        let bar = name.add("div", class: "bar").set("aria-hidden", "true")
        for verdict in verdicts where rule.counts.count(of: verdict) > 0 {
          let share = Double(rule.counts.count(of: verdict)) / Double(total) * 100
          bar.add("span", class: verdict.rawValue).set("style", "width:\(Int((share * 100).rounded()) / 100)%")
        }
      }
      row.add("td", rule.severity.rawValue)
      for verdict in verdicts { row.add("td", class: "number", HTMLText.number(rule.counts.count(of: verdict))) }
      row.add("td", class: "number", HTMLText.number(rule.counts.waived))
    }
  }

  private func fillFindings(_ document: HTMLDocument) throws {
    try document.element("findings").set("data-total", String(report.findings.count))
    let new = report.findings.count { $0.state == .new }
    try document.element("findings-note").text(
      report.findings.isEmpty
        ? "There are no findings."
        : """
        \(HTMLText.count(report.findings.count, "finding")), \(HTMLText.number(new)) of them new since the run before. \
        A finding is every verdict other than pass.
        """)
    let container = try document.element("finding-groups")
    for group in pages.groups {
      let list = FindingList.addGroup(group.rule, text: texts.rules[group.rule.id], to: container)
      for finding in group.inline { FindingList.add(finding, text: texts.rules[finding.rule], to: list.list) }
      guard !group.pages.isEmpty else { continue }
      let more = list.section.add("div", class: "more")
      more.add(
        "p", "\(HTMLText.number(group.inline.count)) of \(HTMLText.number(group.count)) findings of this rule stand here. The others:")
      let links = more.add("ul")
      for page in group.pages {
        links.add("li").add(
          "a", "findings \(HTMLText.number(page.first)) to \(HTMLText.number(page.first + page.findings.count - 1))"
        ).set("href", page.name)
      }
    }
  }

  private func fillResolved(_ document: HTMLDocument) throws {
    let place = try document.element("resolved-list")
    guard !report.resolved.isEmpty else {
      place.add("p", "Nothing that the run before found is resolved.")
      return
    }
    let body = place.table(
      caption: HTMLText.count(report.resolved.count, "resolved finding"),
      [("Finding", false), ("Rule", false), ("First seen", false), ("Last seen", false)])
    for resolved in report.resolved {
      let row = body.add("tr")
      row.add("td", class: "mono", resolved.id)
      row.add("td", resolved.rule)
      row.add("td").time(resolved.firstSeen)
      row.add("td").time(resolved.lastSeen)
    }
  }

  private func fillFlagged(_ document: HTMLDocument) throws {
    let place = try document.element("flagged-list")
    guard flagged.count > 0 else {
      place.add("p", "No account has a relay address.")
      return
    }
    let shown = flagged.first.count
    let note = place.add("p")
    note.text(
      shown < flagged.count
        ? "\(HTMLText.number(shown)) of \(HTMLText.number(flagged.count)) accounts with a relay address stand here; all are in "
        : "\(HTMLText.count(flagged.count, "account")) with a relay address, also in ")
    note.add("a", "flagged-accounts.csv").set("href", "flagged-accounts.csv")
    note.text(".")
    let body = place.table(
      caption: "Accounts with a relay address, or anonymized",
      [("Account", false), ("Email", false), ("Relay domain", false), ("Sign-in methods", false), ("First seen", false)])
    for account in flagged.first {
      let row = body.add("tr")
      row.add("td", account.uid)
      row.add("td", account.email ?? "–")
      row.add("td", account.relayDomain ?? "–")
      row.add("td", account.providers.replacing(" ", with: ", "))
      row.add("td").time(account.firstSeen)
    }
  }

  private func writePage(
    _ page: HTMLPages.Page, of group: HTMLPages.Group, to output: ([UInt8]) throws -> Void
  ) throws {
    let document = try HTMLDocument(template: try Self.file("report.html"))
    try embed(document)
    try fillHeader(document)
    for id in ["verdict", "scope", "limits", "rules", "frameworks", "resolved", "flagged", "sources", "signature"] {
      try document.element(id).remove()
    }
    let back = try document.first("nav")
    back.removeChildren()
    back.add("p").add("a", "Back to the report").set("href", "report.html")
    try document.element("findings").set("data-total", String(page.findings.count))
    try document.element("findings-note").text(
      """
      Findings \(HTMLText.number(page.first)) to \(HTMLText.number(page.first + page.findings.count - 1)) \
      of \(HTMLText.number(group.count)) under \(group.rule.id).
      """)
    let text = texts.rules[group.rule.id]
    let list = FindingList.addGroup(group.rule, text: text, to: try document.element("finding-groups")).list
    try document.write(page.findings, in: list, to: output) { FindingList.add($0, text: text, to: list) }
  }
}

extension Report.Counts {
  package func count(of verdict: Verdict) -> Int {
    switch verdict {
    case .pass: pass
    case .fail: fail
    case .inconclusive: inconclusive
    case .pending: pending
    case .manual: manual
    }
  }
}
