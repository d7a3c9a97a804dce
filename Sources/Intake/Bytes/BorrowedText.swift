import CSimdJSON
import Evidence
import Glibc

extension UnsafeBufferPointer<UInt8> {
  func hasPrefix(_ literal: StaticString) -> Bool {
    guard let baseAddress, count >= literal.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, literal.utf8Start, literal.utf8CodeUnitCount) == 0
  }

  /// Where `literal` first stands at or after `start`.
  func firstRange(of literal: BorrowedText, from start: Int = 0) -> Int? {
    guard let baseAddress, let needle = literal.baseAddress, start < count else { return nil }
    let found = rsj_find(baseAddress + start, count - start, needle, literal.count)
    return found < 0 ? nil : found + start
  }

  func contains(_ literal: StaticString) -> Bool {
    firstRange(of: BorrowedText(literal)) != nil
  }

  /// Where `byte` first stands at or after `start`.
  @inline(__always)
  func firstIndex(ofByte byte: UInt8, from start: Int = 0) -> Int? {
    guard let baseAddress, start < count else { return nil }
    guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  var hasNUL: Bool { firstIndex(ofByte: 0) != nil }

  /// Without ASCII white space around it.
  var trimmed: BorrowedText {
    var low = 0
    var high = count
    while low < high, self[low].isWhitespace { low += 1 }
    while high > low, self[high - 1].isWhitespace { high -= 1 }
    return low == 0 && high == count ? self : BorrowedText(rebasing: self[low..<high])
  }

  /// The trimmed text, or nil where nothing is left: empty means absent everywhere.
  @inline(__always)
  var nonEmpty: BorrowedText? {
    guard let first, let last else { return nil }
    guard first.isWhitespace || last.isWhitespace else { return self }
    let rest = trimmed
    return rest.isEmpty ? nil : rest
  }

  /// A decimal integer with an optional minus, and nothing else.
  var decimal: Int64? {
    var value: Int64 = 0
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative ? BorrowedText(rebasing: dropFirst()) : self
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    if digits.count < 19 {
      // Eighteen digits cannot overflow: two times of each account go through here.
      for byte in digits {
        guard byte.isDigit else { return nil }
        value = value &* 10 &+ Int64(byte &- 48)
      }
      return isNegative ? -value : value
    }
    for byte in digits {
      guard byte.isDigit else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte - 48))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }
}

extension UInt8 {
  /// Space, tab and line ends.
  @inline(__always)
  var isWhitespace: Bool { self == 32 || (self >= 9 && self <= 13) }

  @inline(__always)
  var isDigit: Bool { self >= 48 && self <= 57 }
}
