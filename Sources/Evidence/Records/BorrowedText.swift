public import Glibc

/// Text that a parser lends for the length of one call, or an arena for as long as it lives.
@usableFromInline
package typealias BorrowedText = UnsafeBufferPointer<UInt8>

extension BorrowedText {
  package static var empty: BorrowedText { BorrowedText(start: nil, count: 0) }

  @inlinable
  package init(_ literal: StaticString) {
    self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// What is no UTF-8 is replaced.
  package var string: String { String(decoding: self, as: UTF8.self) }

  // Into the readers of other modules, which compare a dozen names for each account.

  @inlinable
  @inline(__always)
  package func isEqual(to literal: StaticString) -> Bool { isEqual(to: BorrowedText(literal)) }

  @inlinable
  @inline(__always)
  package func isEqual(to other: BorrowedText) -> Bool {
    guard count == other.count else { return false }
    guard let baseAddress, let start = other.baseAddress else { return count == 0 }
    return memcmp(baseAddress, start, count) == 0
  }

  /// By bytes, as SQLite compares.
  func precedes(_ other: BorrowedText) -> Bool {
    guard let baseAddress, let start = other.baseAddress else { return count < other.count }
    let order = memcmp(baseAddress, start, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
