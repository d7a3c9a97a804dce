package import Evidence
package import Storage
package import Timestamps

/// The files of which a project's newest whole snapshot was made.
package struct AccountParts: Sendable {
  package struct Part: Sendable {
    /// As the run read it.
    package var path: String
    package var format: String
    package var records: Int
  }

  /// The run that read them.
  package var run: Int64
  /// All accounts, in scope or not.
  package var accounts: Int
  /// By their path without dates.
  package var parts: [String: Part]

  private static let newestWhole = """
    FROM main.run
    WHERE project = ? AND as_of <= ? AND withdrawn IS NULL AND captured_from IS NOT NULL AND complete
    ORDER BY captured_to DESC, number DESC LIMIT 1
    """

  /// What the project's newest whole snapshot showed; nil where no run had one.
  ///
  /// - Parameter asOf: runs of a later one do not count.
  /// - Throws: `StorageError`.
  package static func newestExport(
    of project: String, upTo asOf: Timestamp, in store: Connection
  ) throws -> WholeExport? {
    try store.first(
      sql: "SELECT accounts, captured_to \(newestWhole)", arguments: [project, asOf.milliseconds]
    ) { WholeExport(accounts: Int($0.integer(0)), capturedTo: Timestamp(milliseconds: $0.integer(1))) }
  }

  /// - Parameter asOf: runs of a later one do not count.
  /// - Returns: nil where no run had a whole snapshot, or where its sources are not remembered.
  /// - Throws: `StorageError`.
  package static func newest(of project: String, upTo asOf: Timestamp, in store: Connection) throws -> AccountParts? {
    let run = try store.first(
      sql: "SELECT number, accounts \(newestWhole)", arguments: [project, asOf.milliseconds]
    ) { (number: $0.integer(0), accounts: Int($0.integer(1))) }
    guard let run else { return nil }
    let parts = try store.all(
      sql: "SELECT series, path, coalesce(format, ''), records FROM main.remembered_source WHERE run = ? AND kind = ?",
      arguments: [run.number, EvidenceKind.accounts.rawValue]
    ) { ($0.text(0), Part(path: $0.text(1), format: $0.text(2), records: Int($0.integer(3)))) }
    guard !parts.isEmpty else { return nil }
    return AccountParts(
      run: run.number, accounts: run.accounts, parts: Dictionary(parts) { first, _ in first })
  }
}
