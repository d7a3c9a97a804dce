import Foundation

/// A serial worker thread. It ends when its last owner lets go of it.
final class Worker: Sendable {
  private let tasks = TaskQueue()

  /// Bytes. Readers of nested records need more than a thread's default of half a megabyte.
  private static var stackSize: Int { 4 << 20 }

  init() {
    let thread = Thread { [tasks] in
      while let task = tasks.next() { task() }
    }
    thread.stackSize = Self.stackSize
    thread.start()
    // glibc assigns an arena at a thread's first allocation. With two arenas (`relay_use_two_heaps`), this one gets the
    // second before any other thread asks.
    _ = try? Background(on: self) { [UInt8](repeating: 0, count: 64) }.value()
  }

  deinit { tasks.close() }

  func add(_ task: @escaping @Sendable () -> Void) { tasks.add(task) }
}

/// The tasks that a worker has yet to run.
///
/// # Safety
/// `changed` guards all other properties.
private final class TaskQueue: @unchecked Sendable {
  typealias Task = @Sendable () -> Void

  private let changed = NSCondition()
  private var waiting: [Task] = []
  private var isClosed = false

  func add(_ task: @escaping Task) {
    changed.lock()
    waiting.append(task)
    changed.signal()
    changed.unlock()
  }

  /// Announces that no task will follow.
  func close() {
    changed.lock()
    isClosed = true
    changed.signal()
    changed.unlock()
  }

  /// Waits for the next task; nil when there will be none.
  func next() -> Task? {
    changed.lock()
    defer { changed.unlock() }
    while waiting.isEmpty, !isClosed { changed.wait() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}
