#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Converts a text to UTF-8 as it is read. What cannot be converted becomes `TextEncoding.unconvertible`.
///
/// # Safety
/// It owns `descriptor`, `input` and `output`. `0 <= first <= end <= input.count`, and `0 <= taken <= made <=
/// output.count`. iconv gets pointers into both buffers during a call alone. One thread uses a transcoder.
final class Transcoder: ByteStage {
  enum Form: Hashable {
    case utf16(isLittleEndian: Bool)
    case windows1252

    var encoding: TextEncoding {
      switch self {
      case .utf16: .utf16
      case .windows1252: .windows1252
      }
    }

    /// As iconv calls it.
    fileprivate var name: String {
      switch self {
      case .utf16(let isLittleEndian): isLittleEndian ? "UTF-16LE" : "UTF-16BE"
      case .windows1252: "CP1252"
      }
    }

    /// Bytes to pass over where a character cannot be converted.
    fileprivate var unit: Int {
      switch self {
      case .utf16: 2
      case .windows1252: 1
      }
    }
  }

  private let form: Form
  private let descriptor: iconv_t
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var first = 0
  private var end = 0
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var taken = 0
  private var made = 0
  private var isInputAtEnd = false

  init(_ form: Form) throws(ReadFailure) {
    guard let descriptor = iconv_open("UTF-8", form.name), Int(bitPattern: descriptor) != -1 else {
      throw ReadFailure("the system cannot convert \(form.name) (iconv); save the file as UTF-8")
    }
    self.form = form
    self.descriptor = descriptor
  }

  deinit {
    iconv_close(descriptor)
    input.deallocate()
    output.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, from source: ByteSource) throws(ReadFailure) -> Int {
    while taken == made {
      guard try convert(from: source) else { return 0 }
    }
    let count = min(buffer.count, made - taken)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: output[taken..<(taken + count)]))
    taken += count
    return count
  }

  /// Fills `output`; false at the end of the text.
  private func convert(from source: ByteSource) throws(ReadFailure) -> Bool {
    taken = 0
    made = 0
    if first == end || end - first < 4 { try fill(from: source) }
    guard first < end else { return false }
    var from = input.baseAddress?.advanced(by: first).assumingMemoryBound(to: CChar.self)
    var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
    // Leaves room for the byte that replaces what cannot be converted.
    var room = output.count - 1
    var left = end - first
    let status = iconv(descriptor, &from, &left, &to, &room)
    let problem = errno
    first = end - left
    made = output.count - 1 - room
    guard status == -1 else { return true }
    switch problem {
    case E2BIG: break
    // Half a character: more of it may follow.
    case EINVAL where !isInputAtEnd: break
    default:
      output[made] = TextEncoding.unconvertible
      made += 1
      first = min(first + form.unit, end)
    }
    return true
  }

  /// Reads more behind what is left of the input.
  private func fill(from source: ByteSource) throws(ReadFailure) {
    let left = end - first
    if left > 0, first > 0 {
      UnsafeMutableRawBufferPointer(rebasing: input[..<left]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: input[first..<end]))
    }
    first = 0
    end = left
    guard !isInputAtEnd else { return }
    let got = try source(UnsafeMutableRawBufferPointer(rebasing: input[end...]))
    isInputAtEnd = got == 0
    end += got
  }
}
