/// Logs that hold records of several other kinds, for which coverage counts them.
enum LogKind: KindDefinition {
  static let kind = EvidenceKind.logs
  static let record: (any KindRecord.Type)? = nil
  static let hasCoverage = false
}

extension EvidenceKind {
  package static let logs = EvidenceKind("logs", LogKind.self)
}
