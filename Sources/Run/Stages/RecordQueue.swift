import Foundation
import Platform

/// Batches of records on their way from one thread to another, in order. At most eight wait, so that memory stays flat.
///
/// # Safety
/// `changed` guards all other properties. A batch belongs to the thread that adds it until `add`, and to the thread
/// that takes it from `next` on.
final class RecordQueue: @unchecked Sendable {
  private static let limit = 8
  private let changed = NSCondition()
  private var batches: [RecordBatch] = []
  private var isFinished = false
  private var isCancelled = false

  /// Waits until there is room.
  ///
  /// - Throws: `Interruption.Stopped` after `cancel`.
  func add(_ batch: RecordBatch) throws {
    changed.lock()
    defer { changed.unlock() }
    while batches.count >= Self.limit, !isCancelled { changed.wait() }
    if isCancelled { throw Interruption.Stopped() }
    batches.append(batch)
    changed.signal()
  }

  /// Waits for the next batch; nil when there will be none.
  func next() -> RecordBatch? {
    changed.lock()
    defer { changed.unlock() }
    while batches.isEmpty, !isFinished { changed.wait() }
    if batches.isEmpty { return nil }
    changed.signal()
    return batches.removeFirst()
  }

  /// Announces that no batch will follow.
  func finish() {
    changed.lock()
    isFinished = true
    changed.signal()
    changed.unlock()
  }

  /// Announces that nobody takes batches any more.
  func cancel() {
    changed.lock()
    isCancelled = true
    changed.signal()
    changed.unlock()
  }
}
