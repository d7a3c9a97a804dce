/// The run's tables of which memory keeps rows, for the store's schema and the statements that copy.
package enum MemoryTables {
  /// One table of the run, and how its rows are copied.
  package struct Table: Sendable {
    /// With the name of its file.
    package let name: String
    /// Without `ref`.
    package let columns: [Column]
    /// The kinds that have rows in it.
    package let kinds: [String]
  }

  package struct Column: Sendable {
    package let name: String
    /// `INTEGER` or `TEXT`.
    package let type: String
    /// What stands for a value that the store lacks, since the column is newer than the row: an SQL literal.
    package let missing: String
  }

  /// Whom each remembered record names; one row for each record.
  package static let keys = Table(RunTables.keys, kinds: [])

  /// What records say. A record has a row in the table of its kind, or of signed tokens, or both.
  package static let contents =
    [Table(SignedTokenWriter.table, kinds: [EvidenceKind.notifications.rawValue, EvidenceKind.signIns.rawValue])]
    + EvidenceKinds.all.compactMap { definition in
      guard let record = definition.record, case .some(let table) = record.table else { return nil }
      if case .never = record.remembrance { return nil }
      return Table(table, kinds: [definition.kind.rawValue])
    }

  /// One of `contents`: what accounts are screened by.
  package static let aliases = Table(AliasWriter.data, kinds: [EvidenceKind.aliases.rawValue])

  /// Columns that hold a name, of the record's own person or of somebody else.
  package static let namingColumns: Set = [
    "identifier", "sender", "recipient", "sub", "email", "old_sub", "new_sub", "old_email", "new_email",
  ]

  /// The column that says by whom: no verdict rests on it.
  package static let actor = "actor"

  /// Whether a column holds a record's own id, by which later files speak of it.
  package static func isID(_ column: String) -> Bool {
    if case .other = sharedNames[column] { true } else { false }
  }

  /// What a column of `contents` has is a name by which records belong together: as `SharedNames` makes it of the
  /// record.
  package enum SharedName: Sendable {
    case appleSub, email
    case other(StaticString)
  }

  /// By column. The names of the record's person are in `keys`.
  package static let sharedNames: [String: SharedName] = [
    "sub": .appleSub, "old_sub": .appleSub, "new_sub": .appleSub, "email": .email, "recipient": .email,
    "old_email": .email, "new_email": .email, "jti": .other("notification"), "consent_id": .other("consent"),
    "nonce_hash": .other("nonce"), "request_id": .other("request"), "token": .other("token"),
  ]

  /// The kinds whose records keep names as texts where no account is known.
  package static let namedKinds = EvidenceKinds.all.compactMap { definition in
    definition.record.flatMap { $0.keepsNames ? definition.kind.rawValue : nil }
  }
}

extension MemoryTables.Table {
  init(_ table: RunTable, kinds: [String]) {
    name = table.name
    self.kinds = kinds
    columns = table.columns.dropFirst().map { column in
      let words = column.declaration.split(separator: " ").map(String.init)
      let type = words.count > 1 ? words[1] : "TEXT"
      let mayBeNull = !column.declaration.contains("NOT NULL")
      return MemoryTables.Column(
        name: column.name, type: type, missing: mayBeNull ? "NULL" : type == "TEXT" ? "''" : "0")
    }
  }

  /// The name without that of its file.
  package var baseName: String { String(name.drop { $0 != "." }.dropFirst()) }
}
