package import Storage
import Timestamps

/// Old and new names of people whose app moved to another team. Aliases join names while records are read.
enum AliasKind: KindDefinition {
  static let kind = EvidenceKind.aliases
  static let record: (any KindRecord.Type)? = AliasRecord.self
  static let tables = [AliasWriter.data]
  static let views = [view]

  private static let view = PublicView(
    "alias", "Old and new names of persons after a team transfer.",
    [
      .init("old_sub", "text?", "Apple's `sub` before the transfer."),
      .init("new_sub", "text?", "Apple's `sub` after it."),
      .init("old_email", "text?", "The relay address before the transfer."),
      .init("new_email", "text?", "The relay address after it."),
      .init("transferred_at", "integer?", "When the app was transferred."),
      .init("ref", "integer", "Its record."),
    ],
    from: AliasWriter.data.name)
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

  func addRelations(to names: inout SharedNames) {
    for sub in [oldSub, newSub].compactMap(\.self) { names.add(SubjectKey(appleSub: sub)) }
    names.add(email: oldEmail)
    names.add(email: newEmail)
  }
}

struct AliasWriter: RecordWriter {
  static let data = RunTable(
    "evidence.alias_data",
    [
      "ref INTEGER PRIMARY KEY", "old_sub TEXT", "new_sub TEXT", "old_email TEXT", "new_email TEXT",
      "transferred_at INTEGER",
    ])
  static var table: RunTable? { data }

  private let rows: WriteStatement

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    rows = try Self.data.insertRecords(in: database)
  }

  func write(_ record: AliasRecord, ref: Int64) throws -> RowDigest? {
    rows.bind(ref).bind(record.oldSub).bind(record.newSub).bind(record.oldEmail.map(NormalText.email))
      .bind(record.newEmail.map(NormalText.email)).bind(record.transferredAt?.milliseconds)
    return try rows.run()
  }
}

extension AliasRecord {
  /// Reads the columns of `AliasWriter.data`, or those of `MemoryTables.aliases` after a ref.
  package init(_ row: SelectStatement) {
    self.init(
      oldSub: row.optionalText(1), newSub: row.optionalText(2), oldEmail: row.optionalText(3),
      newEmail: row.optionalText(4), transferredAt: row.optionalInteger(5).map(Timestamp.init(milliseconds:)))
  }
}
