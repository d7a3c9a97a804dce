/// A kind of evidence, by the name that `--input` and `--require` take. Each kind's folder declares its own.
package struct EvidenceKind: RawRepresentable, Sendable, CaseIterable {
  package let rawValue: String
  let definition: any KindDefinition.Type

  /// In the order of the list of kinds.
  package static let allCases = EvidenceKinds.all.map { $0.kind }

  /// Nil for a name that is not in the list of kinds.
  package init?(rawValue: String) {
    guard let definition = EvidenceKinds.byName[rawValue] else { return nil }
    self = definition.kind
  }

  /// For the kind's own folder.
  init(_ name: String, _ definition: any KindDefinition.Type) {
    rawValue = name
    self.definition = definition
  }
}

// By the definition's address rather than by name: kinds are keys that are looked up for each cited record.
extension EvidenceKind: Hashable {
  package static func == (left: EvidenceKind, right: EvidenceKind) -> Bool {
    ObjectIdentifier(left.definition) == ObjectIdentifier(right.definition)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(definition))
  }
}

/// As its name.
extension EvidenceKind: Codable {}

extension EvidenceKind {
  /// Whether sources of the kind hold records of it. Accounts come as snapshots, and logs hold records of other kinds.
  package var hasRecords: Bool { definition.record != nil }

  /// Whether sources of the kind `logs` may hold records of it.
  package var isInLogs: Bool { definition.isInLogs }

  /// Whether records of the kind may stand in a source: it is of that kind, or a log that may hold it.
  package func mayStand(in source: EvidenceKind?) -> Bool { self == source || source == .logs && isInLogs }

  /// What stays unknown when no source of the kind was supplied, as a sentence; nil where nothing does.
  package var meaningOfAbsence: String? { definition.meaningOfAbsence }

  /// The same by name, for kinds that have one.
  package static let meaningsOfAbsence = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { kind in kind.meaningOfAbsence.map { (kind.rawValue, $0) } })
}
