/// Threads that parse records while their reader reads earlier ones.
package struct ParsingHelpers: Sendable {
  /// How many there are.
  let count: Int
  private let start: @Sendable (Int, @escaping @Sendable () -> Void) -> Void

  /// The reader parses all records.
  package static let none = ParsingHelpers(count: 0) { _, _ in }

  /// - Parameter start: has a task done by the helper of that number, from 0, in its own time.
  package init(count: Int, start: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void) {
    self.count = count
    self.start = start
  }

  func start(_ number: Int, _ task: @escaping @Sendable () -> Void) { start(number % count, task) }
}
