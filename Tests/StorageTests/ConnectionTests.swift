import Foundation
import Testing

@testable import Storage

@Suite struct ConnectionTests {
  private struct Stop: Error {}

  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "a.sqlite").path)
  }

  @Test func aTransactionThatThrowsChangesNothing() throws {
    let connection = try Connection(path: nil)
    try connection.execute(sql: "CREATE TABLE t (a)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute(sql: "INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first(sql: "SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func valuesComeBackAsTheyWereGiven() throws {
    let connection = try Connection(path: nil)
    let values: [SQLValue] = [
      .null, .integer(.min), .text("a\u{0}é"), .blob(Data([0, 255])), .blob(Data()), .text(""),
    ]
    try connection.execute(sql: "CREATE TABLE t (a BLOB)")
    for value in values {
      switch value {
      case .null: try connection.execute(sql: "INSERT INTO t VALUES (?)", arguments: [nil])
      case .integer(let number): try connection.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
      case .text(let text): try connection.execute(sql: "INSERT INTO t VALUES (?)", arguments: [text])
      case .blob(let data): try connection.execute(sql: "INSERT INTO t VALUES (?)", arguments: [data])
      }
    }
    #expect(try connection.all(sql: "SELECT a FROM t ORDER BY rowid") { $0.value(0) } == values)
    // And as arguments of a query.
    for value in values.dropFirst() {
      let argument: any SQLBindable =
        switch value {
        case .integer(let number): number
        case .text(let text): text
        case .blob(let data): data
        case .null: 0
        }
      #expect(
        try connection.first(sql: "SELECT count(*) FROM t WHERE a IS ?", arguments: [argument]) { $0.integer(0) } == 1)
    }
  }

  @Test func aQueryWithTooFewValuesIsAnError() throws {
    let connection = try Connection(path: nil)
    #expect(throws: StorageError.self) { try connection.first(sql: "SELECT ?, ?", arguments: [1]) { $0.integer(0) } }
  }

  @Test func errorsSayWhatKindTheyAre() throws {
    try withFile { path in
      let first = try Connection(path: path)
      try first.execute(sql: "CREATE TABLE t (a)")
      let second = try Connection(path: path)
      try first.execute(sql: "BEGIN EXCLUSIVE")
      #expect(throws: StorageError.self) { try second.execute(sql: "INSERT INTO t VALUES (1)") }
      do {
        try second.execute(sql: "INSERT INTO t VALUES (1)")
      } catch let error as StorageError {
        #expect(error.kind == .busy)
      }
      do {
        try first.execute(sql: "SELECT nonsense")
      } catch let error as StorageError {
        #expect(error.kind == .unreadable)
        #expect(error.message.contains("nonsense"))
      }
    }
  }

  @Test func statementsBeforeAFailureHaveRun() throws {
    let connection = try Connection(path: nil)
    do {
      try connection.execute(sql: "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (1); DROP TABLE t")
      Issue.record("no error")
    } catch {
      #expect(error as? StorageError == StorageError(kind: .unreadable, message: "UNIQUE constraint failed: t.a"))
    }
    #expect(try connection.first(sql: "SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func stepsRunOnceAndANewerDatabaseIsKnown() throws {
    try withFile { path in
      let steps = [SchemaStep("1", sql: "CREATE TABLE t (a)"), SchemaStep("2", sql: "INSERT INTO t VALUES (1)")]
      for _ in 0..<2 { try Connection(path: path).migrate(by: steps) }
      let connection = try Connection(path: path)
      #expect(try connection.first(sql: "SELECT count(*) FROM t") { $0.integer(0) } == 1)
      #expect(try connection.stepsBeyond(steps).isEmpty)
      #expect(try connection.stepsBeyond(Array(steps.prefix(1))) == steps.dropFirst().map(\.name))
    }
  }

  @Test func aSchemaMakesWhatIsEmptyAndNothingElse() throws {
    try withFile { path in
      let steps = [SchemaStep("1", sql: "CREATE TABLE t (a)"), SchemaStep("2", sql: "ALTER TABLE t ADD COLUMN b")]
      let schema = "CREATE TABLE t (a, b, at_once)"
      func columns(_ path: String?, before: some Sequence<SchemaStep>) throws -> [String] {
        let connection = try Connection(path: path)
        if !Array(before).isEmpty { try connection.migrate(by: before) }
        for _ in 0..<2 { try connection.migrate(by: steps, orMake: schema) }
        #expect(try connection.isMigrated(by: steps))
        return try connection.all(sql: "SELECT name FROM pragma_table_info('t')") { $0.text(0) }
      }
      try #expect(columns(nil, before: []) == ["a", "b", "at_once"])
      try #expect(columns(path, before: steps.prefix(1)) == ["a", "b"])
    }
  }

  /// A statement keeps its connection open.
  @Test func aStatementOutlivesTheLastUseOfItsConnection() throws {
    func statement() throws -> SelectStatement { try SelectStatement(Connection(path: nil), "SELECT 7") }
    let rows = try statement()
    #expect(try rows.next())
    #expect(rows.integer(0) == 7)
  }

  @Test func aConnectionGoesToAnotherThreadAndBack() throws {
    let connection = try Connection(path: nil)
    let handover = connection.handOver()
    let done = DispatchSemaphore(value: 0)
    Thread {
      let taken = handover.take()
      try? taken.execute(sql: "CREATE TABLE t (a)")
      handover.release()
      done.signal()
    }.start()
    done.wait()
    #expect(try handover.take().first(sql: "SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }
}
