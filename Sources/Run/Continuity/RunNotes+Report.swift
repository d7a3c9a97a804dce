import Evidence
import History
import Reporting
import Storage
import Timestamps
import Vocabulary

extension RunNotes {
  /// What later runs have to know of a run, from its report.
  ///
  /// - Parameter rules: SHA-256 of the rules' texts, by id.
  init(_ report: Report, rules: [String: String]) {
    let supplied = report.coverage.filter(\.supplied).compactMap { EvidenceKind(rawValue: $0.kind) }
    let yielded = Set(
      report.coverage.filter { $0.supplied && $0.records > 0 }.compactMap { EvidenceKind(rawValue: $0.kind) }
        .filter(\.isInLogs))
    let sources = report.sources.compactMap { source -> (source: Source, capturedAt: Timestamp)? in
      guard let kind = source.kind.flatMap(EvidenceKind.init) else { return nil }
      return (Source(path: source.path, kind: kind, standsFor: kind == .logs ? yielded : [kind]), source.capturedAt)
    }
    // A source of which every record was rejected supplies no kind.
    let used = Set(report.sources.filter { $0.records > 0 || $0.rejected == 0 && !$0.truncated }.map(\.path))
    var (kinds, unusedKinds): ([EvidenceKind: Timestamp], [EvidenceKind: Timestamp]) = ([:], [:])
    for kind in supplied {
      let all = sources.filter { kind.mayStand(in: $0.source.kind) }
      let captured = all.map(\.capturedAt).max()
      if all.contains(where: { used.contains($0.source.path) }) {
        kinds[kind] = captured
      } else {
        unusedKinds[kind] = captured
      }
    }
    self.init(
      gateScope: report.gate.scope, failOn: report.gate.failOn, counts: RunCounts(report), kinds: kinds,
      sources: sources.map(\.source), rules: rules)
    self.unusedKinds = unusedKinds
  }
}

extension RunCounts {
  init(_ report: Report) {
    self.init()
    for rule in report.rules {
      pass += rule.counts.pass
      fail += rule.counts.fail
      inconclusive += rule.counts.inconclusive
      pending += rule.counts.pending
      manual += rule.counts.manual
      waived += rule.counts.waived
    }
    new = report.findings.tally.new
    resolved = report.resolved.count
    carried = report.findings.tally.carried
  }
}

extension RunHistory {
  /// Reads what later runs have to know of runs of the first edition from their reports; once, since they are many.
  static func readNotes(of project: String, in store: Connection, diagnostics: Diagnostics) throws {
    for run in try withoutNotes(of: project, in: store) {
      let report: Report
      do {
        report = try StoredReport.read(run, in: store)
      } catch let error as UserError {
        diagnostics.warning("run \(run) is left out of the history: \(error.problem)")
        continue
      }
      try write(RunNotes(report, rules: [:]), of: run, in: store)
    }
  }
}
