import Evidence
import History
import Judgement
import Reporting
import Vocabulary

extension AuditRun {
  /// The run that the parts make: judges the population, and completes it as any run.
  ///
  /// - Parameter base: the state of the store when the extract was made.
  func merge(
    _ parts: Parts, _ inputs: some RunInputs, base: StateBase, timer: inout PassTimer
  ) throws -> Finished {
    session.whole = parts.sums
    let state = try StateMerge(into: store, base: base, readingOrder: inputs.inReadingOrder.map(\.ordinal))
    let evidence = try readWhole(inputs) { try timer.time("state") { try apply(parts, to: state) } }
    let folder = try ReportFolder(path: settings.configuration.reportFolder)
    let places = PlaceNames(evidence.read, remembered: session.remembered)
    let nights = try Nights(settings, isOutOfOrder: session.isOutOfOrder, in: store)
    try TimelineRemoval(of: settings.project, from: store).run()
    let products = try timer.time("flagged accounts") { try writeFlagged(parts, to: folder) }
    let directory = try EvidenceDirectory(session)
    var judged = try timer.time("findings of the parts") { try judgements(of: parts, state) }
    try timer.time("judging the population") {
      try judgePopulation(parts, directory, places, nights, into: &judged)
    }
    let people = MergedPeople(
      parts: parts, state: state, session: session, store: store, directory: directory, settings: settings,
      rules: Set(rules.rules.lazy.filter { !$0.isOfTheWhole }.map(\.id)))
    return try complete(
      Found(
        evidence: evidence, judged: judged, products: products, nights: nights, directory: directory, people: people),
      folder: folder, views: nil, timer: &timer)
  }

  /// Brings what the parts changed of the state into the store.
  private func apply(_ parts: Parts, to state: StateMerge) throws {
    func each(_ body: (StateChange, _ shard: Int) throws -> Void) throws {
      try parts.each(.change) { reader, line, shard in
        do {
          try body(StateChange(json: line.value), shard)
        } catch StateError.malformed(let what) {
          throw reader.fault("is no change of the state: \(what)")
        }
      }
    }
    try each(state.collect)
    try state.endCollecting()
    try each(state.apply)
  }

  private func writeFlagged(_ parts: Parts, to folder: ReportFolder) throws -> AccountProducts.Result {
    var result = parts.products
    let list = FlaggedWriting(
      folder: folder, keepsList: settings.leavesTrace, personalData: try makePersonalData(), isUnordered: true)
    try list.write(into: &result) { _, take in
      try parts.each(.flagged) { reader, line, _ in try take(reader.decode(line)) }
    }
    return result
  }

  /// What the parts say of the people. Half of a population would look like a whole one: what one part could not judge,
  /// none has judged.
  private func judgements(of parts: Parts, _ state: StateMerge) throws -> Judging.Result {
    var result = Judging.Result()
    for rule in rules.rules where !rule.isOfTheWhole {
      guard let found = parts.outcomes[rule.id] else { continue }
      var outcome = RuleOutcome(rule: rule, failure: found.failure)
      if found.failure == nil {
        for (verdict, count) in found.counts {
          if let verdict = Verdict(rawValue: verdict) { outcome.counts[verdict] = count }
        }
        outcome.passed = FindingIDs(found.passed)
      }
      result.outcomes.append(outcome)
    }
    let failed = Set(result.outcomes.lazy.filter { $0.failure != nil }.map(\.rule.id))
    var findings = FindingArray.Builder(sorts: true)
    try parts.each(.finding) { reader, line, shard in
      var finding: Report.Finding = try reader.decode(line)
      guard !failed.contains(finding.rule) else { return }
      finding.judgedIn = id
      finding.account.value = try finding.account.value.map { try state.number(of: $0, shard: shard) }
      try findings.append(finding)
    }
    result.findings = try findings.finish()
    return result
  }
}
