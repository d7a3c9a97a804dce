package import Storage

/// What is changed in the history by hand (docs/contract.md, section 9).
extension RunHistory {
  /// Withdraws a run that was a mistake: it stays listed, and no later run compares with it.
  package static func withdraw(_ run: Int64, reason: String, in database: Connection) throws {
    try database.execute(
      sql: "UPDATE main.run SET withdrawn = ? WHERE number = ?", arguments: [reason, run])
    try Ledger.append(.withdrawal(LedgerEvent.Withdrawal(run: run, reason: LedgerText(reason))), in: database)
    try MemoryWithdrawal.withdraw(run: run, in: database)
    // Their numbers may be given to others.
    try database.execute(
      sql: """
        UPDATE main.finding SET account = NULL
        WHERE account IS NOT NULL AND account NOT IN (SELECT account FROM main.stored_account)
        """)
    try ForgottenStore.forgetAccountsThatAreGone(in: database)
  }

  /// Joins the runs under a misspelt name of a project to those under the right one.
  ///
  /// The name is a part of each finding's id. So no later run compares its findings with those of the renamed runs, but
  /// with those of the last run under the right name.
  package static func rename(project: String, to name: String, in database: Connection) throws {
    try Ledger.append(.renaming(LedgerEvent.Renaming(from: project, to: name)), in: database)
    try MemoryRenaming.rename(project: project, to: name, in: database)
    try database.execute(
      sql: "UPDATE main.run SET project = ?, is_renamed = 1 WHERE project = ?", arguments: [name, project])
    try database.execute(sql: "UPDATE main.finding SET project = ? WHERE project = ?", arguments: [name, project])
    try database.execute(
      sql: "UPDATE main.forgotten_person SET project = ? WHERE project = ?", arguments: [name, project])
    try ForgottenStore.forgetAccountsThatAreGone(in: database)
  }

  /// The name that a project without runs got last; nil where it has runs, or was never renamed. Its findings have the
  /// ids that new ones under the old name would have.
  ///
  /// - Throws: `StorageError`.
  package static func newName(of project: String, in database: Connection) throws -> String? {
    let isRenamed = "SELECT 1 FROM main.run WHERE is_renamed = 1 LIMIT 1"
    guard try database.first(sql: isRenamed, { _ in true }) == true else { return nil }
    guard try !projects(in: database).contains(project) else { return nil }
    var name = project
    for entry in try Ledger.entries(in: database) {
      if case .renaming(let renaming) = entry.event, renaming.from == name { name = renaming.to }
    }
    return name == project ? nil : name
  }
}
