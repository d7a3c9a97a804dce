/// Memory for the texts of a batch of accounts, freed as a whole.
///
/// An account whose texts lie here is plain bytes. Strings would be allocated on one thread, retained on two and freed
/// on the other: a third of the time of reading and storing accounts.
///
/// # Safety
/// A text that `copy` returns is valid until the arena is freed or emptied. One thread fills an arena; then it may go
/// to another thread together with the texts.
package final class TextArena {
  /// Bytes.
  private static let blockSize = 64 << 10
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  package init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Invalidates all texts, and keeps memory for the next ones.
  package func removeAll() {
    for block in blocks.dropFirst() { block.deallocate() }
    blocks.removeLast(max(0, blocks.count - 1))
    free = blocks.first ?? free
  }

  /// A copy in which invalid UTF-8 is replaced, as in a string.
  package func copy(_ text: BorrowedText) -> BorrowedText {
    var bits: UInt8 = 0
    for byte in text { bits |= byte }
    return bits < 0x80 ? copy(bytes: text) : copy(String(decoding: text, as: UTF8.self))
  }

  package func copy(_ text: String) -> BorrowedText { NormalText.withBytes(text) { copy(bytes: $0) } }

  func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let size = elements.count * MemoryLayout<Element>.stride + MemoryLayout<Element>.alignment
    let start = take(size).alignedUp(for: Element.self).bindMemory(to: Element.self, capacity: elements.count)
    let copy = UnsafeMutableBufferPointer(start: start, count: elements.count)
    _ = copy.initialize(fromContentsOf: elements)
    return UnsafeBufferPointer(copy)
  }

  private func copy(bytes: BorrowedText) -> BorrowedText {
    let start = take(bytes.count).bindMemory(to: UInt8.self, capacity: bytes.count)
    let copy = UnsafeMutableBufferPointer(start: start, count: bytes.count)
    _ = copy.initialize(fromContentsOf: bytes)
    return BorrowedText(copy)
  }

  private func take(_ count: Int) -> UnsafeMutableRawPointer {
    if let start = free.baseAddress, count <= free.count {
      free = UnsafeMutableRawBufferPointer(rebasing: free[count...])
      return start
    }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, Self.blockSize), alignment: 16)
    blocks.append(block)
    free = UnsafeMutableRawBufferPointer(rebasing: block[count...])
    return block.baseAddress ?? take(count)
  }
}
