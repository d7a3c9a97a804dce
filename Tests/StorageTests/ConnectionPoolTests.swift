import Foundation
import Testing

@testable import Storage

@Suite struct ConnectionPoolTests {
  /// Debug builds check besides that nobody else owns the connection.
  @Test func eachConnectionHasOneUserAtATime() throws {
    let pool = try ConnectionPool([Connection(path: nil), Connection(path: nil)])
    #expect(!pool.isEmpty)
    let lock = NSLock()
    nonisolated(unsafe) var (users, most, done) = (0, 0, 0)
    DispatchQueue.concurrentPerform(iterations: 40) { _ in
      try? pool.use { connection in
        lock.withLock {
          users += 1
          most = max(most, users)
        }
        let one = try connection.first(sql: "SELECT 1") { $0.integer(0) }
        lock.withLock {
          users -= 1
          done += one == 1 ? 1 : 0
        }
      }
    }
    #expect(done == 40 && users == 0 && (1...2).contains(most))
  }

  @Test func whatThrowsGivesItsConnectionBack() throws {
    struct Stop: Error {}
    let pool = try ConnectionPool([Connection(path: nil)])
    #expect(throws: Stop.self) { try pool.use { _ in throw Stop() } }
    #expect(try pool.use { try $0.first(sql: "SELECT 2") { $0.integer(0) } } == 2)
    #expect(ConnectionPool([]).isEmpty)
  }
}
