import Evidence
import Intake
import Vocabulary

/// Decides whether the evidence of a run is complete enough for an absent subject to count as gone.
struct AbsenceEvidence {
  private let directory: EvidenceDirectory
  private let coverage: [EvidenceKind: EvidenceDirectory.Coverage]
  /// Kinds of which a source breaks off or has rejects.
  private let damaged: Set<EvidenceKind>
  /// Kinds of which an earlier run read records that are not remembered.
  private let unremembered: Set<EvidenceKind>
  /// Kinds with a source whose meaning is undecided (docs/contract.md, section 4).
  private let undecided: Set<EvidenceKind>
  private let isSnapshotComplete: Bool
  /// Whether a file is missing or damaged that has a part of what is known of each account.
  private let lacksPartOfAccounts: Bool
  private let showsTenants: Bool
  /// Whether the accounts are older than those of a run before: then what they lack may have come since.
  private let isOutOfOrder: Bool
  private let optional: Set<EvidenceKind>

  init(
    _ directory: EvidenceDirectory, sources: [SourceFacts], isOutOfOrder: Bool, optional: Set<EvidenceKind>
  ) throws {
    self.directory = directory
    self.isOutOfOrder = isOutOfOrder
    self.optional = optional
    coverage = Dictionary(try directory.coverage().map { ($0.kind, $0) }) { first, _ in first }
    // An unrecognised file may hold any kind. It is left out here because the gate and a limit of the report name it.
    damaged = Set(
      EvidenceKind.allCases.filter { kind in
        sources.contains { $0.mayHold(kind) && $0.isDamaged }
      })
    let passedOver = directory.earlierDamage.filter(\.isUndecided)
    unremembered = Set(EvidenceKind.allCases.filter { kind in passedOver.contains { kind.mayStand(in: $0.kind) } })
    undecided = Set(
      EvidenceKind.allCases.filter { kind in sources.contains { $0.isUndecided && $0.mayHold(kind) } })
    isSnapshotComplete = Snapshot(sources)?.isComplete ?? false
    lacksPartOfAccounts = sources.contains { $0.isDamaged && $0.format.flatMap(JoinedProduct.init(format:)) != nil }
    showsTenants = sources.contains { $0.kind == .accounts && $0.showsTenants }
  }

  /// The kinds that sources of this run have.
  var supplied: Set<EvidenceKind> { Set(coverage.values.filter(\.isSupplied).map(\.kind)) }

  /// The kinds whose evidence is too incomplete to show that the subject of a finding is gone.
  ///
  /// - Parameter isOfThisRunAlone: whether its rule judges no remembered records.
  func gaps(
    _ kinds: [EvidenceKind], for finding: OpenFinding, isOfThisRunAlone: Bool
  ) throws -> [EvidenceKind] {
    try kinds.filter { kind in
      guard let coverage = coverage[kind] else { return false }
      if kind == .accounts {
        guard coverage.isSupplied, !isOutOfOrder else { return true }
        return try !showsOrLacks(finding.account)
      }
      // Memory holds what concerns a person; of all else, this run's sources alone tell.
      return damaged.contains(kind) || unremembered.contains(kind)
        || (finding.account == nil || isOfThisRunAlone ? !coverage.isSupplied : !coverage.isPresent)
    }
  }

  /// Whether an earlier run read records of one of the kinds that are not remembered.
  func hasUnremembered(_ kinds: some Sequence<EvidenceKind>) -> Bool { !unremembered.isDisjoint(with: kinds) }

  /// Whether a source of this run of one of the kinds may say otherwise than it seems to.
  func hasUndecided(_ kinds: some Sequence<EvidenceKind>) -> Bool { !undecided.isDisjoint(with: kinds) }

  /// The kinds among `kinds` that are optional and that no source of this run has.
  func released(_ kinds: [EvidenceKind]) -> [EvidenceKind] {
    kinds.filter { optional.contains($0) && coverage[$0]?.isSupplied != true }
  }

  /// Whether this run's exports show all that they know of the account, or show that it is gone.
  private func showsOrLacks(_ account: Int64?) throws -> Bool {
    if lacksPartOfAccounts { return false }
    guard let account else { return isSnapshotComplete }
    if try directory.isPresent(account) { return true }
    guard isSnapshotComplete else { return false }
    guard let tenant = try directory.subject(of: account).subject.tenant, !showsTenants else { return true }
    return try directory.isExported(tenant: tenant)
  }
}
