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
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    /// The error that stopped the work.
    var cause: (any Error)?
  }

  package init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit { flag.deallocate() }

  /// Runs `body` on the calling thread as a part of the work; nothing of it once the work was stopped.
  ///
  /// - Throws: the error that stopped the work, whichever thread it came from; after `stop`, what `body` throws.
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

  /// Asks all threads of the group to stop. The caller has an error of its own to throw.
  package func stop() {
    state.withLock { $0.isStopped = true }
    relay_stop_group(flag)
  }

  /// - Returns: the error that stopped the work; `error` where none did.
  private func fail(_ error: any Error) -> any Error {
    let cause = state.withLock { state in
      // Errors of threads that were stopped, whether by `stop` or by a queue, follow from another one.
      if !state.isStopped, !(error is Interruption.Stopped) { state.cause = error }
      state.isStopped = true
      return state.cause
    }
    relay_stop_group(flag)
    return cause ?? error
  }
}
