import Evidence
import Intake
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

/// Builds the parts of the report from what was read and judged.
struct ReportBuilder {
  let session: EvidenceSession
  let directory: EvidenceDirectory
  let sources: [AuditedSource]
  let unread: [SkippedInput]
  let outcomes: [RuleOutcome]
  /// The findings of the previous run, by id.
  let open: [String: OpenFinding]

  /// The findings of the previous run that this run no longer has, although it judged or saw the subject again.
  func resolved(findings: [Report.Finding]) throws -> [Report.Resolved] {
    let current = Set(findings.map(\.id))
    let evaluated = Set(outcomes.filter { $0.failure == nil }.map(\.rule.id))
    let passed = outcomes.reduce(into: Set<String>()) { $0.formUnion($1.passed) }
    return try open.values.filter { finding in
      guard !current.contains(finding.id), evaluated.contains(finding.rule) else { return false }
      if passed.contains(finding.id) { return true }
      // No longer judged, for example because its link is gone. That is resolved if the export still shows the account.
      return try finding.account.map(directory.isPresent) ?? false
    }
    .sorted { ($0.rule, $0.id) < ($1.rule, $1.id) }
    .map { Report.Resolved(id: $0.id, rule: $0.rule, firstSeen: $0.firstSeen, lastSeen: $0.lastSeen) }
  }

  func population(_ accounts: AccountProducts.Result) throws -> Report.Population {
    Report.Population(
      accounts: session.accountCount, appleAccounts: session.appleAccountCount,
      anonymizedAccounts: accounts.anonymizedAccounts, links: try directory.linkCount(),
      deletionRequests: try directory.deletionRequestCount(), byRelayDomain: accounts.byRelayDomain)
  }

  func coverage() throws -> [Report.Coverage] {
    try directory.coverage().map { coverage in
      Report.Coverage(
        kind: coverage.kind.rawValue, present: coverage.isPresent, records: coverage.records, matched: coverage.matched,
        unmatched: coverage.records - coverage.matched, from: coverage.from, to: coverage.to,
        rulesNotEvaluated: coverage.isPresent
          ? [] : outcomes.filter { $0.rule.metadata.needs.contains(coverage.kind) }.map(\.rule.id).sorted())
    }
  }

  func gateFacts(findings: [Report.Finding]) throws -> Gate.Facts {
    var facts = Gate.Facts()
    facts.findings = findings.map(Gate.Finding.init)
    facts.judged = outcomes.reduce(0) { $0 + $1.judged }
    facts.inconclusive = outcomes.reduce(0) { $0 + ($1.counts[.inconclusive] ?? 0) }
    facts.sources = sources.map(\.gateSource)
    facts.unread = unread.map { Gate.UnreadInput(path: $0.path, reason: $0.reason) }
    facts.presentKinds = Set(try directory.coverage().filter { $0.isPresent && isUsable($0) }.map(\.kind))
    for outcome in outcomes where outcome.judged > 0 { facts.neededKinds.formUnion(outcome.rule.metadata.needs) }
    facts.brokenRules = outcomes.filter { $0.failure != nil }.map(\.rule.id)
    return facts
  }

  /// Whether a source of the kind was used. One that was rejected whole shows nothing of the kind.
  private func isUsable(_ coverage: EvidenceDirectory.Coverage) -> Bool {
    let holders = sources.filter { $0.facts.kind == coverage.kind }
    return coverage.records > 0 || holders.isEmpty || !holders.allSatisfy { $0.facts.isRejectedWhole }
  }
}

extension Gate.Finding {
  init(_ finding: Report.Finding) {
    self.init(
      severity: finding.severity, verdict: finding.verdict, state: finding.state, isWaived: finding.waiver != nil)
  }
}
