import CMemory
import Glibc

/// A Bloom filter of keys that are hashes: tells those that surely are new from those that were probably here before.
///
/// All bits of a key are in one word, since what costs time is to fetch it from memory.
final class KeyFilter {
  private let mask: UInt64
  /// Fresh from the system, which gives no page before something is written to it: a small night stays small.
  private let words: UnsafeMutablePointer<UInt64>?
  /// Whether something was written to each page of `words`, one bit each.
  private var writtenPages: [UInt64]

  /// - Parameter words: of eight bytes each; at least one, rounded up to a power of two.
  init(words count: Int) {
    var capacity = 1
    while capacity < count { capacity *= 2 }
    mask = UInt64(capacity - 1)
    words = calloc(capacity, MemoryLayout<UInt64>.stride)?.assumingMemoryBound(to: UInt64.self)
    writtenPages = Array(repeating: 0, count: capacity >> (Self.pageBits + 6) + 1)
  }

  deinit {
    free(words)
  }

  func mayContain(_ key: UInt64) -> Bool {
    // Without memory for the filter, everything may have been here.
    guard let words else { return true }
    let bits = Self.bits(of: key)
    return words[Int(key & mask)] & bits == bits
  }

  /// Announces that `mayContain` will be asked of the key.
  func prefetch(_ key: UInt64) {
    if let words { relay_prefetch(words + Int(key & mask)) }
  }

  /// Whether the key was probably here before.
  @discardableResult
  func insert(_ key: UInt64) -> Bool {
    guard let words else { return true }
    let bits = Self.bits(of: key)
    let word = Int(key & mask)
    // To read a page that was never written costs a page of zeros, and the first write to it then stops the other core: 50 ms
    // of a night of a million accounts.
    let page = word >> Self.pageBits
    guard writtenPages[page >> 6] & 1 << (page & 63) != 0 else {
      writtenPages[page >> 6] |= 1 << (page & 63)
      words[word] = bits
      return false
    }
    defer { words[word] |= bits }
    return words[word] & bits == bits
  }

  /// Of the number of words in a page of 4 KiB, the smallest that systems have.
  private static var pageBits: Int { 9 }

  private static func bits(of key: UInt64) -> UInt64 {
    1 << (key >> 58) | 1 << (key >> 52 & 63) | 1 << (key >> 46 & 63) | 1 << (key >> 40 & 63) | 1 << (key >> 34 & 63)
      | 1 << (key >> 28 & 63)
  }
}
