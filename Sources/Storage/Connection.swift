import CMemory
import Foundation
import GRDB
import GRDBSQLite
import Platform
import Synchronization

/// One connection to SQLite, with one owner at a time.
///
/// # Safety
/// SQLite is used without locks of its own, so two threads must never use one connection, or the statements prepared on
/// it, at the same time. A stage that passes a connection to another thread calls `handOver` and does not use the
/// connection until it took it back; builds for tests check the owner at every use. Statements keep their connection
/// open.
package final class Connection {
  private let queue: DatabaseQueue
  let handle: OpaquePointer
  private let owner = Owner()
  /// A value could not be read for want of memory: what was made of it must not be kept.
  var lacksMemory = false
  private let stopping: Interruption.Registration

  package enum Access: Sendable {
    case readAndWrite
    case readOnly
    /// Reads the file as it stands, without a lock, and without a look at its journal: nothing beside it is touched.
    case asItStands
  }

  /// How a connection is opened.
  package struct Options: Sendable {
    package var access: Access
    /// Seconds to wait for another connection's lock; nil to fail at once.
    package var patience: Double?
    /// Run as soon as the connection is open.
    package var setUp: String

    package init(_ access: Access = .readAndWrite, patience: Double?, setUp: String) {
      self.access = access
      self.patience = patience
      self.setUp = setUp
    }
  }

  /// - Parameter path: of the file, which is made where it is missing; nil for a database in memory.
  /// - Throws: `StorageError`.
  package init(path: String?, options: Options = Options(patience: nil, setUp: "")) throws {
    var configuration = Configuration()
    configuration.busyMode = options.patience.map { .timeout($0) } ?? .immediateError
    // A transaction spans several calls here.
    configuration.allowsUnsafeTransactions = true
    _ = (Self.memory, CheckedPages.areThere)
    configuration.readonly = options.access != .readAndWrite
    (queue, handle) = try StorageError.translated {
      let queue =
        try path.map { try DatabaseQueue(path: Self.name($0, options.access), configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      guard let handle = queue.unsafeReentrantWrite(\.sqliteConnection) else {
        throw StorageError(kind: .unreadable, message: "the connection is closed")
      }
      return (queue, handle)
    }
    stopping = Self.interrupting(handle)
    // Nobody observes transactions here. GRDB's hooks for observers expect every commit to come from a call of GRDB,
    // while statements on the handle commit as well. Its authorizer notes for observers what each statement reads and
    // writes, which took more time than to prepare the statement.
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    sqlite3_set_authorizer(handle, nil, nil)
    if !options.setUp.isEmpty { try execute(sql: options.setUp) }
  }

  /// Lets a query have a memory limit of its own. Set before the first connection, which is SQLite's first use.
  private static let memory = {
    relay_count_no_sqlite_memory()
    return relay_make_sqlite_memory_limitable()
  }()

  /// The name that SQLite opens: a URI where the file is read as it stands (https://www.sqlite.org/uri.html).
  private static func name(_ path: String, _ access: Access) -> String {
    guard case .asItStands = access else { return path }
    return URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  deinit {
    // The handle is closed with the queue, and no other thread may interrupt it then.
    stopping.cancel()
    ClosedQueues.close(queue)
  }

  /// Cuts long statements short when the command is to stop.
  ///
  /// # Safety
  /// `sqlite3_interrupt` may be called on any thread while the handle is open; `deinit` cancels the registration before
  /// the handle is closed.
  private static func interrupting(_ handle: OpaquePointer) -> Interruption.Registration {
    nonisolated(unsafe) let handle = handle
    return Interruption.whenStopping { sqlite3_interrupt(handle) }
  }

  /// Runs statements, separated by semicolons, whose rows do not matter.
  ///
  /// - Throws: `StorageError`.
  package func execute(sql: String) throws {
    checkOwner()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StorageError(code: code, on: handle) }
  }

  /// Runs one statement, whose rows do not matter, with values for its parameters in their order.
  ///
  /// - Throws: `StorageError`.
  package func execute(sql: String, arguments: [(any SQLBindable)?]) throws {
    let statement = try SelectStatement(self, sql)
    try statement.start(arguments)
    while try statement.next() {}
  }

  /// Runs `body` in a transaction, which is undone if it throws.
  ///
  /// - Parameters:
  ///   - isKept: false to undo it in any case.
  ///   - beforeCommit: gets what `body` returned. What it throws undoes the transaction.
  package func transaction<Result>(
    isKept: Bool = true, _ body: () throws -> Result, beforeCommit: (Result) throws -> Void = { _ in }
  ) throws -> Result {
    // Deferred: an immediate transaction would also lock attached files.
    try execute(sql: "BEGIN DEFERRED")
    do {
      let result = try body()
      if isKept { try beforeCommit(result) }
      guard !lacksMemory else { throw StorageError.noMemory }
      try execute(sql: isKept ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      if isInTransaction { try? execute(sql: "ROLLBACK") }
      throw error
    }
  }

  /// Makes a write wait for readers, such as a backup, up to a minute. It does not wait for another writer: the
  /// statement fails at once.
  package func waitForReaders() {
    checkOwner()
    // It counts as writing as soon as it has the lock of a writer; from then on only readers can be in the way.
    sqlite3_busy_handler(
      handle,
      { handle, rounds in
        guard rounds < 3000, !Interruption.isStopping, let handle,
          sqlite3_txn_state(OpaquePointer(handle), "main") == SQLITE_TXN_WRITE
        else { return 0 }
        usleep(20_000)
        return 1
      }, UnsafeMutableRawPointer(handle))
  }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Rows that the last statement changed.
  package var changesCount: Int { Int(sqlite3_changes(handle)) }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}

/// Queues of GRDB's whose connections are closed. They are kept: to take one down, the system's library waits for a
/// thread of its own, for ever where it gets none.
private enum ClosedQueues {
  /// More than a command opens. A process that opens more, such as one of tests, has threads and needs the memory.
  private static let most = 256
  private static let kept = Mutex<[DatabaseQueue]>([])

  static func close(_ queue: DatabaseQueue) {
    // What cannot be closed now is closed when it is taken down.
    guard (try? queue.close()) != nil else { return }
    kept.withLock { kept in
      if kept.count < most { kept.append(queue) }
    }
  }
}

// MARK: - Schema

/// One released step of a schema. It is never changed afterwards: a later version adds a step.
package struct SchemaStep: Sendable {
  package let name: String
  package let sql: String

  package init(_ name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension Connection {
  private static func migrator(_ steps: some Sequence<SchemaStep>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for step in steps { migrator.registerMigration(step.name) { try $0.execute(sql: step.sql) } }
    return migrator
  }

  /// The names of the steps that the database has and this version lacks, in no order that matters.
  package func stepsBeyond(_ steps: [SchemaStep]) throws -> [String] {
    checkOwner()
    let known = Set(steps.map(\.name))
    return try StorageError.translated {
      try queue.read(Self.migrator(steps).appliedIdentifiers).subtracting(known)
    }.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
  }

  /// Whether the database has all of the steps.
  package func isMigrated(by steps: [SchemaStep]) throws -> Bool {
    checkOwner()
    return try StorageError.translated { try queue.read(Self.migrator(steps).hasCompletedMigrations) }
  }

  /// Runs the steps that the database does not have, each in a transaction.
  ///
  /// - Parameter schema: what all steps come to, as SQL: a database without tables gets its tables from it.
  package func migrate(by steps: some Sequence<SchemaStep>, orMake schema: String? = nil) throws {
    checkOwner()
    try StorageError.translated {
      if let schema { try queue.inDatabase { try Self.make(schema, as: steps, in: $0) } }
      try Self.migrator(steps).migrate(queue)
    }
  }

  private static func make(_ schema: String, as steps: some Sequence<SchemaStep>, in database: Database) throws {
    func isEmpty() throws -> Bool { try Row.fetchOne(database, sql: "SELECT 1 FROM main.sqlite_schema") == nil }
    guard try isEmpty() else { return }
    try database.inTransaction(.immediate) {
      // Another process may have made them meanwhile.
      guard try isEmpty() else { return .commit }
      // As GRDB's migrator makes it.
      try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for step in steps {
        try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
      }
      try database.execute(sql: schema)
      return .commit
    }
  }
}

// MARK: - Owner

extension Connection {
  /// A connection on its way from one thread to another and back.
  ///
  /// # Safety
  /// Sendable, although a connection is not: a thread uses it between its own `take` and `release` only, and whoever
  /// takes it next has waited for the thread that released it.
  package struct Handover: @unchecked Sendable {
    fileprivate let connection: Connection

    /// Makes the calling thread the owner, unless it is.
    @discardableResult
    package func take() -> Connection {
      connection.owner.take()
      return connection
    }

    /// Ends the calling thread's ownership.
    package func release() {
      connection.checkOwner()
      connection.owner.release()
    }
  }

  /// Ends the calling thread's ownership.
  package func handOver() -> Handover {
    checkOwner()
    owner.release()
    return Handover(connection: self)
  }

  func checkOwner() { precondition(owner.isCurrentThread, "another thread owns this connection") }
}

/// Which thread may use a connection; tracked in debug builds and in builds for tests.
private final class Owner {
  #if DEBUG || CHECKS_OWNERS
    private let lock = NSLock()
    private var thread: pthread_t? = pthread_self()

    var isCurrentThread: Bool { lock.withLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func take() {
      lock.withLock {
        let current = pthread_self()
        precondition(
          thread.map { pthread_equal($0, current) != 0 } ?? true, "another thread still owns this connection")
        thread = current
      }
    }

    func release() { lock.withLock { thread = nil } }
  #else
    var isCurrentThread: Bool { true }
    func take() {}
    func release() {}
  #endif
}
