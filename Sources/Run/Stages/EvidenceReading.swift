import Evidence
import History
import Intake
import Reporting

/// What stages 1 and 2 read of the inputs.
struct EvidenceReading {
  /// In order of path.
  let sources: [AuditedSource]
  /// Inputs that should have been read and were not.
  let unread: [SkippedInput]

  /// Without superseded copies, which are in the report and nowhere else.
  var read: [AuditedSource] { sources.filter { !$0.summary.isSuperseded } }

  /// The facts of all inputs, read or unread.
  var facts: [SourceFacts] { read.map(\.facts) + unread.facts }
}

extension AuditRun {
  /// Stages 1 and 2: sources into the run files, and who is who; afterwards the accounts are complete.
  ///
  /// - Throws: `UserError` where none of the files can be used.
  func readEvidence(_ inputs: some RunInputs, timer: inout PassTimer) throws -> EvidenceReading {
    let reading = try read(inputs) { try $0.read($1, timer: &timer) }
    diagnostics.progress(.step("Matching records to accounts"))
    try session.finishAccounts(sources: reading.facts) { name, pass in try timer.time(name) { try pass() } }
    return reading
  }

  /// Takes the place of stages 1, 2 and 4 where the parts of the run read and matched the records: what is known of the
  /// sources, and of the run.
  ///
  /// - Parameter changingState: brings what the parts changed into the store. Memory is asked before: it reads the store
  ///   through a connection of its own, which cannot while the store's pages are written.
  /// - Throws: as `readEvidence`, and what `changingState` throws.
  func readWhole(_ inputs: some RunInputs, changingState: () throws -> Void) throws -> EvidenceReading {
    let reading = try read(inputs) { try $0.readWhole($1) }
    try changingState()
    try session.finishWhole(reading.facts)
    return reading
  }

  private func read<Inputs: RunInputs>(
    _ inputs: Inputs, by read: (SourceReading, Inputs) throws -> [AuditedSource]
  ) throws -> EvidenceReading {
    try RunHistory.readNotes(of: settings.project, in: store, diagnostics: diagnostics)
    let shown = try makePersonalData()
    let earlier = try SourceHistory(of: settings.project, upTo: settings.asOf, in: store) { shown.text($0) }
    let inputs = try inputs.withMissing(earlier)
    let reading = SourceReading(
      session: session, store: store, earlier: earlier, newer: try NewerTables(than: inputs, settings, in: store),
      threads: threads, diagnostics: diagnostics)
    let sources = try read(reading, inputs)
    try Self.requireUsable(sources)
    let lost = try LostParts.find(among: sources.filter { !$0.summary.isSuperseded }, settings, in: store)
    for part in lost { diagnostics.warning("\(part.path) is missing: \(part.reason)") }
    let found = EvidenceReading(sources: sources, unread: inputs.problems + lost)
    return try AccountDoubts.marked(
      StaleParts.marked(CredentialDoubts.marked(found)), session, settings, in: store, diagnostics)
  }

  private static func requireUsable(_ sources: [AuditedSource]) throws {
    guard !sources.contains(where: \.isUsable) else { return }
    throw UserError(
      .unusableData,
      (sources.count == 1 ? "the only file could not be used: " : "none of the \(sources.count) files could be used: ")
        + sources.prefix(5).map { "\($0.facts.path) (\($0.problem))" }.joined(separator: "; "))
  }
}
