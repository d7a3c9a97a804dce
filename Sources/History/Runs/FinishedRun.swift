package import Evidence
package import Foundation
package import Timestamps
package import Vocabulary

/// A run that is to be remembered.
package struct FinishedRun: Sendable {
  package var id: String
  package var asOf: Timestamp
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var outcome: String
  package var snapshot: Snapshot?
  package var accounts: Int
  package var reportSHA256: String
  package var report: PackedReport
  /// What each pass took, as JSON.
  package var passes: Data
  /// Over older captures than those of a run before it.
  package var isOutOfOrder: Bool
  package var notes: RunNotes

  package init(
    id: String, asOf: Timestamp, startedAt: Timestamp, finishedAt: Timestamp, outcome: String, snapshot: Snapshot?,
    accounts: Int, reportSHA256: String, report: PackedReport, passes: Data, isOutOfOrder: Bool, notes: RunNotes
  ) {
    self.id = id
    self.asOf = asOf
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.outcome = outcome
    self.snapshot = snapshot
    self.accounts = accounts
    self.reportSHA256 = reportSHA256
    self.report = report
    self.passes = passes
    self.isOutOfOrder = isOutOfOrder
    self.notes = notes
  }
}

/// What later runs have to know of a run beside its findings.
package struct RunNotes: Sendable {
  /// A source, by the kind that it was read as.
  package struct Source: Hashable, Sendable {
    /// As the report names it.
    package var path: String
    package var kind: EvidenceKind
    /// The kinds whose records may stand in it: of a log, those that it ever yielded.
    package var standsFor: Set<EvidenceKind>

    package init(path: String, kind: EvidenceKind, standsFor: Set<EvidenceKind>) {
      self.path = path
      self.kind = kind
      self.standsFor = standsFor
    }
  }

  package var gateScope: GateScope
  package var failOn: FailOn
  package var counts: RunCounts
  /// The kinds that its own sources had, and when the newest source of each was captured.
  package var kinds: [EvidenceKind: Timestamp]
  /// The same of the kinds of which it could use no record: it did not have them, though earlier versions noted them.
  package var unusedKinds: [EvidenceKind: Timestamp] = [:]
  package var sources: [Source]
  /// SHA-256 of each rule's text, in lower-case hex, by id.
  package var rules: [String: String]

  package init(
    gateScope: GateScope = .all, failOn: FailOn = .never, counts: RunCounts = RunCounts(),
    kinds: [EvidenceKind: Timestamp] = [:], sources: [Source] = [], rules: [String: String] = [:]
  ) {
    self.gateScope = gateScope
    self.failOn = failOn
    self.counts = counts
    self.kinds = kinds
    self.sources = sources
    self.rules = rules
  }
}
