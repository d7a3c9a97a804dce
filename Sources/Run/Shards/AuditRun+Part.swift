import Evidence
import History
import Judgement
import Reporting
import Storage
import Vocabulary

extension AuditRun {
  /// Stages 1 to 5 over the people of one shard, and what they come to as the lines of a part.
  ///
  /// - Parameter judges: false to count, and judge nothing.
  /// - Returns: how many findings there are.
  func writePart(
    of inputs: some RunInputs, judges: Bool, state: ShardState, to part: PartWriter
  ) throws -> Int {
    var timer = PassTimer()
    let evidence = try readEvidence(inputs, timer: &timer)
    try session.finishEvidence(sources: evidence.facts) { name, pass in try timer.time(name) { try pass() } }
    let directory = try EvidenceDirectory(session)
    try part.add(.sums, session.ownSums(directory))
    guard judges else { return 0 }

    try session.keepAccounts()
    let places = PlaceNames(evidence.read, remembered: session.remembered)
    let nights = try Nights(settings, isOutOfOrder: session.isOutOfOrder, in: store)
    let ofPeople = rules.rules.filter { !$0.isOfTheWhole }
    let judging = try makeJudging(by: ofPeople, places, nights, over: .part)
    let ofAccounts = try judging.judgeAccounts()
    let judged = try judging.judge(directory: directory, after: { ofAccounts }, and: [])

    // `flagged` comes last, but is counted by the same pass; the list is as long as the accounts in scope.
    var products = AccountProducts.Result()
    try directory.countFlagged(into: &products) { _ in }
    try part.add(
      .products,
      PartProducts(
        anonymizedAccounts: products.anonymizedAccounts, anonymityUnknown: products.anonymityUnknown,
        byRelayDomain: products.byRelayDomain))
    for outcome in judged.outcomes { try part.add(.rule, PartOutcome(outcome)) }
    try writeWitnesses(directory, to: part)

    // Whom findings are about, those of the run before that are carried too.
    var accounts = Set(judged.findings.lazy.compactMap(\.account.value))
    let people = ShardPeople(
      own: SessionPeople(session: session, store: store, directory: directory, places: places, settings: settings))
    let outcomes = Dictionary(judged.outcomes.map { ($0.rule.id, $0) }) { first, _ in first }
    let continuation = try nights.continuation(people, sources: evidence.facts, settings, in: store)
    try continuation.eachEnd(butOf: judged.findings, outcomes) { finding, end in
      guard outcomes[finding.rule] != nil, end != .undecided else { return }
      if end == .carried, let account = finding.account { accounts.insert(account) }
      try part.add(.end, PartEnd(id: finding.id, end: end))
    }
    for finding in judged.findings { try part.add(.finding, finding) }
    try judged.findings.check()

    let persons = try PersonEvents(session, directory: directory)
    for account in accounts.sorted() {
      let events = places.timeline(of: try persons.of(account))
      guard !events.isEmpty else { continue }
      let subject = Report.Subject(try directory.subject(of: account).subject)
      try part.add(.timeline, PartTimeline(account: account, subject: subject, events: events))
    }
    let run = try RunHistory.nextNumber(in: store)
    try people.own.remember(evidence.read, run: run, judged: accounts)
    try state.forEachChange { try part.add(.change, json: $0.json) }
    try directory.countFlagged(into: &products) { try part.add(.flagged, $0) }
    return judged.findings.count
  }

  /// What rules over the population are judged by, in `merge`.
  private func writeWitnesses(_ directory: EvidenceDirectory, to part: PartWriter) throws {
    let runner = RuleRunner(
      project: settings.project, directory: directory, parameters: settings.ruleParameters,
      timeLimit: settings.configuration.ruleTimeLimit)
    for rule in rules.rules where rule.isJudgedByWitnesses {
      let failure = try runner.witnesses(of: rule) { try part.add(.witness, $0) }
      if let failure {
        try part.add(.rule, PartOutcome(RuleOutcome(rule: rule, failure: failure.problem)))
      }
    }
  }
}

extension PartOutcome {
  init(_ outcome: RuleOutcome) {
    self.init(
      rule: outcome.rule.id, counts: Dictionary(outcome.counts.map { ($0.rawValue, $1) }, uniquingKeysWith: +),
      passed: outcome.passed.all, failure: outcome.failure)
  }
}

/// The people of a shard. Findings about nobody are decided by all shards together.
private struct ShardPeople: RunPeople {
  let own: SessionPeople

  var directory: EvidenceDirectory { own.directory }

  func end(of finding: OpenFinding) -> Continuation.End? { finding.account == nil ? .undecided : nil }

  func writeTimelines(of findings: FindingArray, shownBy personalData: PersonalData) throws -> EventNumbers {
    try own.writeTimelines(of: findings, shownBy: personalData)
  }

  func remember(_ sources: [AuditedSource], run: Int64, judged: some Sequence<Int64>) throws {
    try own.remember(sources, run: run, judged: judged)
  }
}
