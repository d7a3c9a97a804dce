/// The text of a file: its bytes, decompressed where they are gzip.
///
/// # Safety
/// The buffers that `read` gets belong to the caller and are not kept.
final class ByteStream {
  private let raw: RawReader
  private var inflater: Inflater?
  private var hasLooked = false
  private let chunkSize: Int

  /// The compressed data ends before its end mark.
  private(set) var isCutShort = false
  /// Something follows the compressed data, which was not read.
  private(set) var hasTrailingBytes = false

  init(path: [CChar], chunkSize: Int) throws(ReadFailure) {
    raw = try RawReader(path: path)
    self.chunkSize = max(chunkSize, 1)
  }

  var isCompressed: Bool { inflater != nil }
  var byteCount: Int64 { raw.count }
  var sha256: String { raw.sha256 }

  /// Reads at least one byte, or returns 0 at the end.
  func read(into whole: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(rebasing: whole.prefix(max(chunkSize, 2)))
    if !hasLooked { return try first(into: buffer) }
    guard let inflater else { return try raw.read(into: buffer) }
    while !isCutShort, !hasTrailingBytes {
      switch try inflater.step(into: buffer) {
      case .wrote(let count): return count
      case .trailing: hasTrailingBytes = true
      case .needsInput:
        let isFilled = try inflater.fill { (input) throws(ReadFailure) in try raw.read(into: input) }
        if !isFilled {
          isCutShort = !inflater.isComplete
          return 0
        }
      }
    }
    return 0
  }

  /// Reads what is left of the file, for its hash and its size.
  func drain() throws(ReadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while try raw.read(into: buffer) > 0 {}
  }

  /// The first two bytes tell whether the file is gzip, whatever its name.
  private func first(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    hasLooked = true
    var count = 0
    while count < min(2, buffer.count) {
      let got = try raw.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if got == 0 { break }
      count += got
    }
    guard count >= 2, buffer[0] == 0x1F, buffer[1] == 0x8B else { return count }
    let inflater = try Inflater(capacity: max(chunkSize, count))
    self.inflater = inflater
    _ = try inflater.fill { (input) throws(ReadFailure) in
      input.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
    return try read(into: buffer)
  }
}
