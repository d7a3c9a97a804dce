import CMemory

/// A Bloom filter of hashes, as `KeyFilter`, that takes far fewer new keys for repetitions, and more instructions.
///
/// The bits of a key are two in each of four words side by side, which lie in one line of the processor's cache: a
/// look-up is one fetch from memory as well.
///
/// # Safety
/// A block begins at a multiple of four under `mask`, and the words are a multiple of four. One thread uses it.
final class WideKeyFilter {
  private static var blockSize: Int { 4 }
  /// Of a block's number.
  private let mask: UInt64
  private var words: ZeroedWords

  /// - Parameter words: of eight bytes each; at least four, rounded up to a power of two. With 2.5 keys a word, one new
  ///   key in 10,000 is taken for a repetition.
  init(words count: Int) {
    words = ZeroedWords(atLeast: max(count, Self.blockSize))
    mask = UInt64(words.count / Self.blockSize - 1)
  }

  func mayContain(_ key: UInt64) -> Bool {
    // Without memory, every key may have been added.
    guard let start = words.start else { return true }
    var missing: UInt64 = 0
    Self.forEachWord(of: key, from: firstWord(of: key)) { missing |= $1 & ~start[$0] }
    return missing == 0
  }

  /// Fetches the key's block into the cache, for an `insert` that follows.
  func prefetch(_ key: UInt64) {
    if let start = words.start { relay_prefetch(start + firstWord(of: key)) }
  }

  /// Adds the key, and returns whether it was probably added before.
  func insert(_ key: UInt64) -> Bool {
    guard let start = words.start else { return true }
    let first = firstWord(of: key)
    guard !words.isFirst(onPageOf: first) else {
      Self.forEachWord(of: key, from: first) { start[$0] = $1 }
      return false
    }
    var missing: UInt64 = 0
    Self.forEachWord(of: key, from: first) { word, bits in
      missing |= bits & ~start[word]
      start[word] |= bits
    }
    return missing == 0
  }

  private func firstWord(of key: UInt64) -> Int { Int(key & mask) * Self.blockSize }

  /// Hands each word of the key's block to `body`, with the key's two bits in it.
  private static func forEachWord(of key: UInt64, from first: Int, _ body: (Int, UInt64) -> Void) {
    // The low bits of the key chose the block. A multiplication brings all bits into the high ones (Knuth, The Art of
    // Computer Programming, 6.4).
    var spread = key &* 0x9e37_79b9_7f4a_7c15
    for word in first..<(first + blockSize) {
      body(word, 1 &<< (spread >> 58) | 1 &<< (spread >> 52 & 63))
      spread <<= 12
    }
  }
}
