#if canImport(Glibc)
  public import Glibc
#else
  public import Darwin
#endif

/// UTF-8 text that somebody else owns.
///
/// # Safety
/// The bytes are valid only as long as their owner keeps them: a text that a parser or a framer hands to a call is
/// valid until that call returns; a text from a `TextArena` is valid until the arena is emptied or freed. Whoever
/// needs it longer copies it, into a `String` or an arena. Nobody writes to the bytes while the text is lent.
@usableFromInline
package typealias BorrowedText = UnsafeBufferPointer<UInt8>

// Inlined into the readers of other modules, which compare a dozen names and trim several texts for each account.

extension BorrowedText {
  package static var empty: BorrowedText { BorrowedText(start: nil, count: 0) }

  /// Literals live as long as the program.
  @inlinable
  package init(_ literal: StaticString) {
    self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// A copy that owns its bytes; invalid UTF-8 is replaced.
  package var string: String { String(decoding: self, as: UTF8.self) }

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

  /// Bytewise order, as SQLite's `BINARY` collation.
  func precedes(_ other: BorrowedText) -> Bool {
    guard let baseAddress, let start = other.baseAddress else { return count < other.count }
    let order = memcmp(baseAddress, start, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }

  /// Without ASCII white space at either end. Shares the bytes of `self`.
  @inlinable
  package var trimmed: BorrowedText {
    var low = 0
    var high = count
    while low < high, self[low].isWhitespace { low += 1 }
    while high > low, self[high - 1].isWhitespace { high -= 1 }
    return low == 0 && high == count ? self : BorrowedText(rebasing: self[low..<high])
  }

  /// The text without what is unseen at either end, or nil where nothing is left: in every format, an empty value is an
  /// absent one.
  @inlinable
  @inline(__always)
  package var nonEmpty: BorrowedText? {
    guard let first, let last else { return nil }
    // Nearly every text has ASCII at both ends, and there only white space is unseen.
    guard first.isWhitespace || last.isWhitespace || first | last >= 0x80 else { return self }
    let rest = trimmedOfUnseen
    return rest.isEmpty ? nil : rest
  }
}

extension UInt8 {
  /// Space, tab, line feed, vertical tab, form feed, carriage return.
  @inlinable
  @inline(__always)
  package var isWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }
}
