#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Words of memory for a filter, zero at first.
///
/// # Safety
/// The words are the object's own memory, unmapped with it. `count` is a power of two, so an index under `count - 1` is
/// within them. One thread writes; once nobody writes any more, several may read.
struct ZeroedWords: ~Copyable {
  /// Mapped by the system, which zeroes a page at its first write: a small audit stays small. (`calloc` zeroes all of
  /// it at once where it takes freed memory.) Nil without memory.
  let start: UnsafeMutablePointer<UInt64>?
  let count: Int
  /// One bit for each page: whether something was written to it.
  private var writtenPages: [UInt64]

  /// - Parameter least: of eight bytes each; at least one, rounded up to a power of two.
  init(atLeast least: Int) {
    var capacity = 1
    while capacity < least { capacity *= 2 }
    count = capacity
    let memory = mmap(
      nil, capacity * MemoryLayout<UInt64>.stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    start = memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt64.self)
    writtenPages = Array(repeating: 0, count: capacity >> (Self.pageBits + 6) + 1)
  }

  deinit {
    if let start { munmap(start, count * MemoryLayout<UInt64>.stride) }
  }

  /// Says that the word is written to now.
  ///
  /// Reading a page that was never written maps the shared page of zeros, and the first write to it then interrupts the
  /// other core. Whoever asks before reading need not read such a page.
  ///
  /// - Returns: whether it is the first one of its page, all of whose words are still zero.
  mutating func isFirst(onPageOf word: Int) -> Bool {
    let page = word >> Self.pageBits
    let bit: UInt64 = 1 << (page & 63)
    guard writtenPages[page >> 6] & bit == 0 else { return false }
    writtenPages[page >> 6] |= bit
    return true
  }

  /// Log2 of the words in a page of 4 KiB, the smallest that systems have.
  private static var pageBits: Int { 9 }
}
