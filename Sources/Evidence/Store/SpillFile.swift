import Foundation
import Platform
import Storage

/// A file of the run that no folder lists, for what is too much for memory.
///
/// # Safety
/// Whoever owns what is in it uses it: one thread at a time.
package final class SpillFile {
  private let descriptor: Int32
  private var end: Int64 = 0

  /// - Throws: `StorageError`.
  init(in folder: OpenFolder) throws {
    do {
      descriptor = try folder.makeFile("names")
    } catch {
      throw StorageError(kind: .cannotWrite, message: error.cause)
    }
    folder.remove("names")
  }

  deinit { close(descriptor) }

  /// Appends bytes, and answers where they begin.
  ///
  /// - Throws: `StorageError`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) -> Int64 {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, Int(end) + written)
      guard count > 0 || count < 0 && errno == EINTR else { throw Self.error(.cannotWrite) }
      written += max(count, 0)
    }
    defer { end += Int64(bytes.count) }
    return end
  }

  /// Fills a buffer with the bytes that begin at a place.
  ///
  /// - Throws: `StorageError`.
  func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int64) throws {
    var read = 0
    while read < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[read...])
      let count = pread(descriptor, rest.baseAddress, rest.count, Int(place) + read)
      guard count > 0 || count < 0 && errno == EINTR else { throw Self.error(.unreadable) }
      read += max(count, 0)
    }
  }

  private static func error(_ kind: StorageError.Kind) -> StorageError {
    StorageError(kind: kind, message: String(cString: strerror(errno)))
  }
}
