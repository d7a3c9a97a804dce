import Foundation
import Platform

/// A serial worker thread. It ends when its last owner lets go of it.
final class Worker: Sendable {
  private let tasks = TaskQueue()
  /// The work that its tasks are a part of.
  let group: WorkGroup

  /// Bytes. Readers of nested records need more than a thread's default of half a megabyte.
  private static var stackSize: Int { 4 << 20 }

  /// Nil where the system gives no further thread. `Thread` would not tell.
  init?(in group: WorkGroup) {
    self.group = group
    // # Safety: the thread takes the reference over; where there is no thread, it is released here.
    let context = Unmanaged.passRetained(tasks)
    let problem = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
      var thread = pthread_t()
      guard let attributes = attributes.baseAddress else { return EAGAIN }
      pthread_attr_init(attributes)
      pthread_attr_setstacksize(attributes, Self.stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      defer { pthread_attr_destroy(attributes) }
      return pthread_create(
        &thread, attributes,
        { context in
          guard let context else { return nil }
          let tasks = Unmanaged<TaskQueue>.fromOpaque(context).takeRetainedValue()
          while let task = tasks.next() { task() }
          return nil
        }, context.toOpaque())
    }
    guard problem == 0 else {
      context.release()
      return nil
    }
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
