package import Timestamps

/// What a run knows of a source once it is read.
package struct SourceFacts: Sendable {
  package var ordinal: SourceOrdinal
  package var path: String
  package var kind: EvidenceKind?
  package var format: String?
  package var capturedAt: Timestamp
  package var records: Int
  package var rejected: Int
  /// It breaks off, or could not be read to its end.
  package var isTruncated: Bool
  /// It was made to answer for some accounts: whom it leaves out may be there all the same.
  package var isSelection = false
  /// Its records may say otherwise than they seem to: a column that decides them was not read, or is not there.
  package var isUndecided = false
  /// It had records, and every one of them was rejected.
  package var isRejectedWhole = false
  /// How many records it says it has; nil where it does not say.
  package var statedRecords: Int64?
  /// How many it has, used or not.
  package var shownRecords: Int64 = 0
  /// It has records that are no evidence, such as the rows of deleted accounts.
  package var hasIgnored = false
  /// For accounts: whether it could have shown an Apple credential.
  package var generation: ExportGeneration?
  /// For accounts: false where the exporter leaves out the accounts of tenants.
  package var showsTenants: Bool
  package var secrets: [ExposedSecret]
  /// The kinds that the source stands for though none of its records may be of them: those that logs of its path ever
  /// yielded.
  package var standsFor: Set<EvidenceKind> = []

  package init(
    ordinal: SourceOrdinal, path: String, kind: EvidenceKind?, format: String?, capturedAt: Timestamp, records: Int,
    rejected: Int, isTruncated: Bool, generation: ExportGeneration?, showsTenants: Bool,
    secrets: [ExposedSecret] = []
  ) {
    self.ordinal = ordinal
    self.path = path
    self.kind = kind
    self.format = format
    self.capturedAt = capturedAt
    self.records = records
    self.rejected = rejected
    self.isTruncated = isTruncated
    self.generation = generation
    self.showsTenants = showsTenants
    self.secrets = secrets
  }
}

extension SourceFacts {
  /// The kinds that the source supplies, whatever its records.
  package var kinds: Set<EvidenceKind> { standsFor.union(kind.map { [$0] } ?? []) }

  /// Whether it breaks off, or has rejects: it may lack something that was to be there.
  package var isDamaged: Bool { isTruncated || rejected > 0 }

  /// Whether records of the kind may stand in the source.
  package func mayHold(_ kind: EvidenceKind) -> Bool { kind.mayStand(in: self.kind) }
}

/// What the accounts sources of a run show together.
package struct Snapshot: Sendable {
  package var capturedFrom: Timestamp
  package var capturedTo: Timestamp
  /// No accounts source breaks off or has rejects, and no input was left unread.
  package var isComplete: Bool
  /// The one format of all its sources, or several, joined.
  package var formats: String
  package var showsApple: Bool

  /// Nil where no source has accounts.
  package init?(_ sources: [SourceFacts]) {
    let accounts = sources.filter { $0.kind == .accounts }
    guard
      let from = accounts.map(\.capturedAt).min(), let to = accounts.map(\.capturedAt).max()
    else { return nil }
    capturedFrom = from
    capturedTo = to
    isComplete =
      accounts.allSatisfy { !$0.isDamaged && !$0.isSelection }
      && !sources.contains { $0.kind == nil && $0.isTruncated }
    formats = Set(accounts.compactMap(\.format)).sorted().joined(separator: "+")
    showsApple = accounts.allSatisfy { $0.generation == .new }
  }
}
