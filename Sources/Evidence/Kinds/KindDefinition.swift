/// All that is particular to one kind of evidence, apart from the formats it is read from.
protocol KindDefinition: Sendable {
  static var kind: EvidenceKind { get }

  /// The type of its records. Nil for accounts, which come as snapshots, and for logs, which hold other kinds.
  static var record: (any KindRecord.Type)? { get }

  /// Its tables in the run's own files.
  static var tables: [RunTable] { get }

  /// What rules may read of it.
  static var views: [PublicView] { get }

  /// Nil for kinds whose records are not described one by one.
  static var summary: RecordSummary? { get }

  /// Whether sources of the kind `logs` may hold records of it.
  static var isInLogs: Bool { get }

  /// An SQL condition on the kind's tables: whether records that this run found in logs make the kind present. Nil: any
  /// record does.
  static var presence: String? { get }

  /// Whether the view `coverage` has a row for the kind.
  static var hasCoverage: Bool { get }

  /// What stays unknown when no source of the kind was supplied, as a sentence without personal data.
  static var meaningOfAbsence: String? { get }
}

extension KindDefinition {
  static var tables: [RunTable] { [] }
  static var views: [PublicView] { [] }
  static var summary: RecordSummary? { nil }
  static var isInLogs: Bool { false }
  static var presence: String? { nil }
  static var hasCoverage: Bool { true }
  static var meaningOfAbsence: String? { nil }
}
