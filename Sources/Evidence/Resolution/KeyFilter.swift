import CMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Bloom filter of hashes: distinguishes keys that are certainly new from keys that were probably added before.
///
/// All bits of a key are in one word, since the cost of a look-up is one fetch from memory.
///
/// # Safety
/// The words are the filter's own memory, unmapped with it. An index is a key's low bits under `mask`, so it is always
/// within the words. One thread inserts; once nobody inserts any more, several may ask.
final class KeyFilter {
  private let mask: UInt64
  /// Mapped by the system, which zeroes a page at its first write: a small audit stays small. (`calloc` zeroes all of
  /// it at once where it takes freed memory.) Nil without memory.
  private let words: UnsafeMutablePointer<UInt64>?
  private let byteCount: Int
  /// One bit for each page of `words`: whether something was written to it.
  private var writtenPages: [UInt64]

  /// - Parameter words: of eight bytes each; at least one, rounded up to a power of two.
  init(words count: Int) {
    var capacity = 1
    while capacity < count { capacity *= 2 }
    mask = UInt64(capacity - 1)
    byteCount = capacity * MemoryLayout<UInt64>.stride
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    words = memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt64.self)
    writtenPages = Array(repeating: 0, count: capacity >> (Self.pageBits + 6) + 1)
  }

  deinit {
    if let words { munmap(words, byteCount) }
  }

  func mayContain(_ key: UInt64) -> Bool {
    // Without memory, every key may have been added.
    guard let words else { return true }
    let bits = Self.bits(of: key)
    return words[Int(key & mask)] & bits == bits
  }

  /// Fetches the key's word into the cache, for a `mayContain` that follows.
  func prefetch(_ key: UInt64) {
    if let words { relay_prefetch(words + Int(key & mask)) }
  }

  /// Adds the key, and returns whether it was probably added before.
  @discardableResult
  func insert(_ key: UInt64) -> Bool {
    guard let words else { return true }
    let bits = Self.bits(of: key)
    let word = Int(key & mask)
    // Reading a page that was never written maps the shared page of zeros, and the first write to it then interrupts
    // the other core.
    let page = word >> Self.pageBits
    guard writtenPages[page >> 6] & 1 << (page & 63) != 0 else {
      writtenPages[page >> 6] |= 1 << (page & 63)
      words[word] = bits
      return false
    }
    defer { words[word] |= bits }
    return words[word] & bits == bits
  }

  /// Log2 of the words in a page of 4 KiB, the smallest that systems have.
  private static var pageBits: Int { 9 }

  private static func bits(of key: UInt64) -> UInt64 {
    1 << (key >> 58) | 1 << (key >> 52 & 63) | 1 << (key >> 46 & 63) | 1 << (key >> 40 & 63) | 1 << (key >> 34 & 63)
      | 1 << (key >> 28 & 63)
  }
}
