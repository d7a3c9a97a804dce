import Foundation
import Platform

/// Items that several threads work off; each item goes to one thread.
///
/// # Safety
/// `lock` guards `first`; `items` never changes.
final class WorkQueue<Item: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let items: [Item]
  private var first = 0

  init(_ items: [Item]) {
    self.items = items
  }

  /// The next item that no thread has; nil when none is left.
  ///
  /// - Throws: `Interruption.Stopped`.
  func next() throws -> Item? {
    try Interruption.check()
    return lock.withLock {
      guard first < items.count else { return nil }
      first += 1
      return items[first - 1]
    }
  }

  /// How many items threads have, or had.
  var taken: Int { lock.withLock { first } }

  var count: Int { items.count }
}
