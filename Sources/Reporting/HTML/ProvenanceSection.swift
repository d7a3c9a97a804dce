import Vocabulary

/// Who made the report, when, where, with what, and its place in the ledger.
enum ProvenanceSection {
  static func fill(_ facts: HTMLElement, _ report: Report) {
    let run = report.run
    facts.fact("Program") { $0.text("\(run.tool.name) \(run.tool.version)") }
    facts.fact("Run") { $0.add("span", class: "mono", run.id) }
    facts.fact("Previous run") { place in
      if let previous = run.previousRun { place.add("span", class: "mono", previous) } else { place.text("none") }
    }
    if let user = run.user { facts.fact("User") { $0.text(user) } }
    if let host = run.host { facts.fact("Machine") { $0.text(host) } }
    facts.fact("Started") { $0.time(run.startedAt) }
    facts.fact("Finished") { $0.time(run.finishedAt) }
    facts.fact("Gate") { $0.text(gate(report.gate)) }
    for (name, hash) in [("Configuration, SHA-256", run.configSHA256), ("Rules, SHA-256", run.rulesSHA256)] {
      facts.fact(name) { $0.add("span", class: "mono", hash) }
    }
    guard let ledger = report.ledger else { return }
    facts.fact("Entry of the ledger") { $0.text(HTMLText.number(ledger.number)) }
    facts.fact("Head of the ledger") { $0.add("span", class: "mono", ledger.head) }
    facts.fact("Head before") { place in
      if let previous = ledger.previous { place.add("span", class: "mono", previous) } else { place.text("none") }
    }
    facts.fact("report.json, SHA-256") { $0.add("span", class: "mono", ledger.reportSHA256) }
  }

  private static func gate(_ gate: Report.Gate) -> String {
    let scope = gate.scope == .new ? "findings that are new" : "all findings"
    return gate.failOn == .never
      ? "never fails" : "fails for findings of severity \(VerdictBanner.severity(gate.failOn.name)), among \(scope)"
  }
}
