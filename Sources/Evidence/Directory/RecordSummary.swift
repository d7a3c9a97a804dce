import Storage
import Timestamps

/// How a record of one kind is told in a few words, without personal data.
struct RecordSummary: Sendable {
  /// Takes the record's `ref`; its first column is the record's time.
  let sql: String
  /// Reads the columns of `sql`.
  let text: @Sendable (SelectStatement) -> String

  /// - Parameter columns: SQL expressions on the table, the record's time first.
  init(_ columns: String, from table: RunTable, _ text: @escaping @Sendable (SelectStatement) -> String) {
    sql = "SELECT \(columns) FROM \(table.name) WHERE ref = ?"
    self.text = text
  }

  static let all = [EvidenceKind: RecordSummary](
    uniqueKeysWithValues: EvidenceKinds.all.compactMap { definition in
      definition.summary.map { (definition.kind, $0) }
    })
}

extension SelectStatement {
  /// A column of milliseconds as a time for people.
  func readableTime(_ column: Int32) -> String? {
    optionalInteger(column).map { Timestamp(milliseconds: $0).readable }
  }
}
