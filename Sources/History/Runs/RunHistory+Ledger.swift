import Crypto
package import Evidence
import Foundation
package import Storage
import Timestamps

extension RunHistory {
  /// The numbers of all runs of the store, in order.
  package static func numbers(in store: Connection) throws -> [Int64] {
    try store.all(sql: "SELECT number FROM main.run ORDER BY number") { $0.integer(0) }
  }

  /// A run as its entry in the ledger has it, from the tables; what only its report tells is nil.
  ///
  /// - Returns: nil where there is no such run.
  package static func ledgerRun(_ number: Int64, in store: Connection) throws -> LedgerRun? {
    let ruleTexts = LedgerRun.sha256(ofRuleTexts: try rules(of: number, in: store))
    return try store.first(
      sql: """
        SELECT id, project, as_of, outcome, is_history, captured_from, captured_to, complete, formats, shows_apple
        FROM main.run WHERE number = ?
        """,
      arguments: [number]
    ) { row in
      LedgerRun(
        number: number, id: row.text(0), project: row.text(1),
        asOf: Timestamp(milliseconds: row.integer(2)).rfc3339, outcome: row.text(3), reportSHA256: nil, keptSHA256: nil,
        configSHA256: nil, rulesSHA256: nil, ruleTextsSHA256: ruleTexts, tool: nil,
        snapshot: row.isNull(5)
          ? nil
          : LedgerRun.Snapshot(
            capturedFrom: Timestamp(milliseconds: row.integer(5)).rfc3339,
            capturedTo: Timestamp(milliseconds: row.integer(6)).rfc3339, isComplete: row.flag(7),
            formats: row.text(8), showsApple: row.flag(9)),
        isOutOfOrder: row.flag(4), isAdopted: false)
    }
  }
}

extension LedgerRun {
  /// - Parameter hashes: of the texts of the rules, by id.
  package static func sha256(ofRuleTexts hashes: [String: String]) -> String {
    let lines = hashes.map { "\($0.key) \($0.value)\n" }.sorted().joined()
    return Hexadecimal.text(of: SHA256.hash(data: Data(lines.utf8)))
  }
}

extension LedgerRun.Snapshot {
  package init(_ snapshot: Snapshot) {
    self.init(
      capturedFrom: snapshot.capturedFrom.rfc3339, capturedTo: snapshot.capturedTo.rfc3339,
      isComplete: snapshot.isComplete, formats: snapshot.formats, showsApple: snapshot.showsApple)
  }
}
