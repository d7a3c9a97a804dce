import Foundation
import Testing

@testable import Storage

/// A changed byte of a database is an error, or changes nothing.
@Suite struct CheckedPagesTests {
  private let folder: URL
  private var path: String { folder.appending(path: "a.sqlite").path }
  /// Without checks, as another program.
  private var asAnother: String { "file://\(path)?vfs=unix" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "relay-audit-pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Small pages, so that there are many: of a table, an index, and what does not fit into a page.
  private func make(_ connection: Connection) throws {
    try connection.transaction {
      try connection.execute(sql: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c BLOB); CREATE INDEX t_b ON t (b)")
      for number in 0..<60 {
        try connection.execute(
          sql: "INSERT INTO t VALUES (?, ?, randomblob(?))",
          arguments: [number, "name \(number * 7919 % 61)", number % 20 == 0 ? 1500 : 20])
      }
    }
  }

  private func open(_ path: String? = nil) throws -> Connection {
    try Connection(path: path ?? self.path, options: .init(patience: nil, setUp: "PRAGMA page_size = 512"))
  }

  private func makeChecked() throws {
    let connection = try open()
    connection.reserveStamps()
    try make(connection)
    #expect(connection.hasCheckedPages)
  }

  private func rows(_ path: String? = nil) throws -> [String] {
    let connection = try open(path)
    return try connection.all(sql: "SELECT a || ' ' || b || ' ' || hex(c) FROM t ORDER BY a") { $0.text(0) }
      + connection.all(sql: "SELECT b FROM t ORDER BY b") { $0.text(0) }
  }

  private func isUnreadable(_ error: any Error) -> Bool { (error as? StorageError)?.kind == .unreadable }

  /// - Returns: how many were noticed.
  private func changeBytes(by mask: UInt8, step: Int) throws -> Int {
    let (whole, rows) = (try Data(contentsOf: URL(fileURLWithPath: path)), try rows())
    var noticed = 0
    for place in Array(0..<100) + Array(stride(from: 100, to: whole.count, by: step)) {
      var changed = whole
      changed[place] ^= mask
      try changed.write(to: URL(fileURLWithPath: path))
      do {
        let found = try self.rows()
        #expect(found == rows, "byte \(place)")
      } catch {
        noticed += 1
        #expect(isUnreadable(error), "byte \(place): \(error)")
      }
    }
    try whole.write(to: URL(fileURLWithPath: path))
    return noticed
  }

  @Test(arguments: [0x01, 0x30, 0x80] as [UInt8]) func aChangedByteIsNoticed(mask: UInt8) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeChecked()
    // All but where SQLite looks first whether another program changed the file.
    #expect(try changeBytes(by: mask, step: 61) > 250)
  }

  @Test func thePageIsNamed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeChecked()
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    data[512 * 2 + 300] ^= 1
    try data.write(to: URL(fileURLWithPath: path))
    #expect { try rows() } throws: { "\($0)".contains("page 3 of it is not as it was written") }
  }

  /// SQLite tells that it changed the file. Then nothing is checked until it is stamped.
  @Test(arguments: [
    "UPDATE t SET b = 'other' WHERE a = 30", "VACUUM", "PRAGMA page_size = 1024; VACUUM", "DELETE FROM t",
  ])
  func anotherProgramMayChangeIt(sql: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeChecked()
    try open(asAnother).execute(sql: sql)
    let changed = try rows(asAnother)
    #expect(try rows() == changed)
    // What is written in between is not taken for checked.
    try open().execute(sql: "PRAGMA user_version = 7")
    #expect(try rows() == changed)
    let connection = try open()
    _ = try connection.first(sql: "SELECT count(*) FROM t") { $0.integer(0) }
    #expect(!connection.hasCheckedPages)
    try connection.stampPages()
    #expect(connection.hasCheckedPages)
    #expect(try rows() == changed)
    #expect(try changeBytes(by: 0x04, step: 397) > 50)
    try open().execute(sql: "INSERT INTO t (b) VALUES ('new'); VACUUM")
    #expect(try rows().count == changed.count + 2)
    // VACUUM may have changed the size of the pages.
    let last = try open()
    _ = try last.first(sql: "SELECT count(*) FROM t") { $0.integer(0) }
    try last.stampPages()
    #expect(try changeBytes(by: 0x04, step: 397) > 50)
  }

  @Test func anOlderDatabaseIsWrittenAnew() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try make(open(asAnother))
    let before = try rows()
    let connection = try open()
    #expect(!connection.hasCheckedPages)
    try connection.stampPages()
    #expect(connection.hasCheckedPages)
    #expect(try rows() == before && rows(asAnother) == before)
    #expect(try changeBytes(by: 0x10, step: 397) > 50)
  }

  @Test func aLogIsReadUnchecked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeChecked()
    let other = try open(asAnother)
    try other.execute(sql: "PRAGMA journal_mode = WAL; UPDATE t SET b = 'other' WHERE a < 30")
    let changed = try rows(asAnother)
    #expect(try rows() == changed)
    let connection = try open()
    try connection.stampPages()
    try connection.execute(sql: "UPDATE t SET b = 'third' WHERE a < 10; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try rows() == rows(asAnother))
  }

  /// Pages that leave the cache before the transaction ends, and those that a rollback brings back.
  @Test func aLargeTransaction() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeChecked()
    let before = try rows()
    let connection = try open()
    try connection.execute(sql: "PRAGMA cache_size = 5; BEGIN; UPDATE t SET c = zeroblob(2000); ROLLBACK")
    #expect(try rows() == before)
    try connection.execute(sql: "BEGIN; UPDATE t SET c = zeroblob(2000); DELETE FROM t WHERE a % 3 = 0; COMMIT")
    #expect(connection.hasCheckedPages)
    let after = try rows()
    #expect(after.count == 80)
    #expect(try rows(asAnother) == after)
  }
}
