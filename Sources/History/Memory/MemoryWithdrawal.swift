import Evidence
package import Storage

/// Takes back what a run added to the store's memory and first sights (docs/contract.md, section 9).
package enum MemoryWithdrawal {
  /// - Parameters:
  ///   - run: the run's number.
  ///   - store: within a transaction.
  /// - Throws: `StorageError`.
  package static func withdraw(run: Int64, in store: Connection) throws {
    let records = MemorySchema.keys
    let itsSources = "(SELECT id FROM main.remembered_source WHERE run = \(run))"
    // What another run read as well stands where that one read it.
    try store.execute(
      sql: """
        UPDATE main.\(records) SET source = first_source, place = first_place
        WHERE source IN \(itsSources) AND first_source NOT IN \(itsSources);
        UPDATE main.\(records) SET first_source = source, first_place = place
        WHERE first_source IN \(itsSources) AND source NOT IN \(itsSources);
        """)
    // A third run may have read the same bytes; then each record stands at the same place there. It has the record
    // already where the two runs were of two projects that were joined since.
    let twin = """
      SELECT max(o.id) FROM main.remembered_source s JOIN main.remembered_source o
        ON o.project = s.project AND o.sha256 = s.sha256 AND o.mapping = s.mapping AND o.run <> s.run
      WHERE s.id = m.source
      """
    try store.execute(
      sql: """
        UPDATE main.\(records) AS m SET source = (\(twin)), first_source = (\(twin)), first_place = place
        WHERE source IN \(itsSources) AND (\(twin)) IS NOT NULL AND ((\(twin)), place) NOT IN (
          SELECT source, place FROM main.\(records) WHERE source NOT IN \(itsSources)
          UNION ALL SELECT first_source, first_place FROM main.\(records) WHERE first_source NOT IN \(itsSources))
        """)
    try MemoryRemoval.remove(where: "source IN \(itsSources)", in: store)
    try store.execute(
      sql: """
        UPDATE main.\(records) SET ended_run = NULL WHERE ended_run = \(run);
        DELETE FROM main.remembered_source WHERE run = \(run);
        """)
    try RejectedMemory.removeLeftOver(in: store)
    try AccountWithdrawal(run: run, in: store).withdraw()
  }
}

/// Removes records from memory, with all that they say.
enum MemoryRemoval {
  /// - Parameter condition: in SQL, on the table of the records' keys.
  static func remove(where condition: String, in store: Connection) throws {
    for table in MemoryTables.contents {
      try store.execute(
        sql: """
          DELETE FROM main.\(MemorySchema.contents(table))
          WHERE id IN (SELECT id FROM main.\(MemorySchema.keys) WHERE \(condition))
          """)
    }
    try store.execute(sql: "DELETE FROM main.\(MemorySchema.keys) WHERE \(condition)")
  }
}
