/// A 64-bit hash of a row's values, in their order: the same in every run, so that rows compare across runs.
package struct RowDigest: Sendable {
  package private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  @inline(__always)
  package mutating func add(_ value: Int64?) {
    // Null and 0 differ.
    absorb(value == nil ? 1 : 2)
    absorb(UInt64(bitPattern: value ?? 0))
  }

  package mutating func add(_ value: String?) {
    guard var value else { return absorb(1) }
    value.withUTF8 { add($0) }
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    absorb(3)
    absorb(UInt64(text.count))
    var word: UInt64 = 0
    var filled: UInt64 = 0
    for byte in text {
      word |= UInt64(byte) << filled
      filled += 8
      if filled == 64 {
        absorb(word)
        (word, filled) = (0, 0)
      }
    }
    if filled > 0 { absorb(word) }
  }

  /// As SQLite stores it.
  package var integer: Int64 { Int64(bitPattern: bits) }

  /// A multiplication of full width, folded: each bit of the word reaches each bit of the hash.
  @inline(__always)
  private mutating func absorb(_ word: UInt64) {
    let product = (bits ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    bits = (product.high ^ product.low) &+ 0x2545_f491_4f6c_dd1d
  }
}
