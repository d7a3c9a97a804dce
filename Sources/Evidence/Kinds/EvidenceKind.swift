/// A kind of evidence, by the name that `--input` and `--require` take. Each kind's folder declares its own.
package struct EvidenceKind: RawRepresentable, Hashable, Sendable, CaseIterable {
  package let rawValue: String

  /// In the order of the list of kinds.
  package static let allCases = EvidenceKinds.all.map { $0.kind }

  /// Nil for a name that is not in the list of kinds.
  package init?(rawValue: String) {
    guard let definition = EvidenceKinds.byName[rawValue] else { return nil }
    self = definition.kind
  }

  /// For the kind's own folder.
  init(declared name: String) {
    rawValue = name
  }
}

extension EvidenceKind {
  /// Nil only for a kind that is missing from the list of kinds.
  var definition: (any KindDefinition.Type)? { EvidenceKinds.byName[rawValue] }

  /// Whether sources of the kind hold records of it. Accounts come as snapshots, and logs hold records of other kinds.
  package var hasRecords: Bool { definition?.record != nil }

  /// Whether sources of the kind `logs` may hold records of it.
  package var isInLogs: Bool { definition?.isInLogs ?? false }

  /// What stays unknown when no source of the kind was supplied, as a sentence; nil where nothing does.
  package var meaningOfAbsence: String? { definition?.meaningOfAbsence }
}
