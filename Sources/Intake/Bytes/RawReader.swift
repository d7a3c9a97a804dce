import Crypto
import Foundation

/// The bytes of a file as they are on disk, in order, hashed and counted on the way.
///
/// # Safety
/// The buffers that `read` gets belong to the caller and are not kept. The kernel writes at most their length.
final class RawReader {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var hasher = SHA256()
  private(set) var count: Int64 = 0
  private(set) var isAtEnd = false
  /// Is told what was read. Set before another thread reads.
  var meter: ReadingMeter?

  /// Opens the file at `path`; `-` is standard input.
  init(path: [CChar]) throws(ReadFailure) {
    if path == [CChar(bitPattern: UInt8(ascii: "-")), 0] {
      descriptor = 0
      ownsDescriptor = false
      return
    }
    let opened = path.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1
    }
    guard opened >= 0 else { throw ReadFailure("the file cannot be opened", errno: errno) }
    descriptor = opened
    ownsDescriptor = true
    #if canImport(Glibc)
      // A hint to the kernel; it may fail without harm.
      _ = posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Reads at least one byte, or returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard !isAtEnd, let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    try ReadFailure.checkStopping()
    while true {
      let got = Foundation.read(descriptor, base, buffer.count)
      if got > 0 {
        hasher.update(bufferPointer: UnsafeRawBufferPointer(start: base, count: got))
        count += Int64(got)
        meter?.set(bytes: count)
        return got
      }
      if got == 0 {
        isAtEnd = true
        return 0
      }
      guard errno == EINTR else { throw ReadFailure("the file cannot be read", errno: errno) }
    }
  }

  /// Of the whole file; nil of a pipe or a device.
  var size: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// The lower-case hex SHA-256 of all bytes read so far.
  var sha256: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in hasher.finalize() {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
