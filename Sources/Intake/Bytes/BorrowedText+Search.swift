import CSimdJSON
import Evidence

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension BorrowedText {
  /// How databases print that there is no value: `NULL` (MySQL's client, SQL Server's tools) and `\N` (PostgreSQL's
  /// `COPY`).
  var isNull: Bool {
    switch count {
    case 4: elementsEqual("NULL".utf8)
    case 2: elementsEqual("\\N".utf8)
    default: false
    }
  }

  /// Whether the text begins as an object or a list in JSON does.
  @inline(__always)
  var mayBeObject: Bool {
    guard let first = nonEmpty?.first else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  func hasPrefix(_ literal: StaticString) -> Bool {
    guard let baseAddress, count >= literal.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, literal.utf8Start, literal.utf8CodeUnitCount) == 0
  }

  /// The index at or after `start` where `literal` first occurs.
  func firstRange(of literal: BorrowedText, from start: Int = 0) -> Int? {
    guard let baseAddress, let needle = literal.baseAddress, start < count else { return nil }
    let found = rsj_find(baseAddress + start, count - start, needle, literal.count)
    return found < 0 ? nil : found + start
  }

  func contains(_ literal: StaticString) -> Bool {
    firstRange(of: BorrowedText(literal)) != nil
  }

  /// The index at or after `start` where `byte` first occurs.
  @inline(__always)
  func firstIndex(ofByte byte: UInt8, from start: Int = 0) -> Int? {
    guard let baseAddress, start < count else { return nil }
    guard let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  var hasNUL: Bool { firstIndex(ofByte: 0) != nil }
}
