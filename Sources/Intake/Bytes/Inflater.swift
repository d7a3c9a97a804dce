import CZlib

/// Decompresses gzip, of one member or several.
///
/// # Safety
/// It owns `input`; `stream.next_in` points into it. zlib keeps a pointer to `stream`, which is stored in an object and
/// so does not move. `next_out` points to the caller's buffer during `step` alone.
final class Inflater {
  enum Step {
    /// Bytes were written.
    case wrote(Int)
    /// All input is used up.
    case needsInput
    /// Something that is no gzip follows the last member.
    case trailing
  }

  private var stream = z_stream()
  private let input: UnsafeMutableRawBufferPointer
  private var isBetweenMembers = false

  /// True where the input may end: after a whole member.
  var isComplete: Bool { isBetweenMembers }

  init(capacity: Int) throws(ReadFailure) {
    input = .allocate(byteCount: capacity, alignment: 16)
    // 15 bits of window, and 16 for gzip's header and checksum.
    guard relay_inflate_init(&stream, 15 + 16) == Z_OK else {
      input.deallocate()
      throw ReadFailure("there is no memory to decompress the file")
    }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  /// Refills the input buffer after it was used up.
  func fill(_ read: (UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int) throws(ReadFailure) -> Bool {
    let count = try read(input)
    stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = UInt32(count)
    return count > 0
  }

  func step(into output: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Step {
    while true {
      if stream.avail_in == 0 { return .needsInput }
      if isBetweenMembers {
        // Tape blocks are padded with zeros after the last member; gzip skips them too.
        while stream.avail_in > 0, stream.next_in.pointee == 0 {
          stream.next_in += 1
          stream.avail_in -= 1
        }
        if stream.avail_in == 0 { return .needsInput }
        guard stream.next_in.pointee == 0x1F else { return .trailing }
        inflateReset(&stream)
        isBetweenMembers = false
      }
      stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(clamping: output.count)
      let before = stream.avail_out
      let status = inflate(&stream, Z_NO_FLUSH)
      let wrote = Int(before - stream.avail_out)
      switch status {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK, Z_BUF_ERROR: break
      case Z_MEM_ERROR: throw ReadFailure("there is no memory to decompress the file")
      default: throw ReadFailure("the compressed data is damaged; export or copy the file again")
      }
      if wrote > 0 { return .wrote(wrote) }
    }
  }
}
