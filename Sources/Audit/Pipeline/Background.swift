import Foundation

/// Work in a thread of its own, and what came of it.
final class Background<Value: Sendable>: @unchecked Sendable {
  private let changed = NSCondition()
  private var outcome: Result<Value, any Error>?

  /// Bytes: readers of nested records need more than the half megabyte that a thread has by default.
  private static var stackSize: Int { 4 << 20 }

  /// - Parameter isThreaded: otherwise the work is done before this returns.
  init(isThreaded: Bool = true, _ work: @escaping @Sendable () throws -> Value) {
    guard isThreaded else {
      outcome = Result(catching: work)
      return
    }
    let thread = Thread { [self] in
      let result = Result(catching: work)
      changed.lock()
      outcome = result
      changed.broadcast()
      changed.unlock()
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// Waits for the end of the work.
  ///
  /// - Throws: what the work threw.
  func value() throws -> Value {
    changed.lock()
    defer { changed.unlock() }
    while true {
      if let outcome { return try outcome.get() }
      changed.wait()
    }
  }
}
