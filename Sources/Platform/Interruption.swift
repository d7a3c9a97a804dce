import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How SIGTERM, SIGINT and SIGHUP end a command: its work stops, throws `Stopped` and is undone on the way out, and the
/// exit status is 128 and the signal's number. Work that does not stop within a second, such as a read from a pipe, is
/// cut off: folders that were registered are removed, and SQLite undoes the rest when the store is opened next.
///
/// From `commit` on, the command changes what is on disk. Then a signal waits for its end, which is near.
package enum Interruption {
  /// Thrown by work that was asked to stop.
  package struct Stopped: Error, Hashable {
    package init() {}
  }

  package typealias Hook = @Sendable () -> Void

  /// A hook is called while its registration lives.
  package final class Registration: Sendable {
    private let number: Int

    fileprivate init(_ number: Int) { self.number = number }

    /// When this returns, the hook is not running, and will not be called.
    package func cancel() {
      Interruption.state.withLock { state in
        state.interrupting[number] = nil
        state.clearing[number] = nil
      }
    }

    deinit { cancel() }
  }

  private struct State {
    /// That ends the command.
    var signal: Int32?
    var isCommitted = false
    /// That came after `commit`.
    var waiting: Int32?
    var interrupting: [Int: Hook] = [:]
    var clearing: [Int: Hook] = [:]
    var registered = 0
  }

  private static let state = Mutex(State())

  private static let watching: Void = {
    // Nothing is made for the first time when the signal is there.
    _ = signal
    relay_watch_signals { Interruption.received($0) }
  }()

  /// To be called before the command begins.
  package static func watch() { watching }

  /// The signal that ends the command, if one does.
  package static var signal: Int32? { state.withLock(\.signal) }

  /// `SIGTERM`, for a message.
  package static func name(of signal: Int32) -> String {
    switch signal {
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    default: "signal \(signal)"
    }
  }

  /// Whether a signal came, or the work that the calling thread takes part in was stopped (`WorkGroup`).
  @inline(__always)
  package static var isStopping: Bool { relay_is_stopping() }

  /// - Throws: `Stopped` when `isStopping`.
  @inline(__always)
  package static func check() throws(Stopped) {
    if isStopping { throw Stopped() }
  }

  /// Called before the command changes what lasts. May be called any number of times.
  ///
  /// - Throws: `Stopped` when a signal came before.
  package static func commit() throws(Stopped) {
    let isStopped = state.withLock { state in
      if state.signal == nil { state.isCommitted = true }
      return !state.isCommitted
    }
    if isStopped { throw Stopped() }
  }

  /// Called when what was committed is done and the command goes on to other work, which a signal may end again.
  package static func settle() {
    state.withLock { state in
      state.isCommitted = false
      guard let signal = state.waiting else { return }
      state.waiting = nil
      state.signal = signal
      relay_stop()
    }
  }

  /// - Parameter hook: cuts a call short that takes long. It is called again and again, on another thread, and returns at
  ///   once.
  package static func whenStopping(_ hook: @escaping Hook) -> Registration {
    register { $0.interrupting[$1] = hook }
  }

  /// - Parameter hook: clears away what must not stay, when the command is cut off.
  package static func whenCutOff(_ hook: @escaping Hook) -> Registration {
    register { $0.clearing[$1] = hook }
  }

  private static func register(_ add: (inout State, Int) -> Void) -> Registration {
    Registration(
      state.withLock { state in
        state.registered += 1
        add(&state, state.registered)
        return state.registered
      })
  }

  /// Microseconds.
  private static var tick: UInt32 { 20_000 }

  /// Returns only when the process ends meanwhile.
  private static func received(_ signal: Int32) {
    state.withLock { state in
      guard !state.isCommitted else {
        state.waiting = signal
        return
      }
      state.signal = signal
      relay_stop()
    }
    // What is committed needs some milliseconds, or may be a file that is written anew.
    var (round, end) = (0, 250)
    while round < end {
      state.withLock { state in
        if !state.isCommitted { end = min(end, round + 50) }
        guard !state.isCommitted || round > 50 else { return }
        for hook in state.interrupting.values { hook() }
      }
      usleep(tick)
      round += 1
    }
    state.withLock { state in
      for hook in state.clearing.values { hook() }
      _exit(128 + signal)
    }
  }
}
