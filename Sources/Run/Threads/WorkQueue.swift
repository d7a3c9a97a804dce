import Foundation

/// Items that several threads work off; each item goes to one thread.
///
/// # Safety
/// `lock` guards `taken`; `items` never changes.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let items: [Item]
  private var taken = 0

  init(_ items: [Item]) {
    self.items = items
  }

  /// The next item that no thread has; nil when none is left.
  func next() -> Item? {
    lock.withLock {
      guard taken < items.count else { return nil }
      taken += 1
      return items[taken - 1]
    }
  }

  /// Removes all items that no thread has.
  func cancel() {
    lock.withLock { taken = items.count }
  }
}
