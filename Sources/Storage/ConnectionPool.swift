import Foundation

/// Connections of which each is used by one thread at a time.
///
/// # Safety
/// `changed` guards `free`. A connection that is in it has no owner; whoever takes it out owns it until it is put back.
package final class ConnectionPool: @unchecked Sendable {
  private let changed = NSCondition()
  private var free: [Connection.Handover]
  package let isEmpty: Bool

  /// - Parameter connections: owned by the caller, which does not use them any more.
  package init(_ connections: [Connection]) {
    free = connections.map { $0.handOver() }
    isEmpty = connections.isEmpty
  }

  /// Passes on a connection that no other thread has, and waits for one if need be. Not to be called from within
  /// `body`, nor on an empty pool.
  package func use<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    let handover = take()
    let connection = handover.take()
    defer {
      handover.release()
      putBack(handover)
    }
    return try body(connection)
  }

  private func take() -> Connection.Handover {
    changed.lock()
    defer { changed.unlock() }
    while true {
      if let last = free.popLast() { return last }
      changed.wait()
    }
  }

  private func putBack(_ handover: Connection.Handover) {
    changed.lock()
    free.append(handover)
    changed.signal()
    changed.unlock()
  }
}
