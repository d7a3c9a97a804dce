import Storage
import Timestamps

/// How a record of one kind is described in a few words, without personal data.
struct RecordSummary: Sendable {
  /// Takes the record's `ref`; its first column is the record's time.
  let sql: String
  /// What joins the time to the rest, such as `on`.
  private let preposition: String
  private let text: @Sendable (SelectStatement, _ time: String) -> String

  /// - Parameters:
  ///   - columns: SQL expressions on the table, the record's time first.
  ///   - preposition: what joins the time to the rest, such as `on`.
  ///   - text: reads the columns. The time has a space before it; it is empty where the record has
  ///     none, or the reader has it beside the text.
  init(
    _ columns: String, from table: RunTable, time preposition: String,
    _ text: @escaping @Sendable (SelectStatement, _ time: String) -> String
  ) {
    sql = "SELECT \(columns) FROM \(table.name) WHERE ref = ?"
    self.preposition = preposition
    self.text = text
  }

  /// - Parameter row: of `sql`.
  func text(_ row: SelectStatement, withTime: Bool) -> String {
    text(row, withTime ? row.readableTime(0).map { " \(preposition) \($0)" } ?? "" : "")
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
