import Storage
import Timestamps

/// Old and new names of people whose app moved to another team. Aliases join names while records are read; they have no
/// table.
enum AliasKind: KindDefinition {
  static let kind = EvidenceKind.aliases
  static let record: (any KindRecord.Type)? = AliasRecord.self
}

extension EvidenceKind {
  package static let aliases = EvidenceKind("aliases", AliasKind.self)
}

extension EvidenceRecord {
  package static func alias(_ record: AliasRecord) -> EvidenceRecord { .other(BoxedRecord(record)) }
}

extension AliasRecord: KindRecord {
  typealias Writer = AliasWriter

  static let kind = EvidenceKind.aliases
  static let namesPersons = false
  var time: Timestamp? { transferredAt }

  func identity(content: Int) -> Int? { content }

  func join(in scope: AccountScope) { scope.join(self) }
}

struct AliasWriter: RecordWriter {
  static let table: RunTable? = nil

  init(_ database: Connection, _ settings: EvidenceSettings) {}

  func write(_ record: AliasRecord, ref: Int64) {}
}
