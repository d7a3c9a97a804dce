import Storage

extension EvidenceSession {
  /// When the app moved to another team last, in milliseconds, by the aliases of this run and of memory; nil where none
  /// says when. Complete once records of forgotten persons are taken away.
  func lastTransfer() throws -> Int64? {
    try database.first(sql: "SELECT max(transferred_at) FROM \(AliasWriter.data.name)") { $0.optionalInteger(0) } ?? nil
  }

  /// Fills the table behind the view `team_transfer`.
  ///
  /// - Parameter lastTransfer: of all people, also where this session has the records of some of them; milliseconds.
  func write(lastTransfer: Int64?) throws {
    guard let lastTransfer else { return }
    try database.execute(sql: "INSERT INTO \(RunTables.teamTransfers.name) VALUES (?)", arguments: [lastTransfer])
  }
}
