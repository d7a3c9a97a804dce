import CPlatform
import Synchronization

/// Threads that do one work together. An error on one of them makes `Interruption.check` throw on the others, so that
/// the whole work ends soon.
///
/// # Safety
/// Sendable: the flag is read and written atomically, and allocated as long as the group. A thread looks at it only
/// within `run`, whose caller keeps the group.
package final class WorkGroup: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<Int32>
  /// The error that stopped the work.
  private let cause = Mutex<(any Error)?>(nil)

  package init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit { flag.deallocate() }

  /// Runs `body` on the calling thread as a part of the work; nothing of it once the work was stopped.
  ///
  /// - Throws: the error that stopped the work, whichever thread it came from; `Interruption.Stopped` after `stop`, or
  ///   a signal.
  package func run<Result>(_ body: () throws -> Result) throws -> Result {
    let before = relay_look_at_group(flag)
    defer { _ = relay_look_at_group(before) }
    do {
      try Interruption.check()
      return try body()
    } catch {
      throw fail(error)
    }
  }

  /// Asks all threads of the group to stop. What then keeps the work from going on is told by another error.
  package func stop() { relay_stop_group(flag) }

  /// - Returns: the error that stopped the work.
  private func fail(_ error: any Error) -> any Error {
    let first = cause.withLock { cause in
      // A thread that was stopped has no error of its own.
      if cause == nil, !(error is Interruption.Stopped) { cause = error }
      return cause ?? error
    }
    stop()
    return first
  }
}
