import Evidence
import History
import Reporting
import Storage
import Vocabulary

/// The people of a run that was judged in parts.
struct MergedPeople: RunPeople {
  let parts: Parts
  let state: StateMerge
  let session: EvidenceSession
  let store: Connection
  let directory: EvidenceDirectory
  let settings: AuditSettings
  /// The ids of the rules that the parts judged by.
  let rules: Set<String>

  func end(of finding: OpenFinding) throws -> Continuation.End? {
    if let end = parts.ends[finding.id] { return end }
    guard finding.account != nil, rules.contains(finding.rule) else { return nil }
    throw UserError(
      .unusableData, "no part says what became of finding \(finding.id)",
      remedy: "extract again, and judge all shards again")
  }

  func writeTimelines(of findings: FindingArray, shownBy personalData: PersonalData) throws -> EventNumbers {
    let timeline = try Timeline(in: store)
    let numbers = try EventNumbers(of: findings, in: session.database)
    try parts.each(.timeline) { reader, line, shard in
      let person: PartTimeline = try reader.decode(line)
      let shown = person.events.map { $0.shown(by: personalData, of: person.subject) }
      if let events = try timeline.write(shown) {
        try numbers.set(events, of: state.number(of: person.account, shard: shard))
      }
    }
    return numbers
  }

  func remember(_ sources: [AuditedSource], run: Int64, judged: some Sequence<Int64>) throws {
    // Until here, findings and timelines need the numbers of their persons.
    try state.finish()
    guard settings.evidence.remembers else { return }
    try MemoryKeeper(
      store, project: settings.project, run: run, asOf: settings.asOf, rememberedFrom: session.rememberedFrom,
      shownUpTo: nil
    ).keepSources(sources.compactMap(\.forMemory))
    try MemoryRetention(store, project: settings.project, run: run, asOf: settings.asOf)
      .forgetSources(after: settings.configuration.rememberEvidence)
  }
}
