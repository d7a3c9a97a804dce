package import Evidence
import Foundation
import Platform
package import Storage

/// The store: runs, accounts in scope and findings of all nights, in one SQLite file that only its owner may read.
package struct EvidenceStore {
  private let connection: Connection
  private let path: String

  /// Opens the store, and makes it and its folder where they are missing. A file that is no store is not touched.
  ///
  /// - Parameters:
  ///   - isDurable: false for a store that ends with the process, which need not survive a loss of power.
  ///   - isChanged: false where what the command does in it is undone.
  /// - Throws: `StoreError`.
  package init(path: String, isDurable: Bool = true, isChanged: Bool = true) throws {
    self.path = path
    try StoreFile(path).requireOwn()
    try Self.makePrivateFile(path)
    connection = try StoreError.translated(path: path) {
      let connection = try Connection(path: path, options: Self.options)
      if !isDurable { try connection.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY") }
      try Self.refuseLaterVersion(connection, path: path)
      connection.waitForReaders()
      connection.reserveStamps()
      try Self.mark(connection)
      try connection.migrate(by: Migrations.steps, orMake: StoreTables.schema)
      _ = try StoreSettings.personalDataKey(in: connection)
      try MemorySchema.complete(in: connection)
      // A process that ended while it forgot somebody left this to do. Where it cannot be done, the next one does it.
      if try StoreRewriting.isDue(in: connection) { try? StoreRewriting.run(in: connection, patience: 0) }
      // Where the pages cannot be stamped now, the next process does it.
      if isDurable, isChanged { try? connection.stampPages() }
      return connection
    }
  }

  /// Says in the file's header that it is a store: of a new one before all else, so that one whose making is stopped
  /// is known again.
  private static func mark(_ connection: Connection) throws {
    let id = try connection.first(sql: "PRAGMA main.application_id") { Int32(truncatingIfNeeded: $0.integer(0)) }
    guard id != StoreFile.applicationID else { return }
    try connection.execute(sql: "PRAGMA main.application_id = \(StoreFile.applicationID)")
  }

  /// - Throws: `StoreError`.
  static func refuseLaterVersion(_ connection: Connection, path: String) throws {
    guard let step = try connection.stepsBeyond(Migrations.steps).last else { return }
    // The later version may have changed the ledger.
    let tool = try? connection.first(
      sql: """
        SELECT json_extract(entry, '$.event.run.tool') FROM main.ledger
        WHERE json_extract(entry, '$.event.run.tool') IS NOT NULL ORDER BY number DESC LIMIT 1
        """
    ) { $0.text(0) }
    throw StoreError.tooNew(
      path: path, tool: tool ?? nil, schema: number(of: step), known: number(of: Migrations.steps.last?.name))
  }

  /// Names of steps begin with their numbers.
  private static func number(of step: String?) -> String { String((step ?? "").prefix { $0 != " " }) }

  /// Opens a store that exists, to change it; nil where there is none.
  package static func existing(path: String) throws -> EvidenceStore? {
    FileManager.default.fileExists(atPath: path) ? try EvidenceStore(path: path) : nil
  }

  /// Runs `body` in one transaction that excludes other runs. If it throws, the store stays as it was.
  ///
  /// - Parameters:
  ///   - readers: how many other threads will read the evidence at a time, by `EvidenceSession.readAlongside`.
  ///   - isKept: false to leave the store as it was in any case.
  ///   - beforeCommit: gets what `body` returned, before it is kept.
  /// - Throws: `StoreError`, `Interruption.Stopped`, and what the closures throw.
  package func run<Result>(
    _ settings: EvidenceSettings, readers: Int = 0, isKept: Bool = true,
    _ body: (EvidenceSession, _ store: Connection) throws -> Result, beforeCommit: (Result) throws -> Void = { _ in }
  ) throws -> Result {
    try StoreError.translated(path: path) {
      let files = try RunFiles(beside: path)
      defer { files.remove() }
      let evidence = try files.connect()
      // Before the others open the files: a connection that saw them empty cannot read their schema again while this
      // one writes.
      try evidence.execute(sql: RunTables.schema)
      try files.attach(.accounts, to: connection)
      defer { try? connection.execute(sql: "DETACH accounts") }
      // For `MemoryKeeper`, when the run's evidence is complete.
      try files.attach(.evidence, to: connection)
      defer { try? connection.execute(sql: "DETACH evidence") }
      let readers = try (0..<readers).map { _ in try files.connect(oneOf: readers) }
      let memory =
        try settings.remembers
        ? StoredMemory(
          try files.connect(), store: path, project: settings.project, asOf: settings.asOf, span: settings.remember)
        : nil
      let spill = try files.makeSpill()
      files.remove()
      return try connection.transaction(isKept: isKept) {
        try reserve()
        return try EvidenceSession.with(
          evidence, earlier: StoredAccounts(of: settings.project, in: connection), memory: memory, readers: readers,
          spill: spill, settings: settings
        ) { try body($0, connection) }
      } beforeCommit: { result in
        try Interruption.commit()
        try beforeCommit(result)
      }
    }
  }

  /// Takes the lock of a writer, and writes nothing. From then on no other run can be in the way, but a reader, such as
  /// a backup, may hold its lock when the run commits: that is waited for, up to a minute.
  private func reserve() throws {
    connection.waitForReaders()
    try connection.execute(sql: "DELETE FROM main.setting WHERE name IS NULL")
  }

  /// Reads what earlier runs left.
  ///
  /// - Throws: `StoreError`, and what `body` throws.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try StoreError.translated(path: path) { try body(connection) }
  }

  /// No patience with writers: a second run is told at once that the store is held, instead of waiting for hours. Pages
  /// of 8 KiB in a new store, since with 4 KiB the first night's accounts take a fifth longer to keep. The cache is
  /// bounded (8 MB, in KiB), so that memory does not grow with the export.
  private static var options: Connection.Options {
    Connection.Options(
      patience: nil,
      setUp: """
        PRAGMA page_size = 8192; PRAGMA temp_store = FILE; PRAGMA main.cache_size = -8192; PRAGMA secure_delete = ON
        """)
  }
}
