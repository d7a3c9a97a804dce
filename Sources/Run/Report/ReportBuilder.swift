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

  func population(_ accounts: AccountProducts.Result, _ sums: EvidenceSums) -> Report.Population {
    Report.Population(
      accounts: sums.accounts, appleAccounts: sums.appleAccounts, anonymizedAccounts: accounts.anonymizedAccounts,
      links: sums.links, deletionRequests: sums.deletionRequests, byRelayDomain: accounts.byRelayDomain,
      anonymityUnknown: accounts.anonymityUnknown)
  }

  func coverage(_ sums: EvidenceSums) throws -> [Report.Coverage] {
    try directory.coverage().map { coverage in
      Report.Coverage(
        kind: coverage.kind.rawValue, present: coverage.isPresent, records: coverage.records, matched: coverage.matched,
        unmatched: coverage.records - coverage.matched, from: coverage.from, to: coverage.to,
        rulesNotEvaluated: isUsable(coverage)
          ? [] : outcomes.filter { $0.rule.metadata.needs.contains(coverage.kind) }.map(\.rule.id).sorted(),
        remembered: coverage.remembered, supplied: coverage.isSupplied, capturedTo: coverage.capturedTo,
        ambiguous: sums.kinds[coverage.kind.rawValue]?.ambiguous ?? 0)
    }
  }

  /// - Parameter waivedBefore: what waivers accepted at the run before.
  /// - Throws: `StorageError`.
  func sums(of findings: FindingArray, waivedBefore: FindingIDs) throws -> FindingSums {
    let captures = try directory.coverage().filter(\.isSupplied).compactMap { kind in
      kind.capturedTo.map { (kind.kind, $0) }
    }
    return FindingSums(
      findings, by: outcomes.map(\.rule), captures: Dictionary(captures) { first, second in max(first, second) },
      waivedBefore: waivedBefore)
  }

  /// - Parameters:
  ///   - isKnown: whether a finding is no news to the gate.
  ///   - earlier: the kinds that earlier runs had.
  ///   - lost: those of them without which the audit is incomplete.
  func gateFacts(
    findings: FindingArray, earlier: [EvidenceKind], lost: [LostKind], _ settings: AuditSettings,
    isKnown: (Report.Finding) -> Bool
  ) throws -> Gate.Facts {
    var facts = Gate.Facts()
    facts.findings.reserveCapacity(findings.count)
    findings.visitEach { facts.findings.append(Gate.Finding($0, isKnown: isKnown($0))) }
    facts.lostKinds = lost
    facts.judged = outcomes.reduce(0) { $0 + $1.judged }
    // As the rules' counts: a waived finding is counted under `waived` alone.
    facts.inconclusive = facts.findings.count { $0.verdict == .inconclusive && !$0.isWaived }
    facts.sources = sources.map(\.forGate)
    facts.unread = unread.map { Gate.UnreadInput(path: $0.path, reason: $0.reason) }
    let usable = try directory.coverage().filter(isUsable)
    facts.presentKinds = Set(usable.map(\.kind))
    facts.suppliedKinds = Set(usable.filter(\.isSupplied).map(\.kind))
    // Coverage is of what logs yield, and not of logs.
    if sources.contains(where: { $0.facts.kind == .logs && $0.isUsable }) { facts.suppliedKinds.insert(.logs) }
    facts.earlierKinds = Set(earlier)
    for outcome in outcomes where outcome.judged > 0 { facts.neededKinds.formUnion(outcome.rule.metadata.needs) }
    facts.staleKinds = usable.filter(\.isSupplied).compactMap { staleKind($0, settings) }
    facts.brokenRules = outcomes.filter { $0.failure != nil }.map(\.rule.id)
    return facts
  }

  private func staleKind(_ coverage: EvidenceDirectory.Coverage, _ settings: AuditSettings) -> StaleKind? {
    // `evidence/stale` judges that of accounts.
    guard coverage.kind != .accounts, let maxAge = settings.configuration.maxAges[coverage.kind],
      let newest = coverage.capturedTo, settings.asOf.milliseconds - newest.milliseconds > maxAge.milliseconds
    else { return nil }
    return StaleKind(kind: coverage.kind, capturedTo: newest, maxAge: maxAge)
  }

  /// Whether the kind is there. A source that was rejected whole shows nothing of it.
  func isUsable(_ coverage: EvidenceDirectory.Coverage) -> Bool {
    guard coverage.isPresent else { return false }
    let holders = sources.filter { $0.facts.kinds.contains(coverage.kind) }
    return coverage.records > 0 || holders.isEmpty || !holders.allSatisfy(\.facts.isRejectedWhole)
  }
}

extension Gate.Finding {
  init(_ finding: Report.Finding, isKnown: Bool) {
    self.init(
      severity: finding.severity, verdict: finding.verdict, isKnown: isKnown, isWaived: finding.waiver != nil)
  }
}
