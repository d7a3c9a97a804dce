package import Timestamps
import Vocabulary

/// Takes a forgotten person out of a report that the store keeps (docs/contract.md, section 9).
///
/// Every number stays, and so does every finding with its rule, verdict and state. What says whom it is about goes.
package struct Redaction: Sendable {
  /// By the id of each finding about the person, the id that stands in its place: the ids are made of names.
  package var ids: [String: String]
  /// When the person was forgotten.
  package var time: Timestamp
  /// Whether an account is the person's, as the report shows it.
  private let isTheirs: @Sendable (FlaggedAccount) -> Bool
  /// Take the person's names out of texts and paths.
  private let scrubText: @Sendable (String) -> String
  private let scrubPath: @Sendable (String) -> String

  package init(
    ids: [String: String], time: Timestamp, isTheirs: @escaping @Sendable (FlaggedAccount) -> Bool,
    scrubText: @escaping @Sendable (String) -> String, scrubPath: @escaping @Sendable (String) -> String
  ) {
    self.ids = ids
    self.time = time
    self.isTheirs = isTheirs
    self.scrubText = scrubText
    self.scrubPath = scrubPath
  }

  /// - Returns: how many of the report's findings were about the person; nil where nothing in it was.
  package func apply(to report: inout Report) -> Int? {
    let before = report
    var count = 0
    for index in report.findings.indices {
      guard let id = ids[report.findings[index].id] else { continue }
      redact(&report.findings[index], id)
      report.forgotten.insert(id)
      count += 1
    }
    if count > 0 { sort(&report) }
    for index in report.resolved.indices { replace(&report.resolved[index].id) }
    redactRegisters(of: &report)
    scrubTexts(of: &report)
    guard report != before else { return nil }
    sayRedacted(in: &report)
    return count
  }

  /// Within a rule, those without a uid come first; all others stay in their order.
  private func sort(_ report: inout Report) {
    let placed = report.findings.enumerated().map { (isForgotten: report.forgotten.contains($1.id), $0, $1) }
    report.findings = FindingArray(
      placed.sorted { left, right in
        if left.2.severity != right.2.severity { return left.2.severity > right.2.severity }
        return (left.2.rule, left.isForgotten ? 0 : 1, left.1) < (right.2.rule, right.isForgotten ? 0 : 1, right.1)
      }.map(\.2))
  }

  private func replace(_ id: inout String) { id = ids[id] ?? id }

  private var day: String { time.readableDate }

  private func redact(_ finding: inout Report.Finding, _ id: String) {
    finding.id = id
    finding.message = "This finding was about a person who was forgotten on \(day)."
    finding.subject = Report.Subject(
      project: finding.subject.project, tenant: nil, uid: nil, email: nil, appleSub: nil)
    finding.object = nil
    finding.dueAt = nil
    // Places in the company's own files, where the person may still be read.
    finding.evidence = []
    if finding.waiver != nil { finding.waiver?.reason = "The person was forgotten on \(day)." }
  }

  private func redactRegisters(of report: inout Report) {
    for index in report.waivers.indices {
      let known = report.waivers[index].findings
      report.waivers[index].findings = known.map { ids[$0] ?? $0 }
      if !known.isEmpty, known.allSatisfy({ ids[$0] != nil }) {
        report.waivers[index].reason = "The person was forgotten on \(day)."
      }
    }
    if let stale = report.baseline?.stale { report.baseline?.stale = stale.map { ids[$0] ?? $0 }.sorted() }
    report.flagged?.replaceFirst { account in
      isTheirs(account) ? account.forgotten : account
    }
  }

  /// What sources said of records that they rejected, what people wrote, and names of files.
  private func scrubTexts(of report: inout Report) {
    for index in report.sources.indices {
      scrub(path: &report.sources[index].path)
      for reject in report.sources[index].rejects.indices { scrub(&report.sources[index].rejects[reject].reason) }
    }
    for index in report.findings.indices where !report.forgotten.contains(report.findings[index].id) {
      for citation in report.findings[index].evidence.indices {
        scrub(path: &report.findings[index].evidence[citation].source)
      }
      if let reason = report.findings[index].waiver?.reason {
        report.findings[index].waiver?.reason = scrubbed(reason)
      }
    }
    for index in report.waivers.indices {
      scrub(&report.waivers[index].reason)
      if let ticket = report.waivers[index].ticket { report.waivers[index].ticket = scrubbed(ticket) }
    }
    for index in report.gate.reasons.indices { scrub(path: &report.gate.reasons[index]) }
    for index in report.limits.indices { scrub(path: &report.limits[index].text) }
    for index in report.rules.indices {
      if let text = report.rules[index].notEvaluated { report.rules[index].notEvaluated = scrubPath(text) }
    }
    if let path = report.baseline?.path { report.baseline?.path = scrubPath(path) }
  }

  private func scrub(_ text: inout String) { text = scrubbed(text) }
  private func scrub(path: inout String) { path = scrubPath(withoutIDs(path)) }
  private func scrubbed(_ text: String) -> String { scrubText(withoutIDs(text)) }

  /// A note on the baseline names findings.
  private func withoutIDs(_ text: String) -> String {
    guard text.contains("ra-") else { return text }
    return ids.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }

  private static let end = "Every number is as it was."

  /// One limit speaks of all who were forgotten.
  private func sayRedacted(in report: inout Report) {
    report.limits.removeAll { ($0.code == nil || $0.code == Self.code) && $0.text.hasSuffix(Self.end) }
    let what =
      switch report.forgotten.count {
      case 0: "Names of people who have since been forgotten were removed from this report"
      case 1: "One finding in this report was redacted because the person whom it concerned was forgotten"
      case let count:
        "\(count) findings in this report were redacted because the people whom they concerned were forgotten"
      }
    report.limits.append(
      Report.Limit(
        code: report.version == .one ? nil : Self.code, text: "\(what), most recently on \(day). \(Self.end)"))
  }

  private static let code = "redacted"
}

extension FlaggedAccount {
  /// What stands in its place when its person was forgotten.
  package var forgotten: FlaggedAccount {
    FlaggedAccount(uid: "(forgotten)", email: nil, relayDomain: nil, providers: "", firstSeen: firstSeen)
  }
}
