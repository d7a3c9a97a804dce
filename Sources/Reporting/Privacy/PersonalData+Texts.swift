import Vocabulary

/// What is personal in texts of a report that are made for something else.
extension PersonalData {
  func applyToTexts(of finding: inout Report.Finding) {
    finding.message = text(finding.message)
    for index in finding.evidence.indices {
      finding.evidence[index].source = text(finding.evidence[index].source)
      finding.evidence[index].locator = text(finding.evidence[index].locator)
      finding.evidence[index].summary = text(finding.evidence[index].summary)
    }
    if let reason = finding.waiver?.reason { finding.waiver?.reason = text(reason) }
  }

  /// Of all but findings and flagged accounts. Who signed a waiver is no person whom the report is about.
  func applyToTexts(of report: inout Report) {
    for index in report.sources.indices {
      report.sources[index].path = text(report.sources[index].path)
      for reject in report.sources[index].rejects.indices {
        report.sources[index].rejects[reject].locator = text(report.sources[index].rejects[reject].locator)
        report.sources[index].rejects[reject].reason = quoting(report.sources[index].rejects[reject].reason)
      }
    }
    report.population.byRelayDomain = Dictionary(
      report.population.byRelayDomain.map { (text($0.key), $0.value) }, uniquingKeysWith: +)
    report.gate.reasons = report.gate.reasons.map(text)
    for index in report.rules.indices {
      report.rules[index].notEvaluated = report.rules[index].notEvaluated.map(text)
    }
    for index in report.waivers.indices { apply(to: &report.waivers[index]) }
    for index in report.signOffs.indices { report.signOffs[index].note = report.signOffs[index].note.map(text) }
    if let path = report.baseline?.path { report.baseline?.path = text(path) }
    for index in report.limits.indices { report.limits[index].text = text(report.limits[index].text) }
  }

  /// What it names it names as a finding does. Its findings have their ids.
  package func apply(to waiver: inout Report.WaiverEntry) {
    waiver.reason = text(waiver.reason)
    waiver.ticket = waiver.ticket.map(text)
    guard let scope = waiver.scope else { return }
    let subject = Report.Subject(project: nil, tenant: nil, uid: scope.uid, email: nil, appleSub: nil)
    waiver.scope?.uid = applied(to: subject).uid
    waiver.scope?.object = scope.object.map { object($0, of: subject) }
  }

  /// The reason of a reject, which quotes a value: in a record that is read wrongly it may be a uid.
  private func quoting(_ reason: String) -> String {
    hidesOrder ? text(reason.replacing(#/\bis `[^`]*`/#, with: "is `…`")) : text(reason)
  }

  /// The report with the ids of findings as they are shown, in the order that follows from what is shown: the order of
  /// names would tell which of many persons each finding is about.
  ///
  /// - Throws: as `apply(to:)`.
  package func publishing(_ report: Report) throws -> Report {
    guard hidesOrder else { return report }
    var report = report
    report.hasPublishedIDs = true
    try report.findings.changeEach { $0.id = published($0.id) }
    try report.findings.sort()
    for index in report.resolved.indices { report.resolved[index].id = published(report.resolved[index].id) }
    report.resolved.sort { ($0.rule, $0.id) < ($1.rule, $1.id) }
    for index in report.waivers.indices {
      report.waivers[index].findings = report.waivers[index].findings.map(published).sorted()
    }
    if let stale = report.baseline?.stale { report.baseline?.stale = stale.map(published).sorted() }
    for index in report.limits.indices {
      report.limits[index].text = report.limits[index].text.replacing(#/\bra-[0-9a-f]{16}\b/#) {
        published(String($0.output))
      }
    }
    return report
  }
}

extension Report.Finding {
  /// The order of the report (docs/contract.md, section 7).
  package static func precedes(_ left: Report.Finding, _ right: Report.Finding) -> Bool {
    if left.severity != right.severity { return left.severity > right.severity }
    return (left.rule, left.subject.uid ?? "", left.object ?? "", left.id)
      < (right.rule, right.subject.uid ?? "", right.object ?? "", right.id)
  }
}
