import Foundation

/// A thread that does one piece of work after another, until nobody needs it.
///
/// A run has one beside its own. The system gives each thread one of two heaps when it first asks for memory, and who comes
/// third shares one. Of threads that came and went, the two that wrote pages waited for each other in half the nights: reports
/// took three times as long.
final class Worker: Sendable {
  private let tasks = Tasks()

  /// Bytes: readers of nested records need more than the half megabyte that a thread has by default.
  private static var stackSize: Int { 4 << 20 }

  init() {
    let thread = Thread { [tasks] in
      while let task = tasks.next() { task() }
    }
    thread.stackSize = Self.stackSize
    thread.start()
    // Its first memory, before another thread is given the second heap.
    _ = try? Background(on: self) { [UInt8](repeating: 0, count: 64) }.value()
  }

  deinit { tasks.end() }

  fileprivate func add(_ task: @escaping Tasks.Task) { tasks.add(task) }
}

/// Work for another thread, and what came of it.
final class Background<Value: Sendable>: @unchecked Sendable {
  private let changed = NSCondition()
  private var work: (@Sendable () throws -> Value)?
  private var outcome: Result<Value, any Error>?

  /// - Parameter worker: does the work after what it was given before; where there is none, the work is done before this
  ///   returns.
  init(on worker: Worker?, _ work: @escaping @Sendable () throws -> Value) {
    self.work = work
    if let worker { worker.add(run) } else { run() }
  }

  @Sendable private func run() {
    let result = doWork()
    changed.lock()
    outcome = result
    changed.broadcast()
    changed.unlock()
  }

  /// Does the work, and lets go of all that it needed before anybody is told.
  private func doWork() -> Result<Value, any Error>? {
    defer { work = nil }
    return work.map { work in Result { try work() } }
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

/// What a worker still has to do.
private final class Tasks: @unchecked Sendable {
  typealias Task = @Sendable () -> Void

  private let changed = NSCondition()
  private var waiting: [Task] = []
  private var isEnded = false

  func add(_ task: @escaping Task) {
    changed.lock()
    waiting.append(task)
    changed.signal()
    changed.unlock()
  }

  /// Says that no task will follow.
  func end() {
    changed.lock()
    isEnded = true
    changed.signal()
    changed.unlock()
  }

  /// Nil when there will be none.
  func next() -> Task? {
    changed.lock()
    defer { changed.unlock() }
    while waiting.isEmpty, !isEnded { changed.wait() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}
