import Evidence
import History
import Judgement
import Reporting
import Storage
import Timestamps
import Vocabulary

/// What becomes of the findings that the run before had open: each is among this run's findings again, or carried, or
/// resolved with a cause (docs/contract.md, section 4).
struct Continuation {
  /// What becomes of a finding that this run has not.
  enum End: Equatable, Codable {
    case carried
    case resolved(ResolutionCause)
    /// For a run over a part of the people: it is about nobody whom the part knows.
    case undecided
  }

  /// The findings that keep the verdict of the run before.
  private struct Carried {
    var ids = FindingIDs()
    /// By finding id, the account that this run assigns, if it differs from the previous run's.
    var accounts: [String: Int64] = [:]
  }

  let before: RunBefore
  let evidence: AbsenceEvidence
  let people: any RunPeople
  let settings: AuditSettings
  let store: Connection
  /// The kinds that an earlier run had and this one has not.
  let lost: [LostKind]
  let missing: MissingConfigurations

  /// Carries and resolves.
  ///
  /// - Parameters:
  ///   - outcomes: get the counts of what is carried.
  ///   - findings: of this run, in the report's order; get those that are carried, in their places.
  /// - Returns: what is resolved, in order of rule and id.
  /// - Throws: `StorageError`; `UserError` where the run before's report cannot be read.
  func apply(
    to outcomes: inout [RuleOutcome], _ findings: inout FindingArray
  ) throws -> [Report.Resolved] {
    guard !before.open.isEmpty, let run = before.run else { return [] }
    let reportBefore = reportReadOnce(of: run)
    let rules = Dictionary(outcomes.map { ($0.rule.id, $0) }) { first, _ in first }
    var carried = try unproven(findings, rules, reportBefore)
    var resolved: [Report.Resolved] = []
    try eachEnd(butOf: findings, rules, reportBefore) { finding, end in
      switch end {
      case .carried, .undecided: carried.ids.insert(finding.id)
      case .resolved(let cause):
        resolved.append(
          Report.Resolved(
            id: finding.id, rule: finding.rule, firstSeen: finding.firstSeen, lastSeen: finding.lastSeen, cause: cause))
      }
    }
    try carry(carried, from: run, reportBefore, &outcomes, &findings)
    return resolved.sorted { ($0.rule, $0.id) < ($1.rule, $1.id) }
  }

  /// Passes each finding that was open and that this run has not to `body`, with what becomes of it.
  ///
  /// - Parameter rules: by id.
  /// - Throws: as `apply`, and what `body` throws.
  func eachEnd(
    butOf findings: FindingArray, _ rules: [String: RuleOutcome], _ body: (OpenFinding, End) throws -> Void
  ) throws {
    guard let run = before.run else { return }
    try eachEnd(butOf: findings, rules, reportReadOnce(of: run), body)
  }

  /// Reads the report at the first call: few runs need it, and it may have 100,000 findings.
  private func reportReadOnce(of run: RunRecord) -> () throws -> Report {
    var report: Report?
    return {
      if let report { return report }
      let read = try StoredReport.read(run.number, in: store)
      report = read
      return read
    }
  }

  private func eachEnd(
    butOf findings: FindingArray, _ rules: [String: RuleOutcome], _ reportBefore: () throws -> Report,
    _ body: (OpenFinding, End) throws -> Void
  ) throws {
    var others = before.open.selection
    for finding in findings where finding.state != .new { try others.remove(finding.id) }
    var rulesOfOthers: Set<String> = []
    try others.each { rulesOfOthers.insert($0.rule) }
    let ended = try EndedRequests(
      people.directory, project: settings.project,
      rules: rulesOfOthers.filter { rules[$0]?.rule.metadata.needs.contains(.deletions) == true })
    let kinds = kindsAsObjects(of: rulesOfOthers)
    try others.each { finding in
      try body(finding, end(of: finding, rules[finding.rule], ended, kinds, reportBefore))
    }
  }

  /// This run's findings that say no more than that evidence is missing, and that failed before.
  private func unproven(
    _ findings: FindingArray, _ rules: [String: RuleOutcome], _ reportBefore: () throws -> Report
  ) throws -> Carried {
    var carried = Carried()
    var isUnknown = false
    for finding in findings where finding.verdict == .inconclusive {
      guard let open = try before.open.finding(finding.id), let rule = rules[finding.rule]?.rule,
        rule.metadata.isMissingEvidence(finding.reason),
        evidence.released(rule.metadata.needs).isEmpty
      else { continue }
      if open.verdict == nil { isUnknown = true }
      guard open.verdict == .fail || open.verdict == nil else { continue }
      carried.ids.insert(finding.id)
      if let account = finding.account.value, account != open.account { carried.accounts[finding.id] = account }
    }
    guard isUnknown else { return carried }
    // A store of the first edition does not tell the verdict.
    let failing = try reportBefore().findings.lazy.filter { $0.verdict == .fail && carried.ids.contains($0.id) }
    carried.ids = FindingIDs(failing.map(\.id))
    return carried
  }

  /// What ends a finding that this run has not.
  ///
  /// - Parameter kindsAsObjects: by the ids of findings that are about a kind.
  private func end(
    of finding: OpenFinding, _ outcome: RuleOutcome?, _ ended: EndedRequests, _ kindsAsObjects: [String: EvidenceKind],
    _ reportBefore: () throws -> Report
  ) throws -> End {
    guard let outcome else { return .resolved(.ruleDisabled) }
    if evidence.hasUndecided(outcome.rule.metadata.judgedBy) {
      if let decided = try people.end(of: finding) { return decided }
      if try !isGoneWithLink(finding, outcome.rule) { return .carried }
    }
    // What was unknown by records that are not remembered is not known by their absence.
    let isUndecided = finding.verdict == .inconclusive && evidence.hasUnremembered(outcome.rule.metadata.judgedBy)
    if outcome.passed.contains(finding.id) { return isUndecided ? .carried : .resolved(.passed) }
    guard outcome.failure == nil else { return .carried }
    if let cause = ended.cause(of: finding.id) { return .resolved(cause) }
    if let decided = try people.end(of: finding) { return decided }
    let rule = outcome.rule
    if isUndecided, try !isGoneWithLink(finding, rule) { return .carried }
    let kinds = decisiveKinds(of: finding, by: rule, kindsAsObjects)
    let gaps = try evidence.gaps(kinds, for: finding, isOfThisRunAlone: rule.metadata.isOfThisRunAlone)
    if !gaps.isEmpty {
      return evidence.released(gaps).isEmpty ? .carried : .resolved(.evidenceReleased)
    }
    // What a rule uses may have shown the subject as well, where accounts do not.
    if !kinds.contains(.accounts), evidence.hasUnremembered(rule.metadata.uses) { return .carried }
    if try isOfHiddenCredential(finding) { return .carried }
    // A finding about a source: which file it was, and so of which kind, is not known any more.
    if kinds.isEmpty, !lost.isEmpty { return .carried }
    if kinds == [.providerConfig], try missing.include(finding, in: reportBefore) { return .carried }
    if isOfForgottenEvidence(finding, rule, kinds) { return .carried }
    if let text = before.rules[rule.id], text != rule.textSHA256, try isThere(finding.account) {
      return .resolved(.ruleChanged)
    }
    // A rule about tonight's log as a whole is silent where the log has too little to judge: nothing shows an end.
    if rule.isOfTheWhole, rule.metadata.isOfThisRunAlone, !kinds.contains(.accounts) { return .carried }
    return .resolved(.subjectGone)
  }

  /// Whether this run's exports show that what the finding is about is gone, whatever undecided sources say: consents
  /// are judged for what stands on an account.
  private func isGoneWithLink(_ finding: OpenFinding, _ rule: Rule) throws -> Bool {
    guard let account = finding.account, rule.metadata.needs.contains(.consents),
      rule.metadata.needs.contains(.accounts),
      try evidence.gaps([.accounts], for: finding, isOfThisRunAlone: false).isEmpty
    else { return false }
    guard try people.directory.isPresent(account) else { return true }
    return try isOne(of: people.directory.goneCredentials(of: account), finding, account)
  }

  /// Whether it is about a credential that this run's export could not show, so that its absence says nothing, or about
  /// an account with Apple that the export does not show to be one.
  private func isOfHiddenCredential(_ finding: OpenFinding) throws -> Bool {
    guard let account = finding.account else { return false }
    if try people.directory.hidesApple(of: account) {
      return try !isOne(of: people.directory.goneCredentials(of: account), finding, account)
    }
    return try isOne(of: people.directory.hiddenCredentials(of: account), finding, account)
  }

  /// - Parameter account: the finding's.
  private func isOne(
    of credentials: [EvidenceDirectory.PastCredential], _ finding: OpenFinding, _ account: Int64
  ) throws -> Bool {
    guard !credentials.isEmpty else { return false }
    let subject = try people.directory.subject(of: account).subject
    return credentials.contains { credential in
      [nil, credential.discriminator].contains { discriminator in
        finding.id
          == FindingIdentity.id(
            rule: finding.rule, project: settings.project, subject: subject, object: credential.provider,
            discriminator: discriminator)
      }
    }
  }

  private func isThere(_ account: Int64?) throws -> Bool { try account.map(people.directory.isPresent) ?? true }

  /// The kinds whose records say whether the rule has the subject of a finding to judge.
  private func decisiveKinds(
    of finding: OpenFinding, by rule: Rule, _ kindsAsObjects: [String: EvidenceKind]
  ) -> [EvidenceKind] {
    var kinds = rule.metadata.needs
    // What people consent to is on their accounts.
    if kinds.contains(.accounts) { kinds.removeAll { $0 == .consents } }
    // If the rule uses accounts, its subject may be part of the account: whether a consent matters depends on the
    // account's links.
    if finding.account != nil, rule.metadata.uses.contains(.accounts), !kinds.contains(.accounts) {
      kinds.append(.accounts)
    }
    if finding.account == nil, let kind = kindsAsObjects[finding.id], !kinds.contains(kind) { kinds.append(kind) }
    return kinds
  }

  /// The kinds that findings are about, such as one that too many orphans are of, by the ids of such findings.
  private func kindsAsObjects(of rules: Set<String>) -> [String: EvidenceKind] {
    Dictionary(
      rules.flatMap { rule in
        EvidenceKind.allCases.map { kind in
          let id = FindingIdentity.id(
            rule: rule, project: settings.project, subject: Subject(), object: kind.rawValue, discriminator: nil)
          return (id, kind)
        }
      }
    ) { first, _ in first }
  }

  /// Whether the subject may stand in records that a run of the first edition read, and that nobody remembered.
  private func isOfForgottenEvidence(_ finding: OpenFinding, _ rule: Rule, _ kinds: [EvidenceKind]) -> Bool {
    guard let judgedIn = finding.judgedIn, before.withoutMemory.contains(judgedIn),
      settings.configuration.rememberEvidence.milliseconds > 0, !rule.metadata.isOfThisRunAlone
    else { return false }
    return kinds.contains { $0 != .accounts && $0 != .providerConfig }
  }

  private func carry(
    _ carried: Carried, from run: RunRecord, _ reportBefore: () throws -> Report, _ outcomes: inout [RuleOutcome],
    _ findings: inout FindingArray
  ) throws {
    guard !carried.ids.isEmpty else { return }
    let positions = Dictionary(outcomes.indices.map { (outcomes[$0].rule.id, $0) }) { first, _ in first }
    let waivers = WaiversInForce(settings.waivers, at: settings.asOf)
    let names = try KeptNames(settings.waivers, in: store)
    // Remove this run's verdicts on findings that keep their earlier verdict.
    for finding in findings where carried.ids.contains(finding.id) {
      if let position = positions[finding.rule] { outcomes[position].counts[finding.verdict, default: 0] -= 1 }
    }
    // Rules may be more severe than they were, so the order is not that of the report before.
    var kept = FindingArray.Builder(sorts: true)
    var count = 0
    for var finding in try reportBefore().findings where carried.ids.contains(finding.id) {
      count += 1
      guard let position = positions[finding.rule] else { continue }
      // A pass by evidence that is undecided, or that lacks such evidence of earlier nights, is none.
      if outcomes[position].passed.contains(finding.id) { outcomes[position].counts[.pass, default: 0] -= 1 }
      outcomes[position].counts[finding.verdict, default: 0] += 1
      finding.severity = outcomes[position].rule.severity
      finding.state = .carried
      finding.judgedIn = finding.judgedIn ?? run.id
      finding.account.value = try carried.accounts[finding.id] ?? before.open.finding(finding.id)?.account
      finding.waiver = waivers.waiver(of: try names.finding(finding))
      try kept.append(finding)
    }
    guard count == carried.ids.count else {
      throw UserError(
        .unusableData, "the report of run \(run.number) in the store lacks findings that the run had",
        remedy: "restore the store from a backup, or withdraw that run with `relay-audit history --withdraw`")
    }
    try findings.replace(carried.ids, by: kept.finish())
  }
}
