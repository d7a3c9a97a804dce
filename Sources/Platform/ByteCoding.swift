package import Foundation

/// Values as bytes, for a temporary file that one process writes and reads. Texts that many records share are numbered
/// and stand once in memory.
package struct ByteWriter: Sendable {
  package internal(set) var bytes: [UInt8] = []
  /// By their numbers.
  private(set) var shared: [String] = []
  private var numbers: [String: Int] = [:]

  /// How many texts are numbered at most.
  private static let mostShared = 4096
  /// What stands in front of a text that is shared by nobody, and of the numbers of those that are.
  fileprivate static let (plain, firstNumber) = (1, 2)

  package init() {}

  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// `.min` stands for nil.
  package mutating func add(optional number: Int64?) { add(number ?? .min) }

  /// - Parameter count: at most 2³² - 1.
  package mutating func add(count: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ text: String) {
    // Its length with one more, so that 0 is none.
    add(count: text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func add(_ data: some Collection<UInt8>) {
    add(count: data.count)
    bytes.append(contentsOf: data)
  }

  package mutating func add(optional text: String?) {
    if let text { add(text) } else { add(count: 0) }
  }

  /// Adds a text that other records are likely to have as well.
  package mutating func add(shared text: String?) {
    guard let text else { return add(count: 0) }
    if let number = numbers[text] { return add(count: number + Self.firstNumber) }
    guard shared.count < Self.mostShared else {
      add(count: Self.plain)
      return add(text)
    }
    add(count: shared.count + Self.firstNumber)
    numbers[text] = shared.count
    shared.append(text)
  }

  /// Writes the length of what follows into the four bytes at a place, which `add(count:)` made.
  mutating func setCount(at place: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count - place - 4).littleEndian) { count in
      for (index, byte) in count.enumerated() { bytes[place + index] = byte }
    }
  }
}

/// Reads what `ByteWriter` wrote, in the same order. What is not there is nil.
///
/// # Safety
/// The bytes belong to whoever made the reader, and are valid for the call that it is passed to. Each reading is within
/// them, and copies what it takes.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private let shared: [String]
  private var done = 0

  init(_ bytes: UnsafeRawBufferPointer, _ shared: [String]) {
    self.bytes = bytes
    self.shared = shared
  }

  private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard bytes.count - done >= MemoryLayout<Number>.size else { return nil }
    defer { done += MemoryLayout<Number>.size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: done, as: Number.self))
  }

  package mutating func number() -> Int64? { integer(Int64.self) }

  package mutating func count() -> Int? { integer(UInt32.self).map(Int.init) }

  /// Nil for none, too.
  package mutating func text() -> String? {
    guard let length = count(), length > 0, bytes.count - done >= length - 1 else { return nil }
    let end = done + length - 1
    defer { done = end }
    return String(decoding: bytes[done..<end], as: UTF8.self)
  }

  package mutating func data() -> Data? {
    guard let length = count(), bytes.count - done >= length else { return nil }
    defer { done += length }
    return Data(bytes[done..<(done + length)])
  }

  /// Nil for none, too.
  package mutating func sharedText() -> String? {
    guard let number = count(), number > 0 else { return nil }
    if number == ByteWriter.plain { return text() }
    let index = number - ByteWriter.firstNumber
    return index < shared.count ? shared[index] : nil
  }
}
