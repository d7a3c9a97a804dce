import Foundation
import Platform

/// A task on a worker, and its result.
///
/// # Safety
/// `changed` guards `outcome`. `work` belongs to the thread that runs it, which clears it before `outcome` is set.
/// `group` is constant.
final class Background<Value: Sendable>: @unchecked Sendable {
  private let changed = NSCondition()
  private var work: (@Sendable () throws -> Value)?
  private var outcome: Result<Value, any Error>?
  private let group: WorkGroup?
  private let afterwards: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - worker: runs the task after those that it was given before. Without one, the task runs before this returns.
  ///   - afterwards: runs when the task has ended, also where it never began, since the work that it is a part of had
  ///     stopped.
  init(
    on worker: Worker?, _ work: @escaping @Sendable () throws -> Value, afterwards: (@Sendable () -> Void)? = nil
  ) {
    self.work = work
    self.afterwards = afterwards
    group = worker?.group
    if let worker { worker.add(run) } else { run() }
  }

  @Sendable private func run() {
    let result = takeResult()
    afterwards?()
    changed.lock()
    outcome = result
    changed.broadcast()
    changed.unlock()
  }

  /// Runs the task and releases what it captured, so that whoever waits finds nothing of it alive.
  private func takeResult() -> Result<Value, any Error>? {
    defer { work = nil }
    return work.map { work in Result { if let group { try group.run(work) } else { try work() } } }
  }

  /// Waits for the task to end. Any thread may call this, any number of times; its worker's
  /// only from a later task.
  ///
  /// - Throws: what the task threw, or what stopped the work that it is a part of.
  func value() throws -> Value {
    changed.lock()
    defer { changed.unlock() }
    while true {
      if let outcome { return try outcome.get() }
      changed.wait()
    }
  }

  /// Waits for the task to end. Unless it has, nobody needs the result any more: the work that it is a part of stops.
  func abandon() {
    if changed.withLock({ outcome == nil }) { group?.stop() }
    _ = try? value()
  }
}
