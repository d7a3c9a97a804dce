import Foundation

/// Pieces of work that several threads take, each the next one that nobody has taken.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let items: [Item]
  private var taken = 0

  init(_ items: [Item]) {
    self.items = items
  }

  func next() -> (position: Int, item: Item)? {
    lock.withLock {
      guard taken < items.count else { return nil }
      taken += 1
      return (taken - 1, items[taken - 1])
    }
  }

  /// Leaves nothing to take.
  func cancel() {
    lock.withLock { taken = items.count }
  }
}
