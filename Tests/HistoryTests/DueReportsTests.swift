import Foundation
import Storage
import Testing

@testable import History

@Suite struct DueReportsTests {
  private let entry = DueReports.Entry(folder: "/reports", pending: ".relay-audit-0123456789ab")

  /// Gives `body` a store in which reports are due, and a connection that is reading it.
  private func withReader(_ body: (_ store: Connection, _ reader: Connection.Handover) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "audit.sqlite").path
    try EvidenceStore(path: path).read { store in
      try store.transaction { try DueReports.set([entry], in: store) }
      let reader = try Connection(path: path)
      try reader.execute(sql: "BEGIN")
      _ = try reader.first(sql: "SELECT count(*) FROM setting") { $0.integer(0) }
      try body(store, reader.handOver())
    }
  }

  @Test func aReaderIsNotWaitedFor() throws {
    try withReader { store, reader in
      let start = ContinuousClock.now
      DueReports.remove(entry, in: store)
      #expect(ContinuousClock.now - start < .seconds(30))
      let isDue = try DueReports.isDue(entry, in: store)
      #expect(isDue)
      _ = reader
    }
  }

  /// What the command itself commits after that, such as a withdrawal, still waits for a backup.
  @Test func aLaterCommitWaitsForTheReader() throws {
    try withReader { store, reader in
      DueReports.remove(entry, in: store)
      Thread {
        Thread.sleep(forTimeInterval: 0.3)
        try? reader.take().execute(sql: "COMMIT")
        reader.release()
      }.start()
      try store.transaction { try store.execute(sql: "INSERT INTO main.setting (name, value) VALUES ('x', 1)") }
      #expect(try store.first(sql: "SELECT value FROM main.setting WHERE name = 'x'") { $0.integer(0) } == 1)
    }
  }
}
