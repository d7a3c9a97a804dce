import CMemory

/// A Bloom filter of hashes: distinguishes keys that are certainly new from keys that were probably added before.
///
/// All bits of a key are in one word, since the cost of a look-up is one fetch from memory.
///
/// # Safety
/// An index is a key's low bits under `mask`, so it is always within the words. One thread inserts; once nobody inserts
/// any more, several may ask.
final class KeyFilter {
  private let mask: UInt64
  private var words: ZeroedWords

  /// - Parameter words: of eight bytes each; at least one, rounded up to a power of two.
  init(words count: Int) {
    words = ZeroedWords(atLeast: count)
    mask = UInt64(words.count - 1)
  }

  func mayContain(_ key: UInt64) -> Bool {
    // Without memory, every key may have been added.
    guard let start = words.start else { return true }
    let bits = Self.bits(of: key)
    return start[Int(key & mask)] & bits == bits
  }

  /// Fetches the key's word into the cache, for a `mayContain` that follows.
  func prefetch(_ key: UInt64) {
    if let start = words.start { relay_prefetch(start + Int(key & mask)) }
  }

  /// Adds the key, and returns whether it was probably added before.
  @discardableResult
  func insert(_ key: UInt64) -> Bool {
    guard let start = words.start else { return true }
    let bits = Self.bits(of: key)
    let word = Int(key & mask)
    guard !words.isFirst(onPageOf: word) else {
      start[word] = bits
      return false
    }
    defer { start[word] |= bits }
    return start[word] & bits == bits
  }

  private static func bits(of key: UInt64) -> UInt64 {
    1 << (key >> 58) | 1 << (key >> 52 & 63) | 1 << (key >> 46 & 63) | 1 << (key >> 40 & 63) | 1 << (key >> 34 & 63)
      | 1 << (key >> 28 & 63)
  }
}
