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
  convenience init(in folder: OpenFolder) throws {
    do {
      self.init(descriptor: try folder.makeFile("names"))
    } catch {
      throw StorageError(kind: .cannotWrite, message: error.cause)
    }
    folder.remove("names")
  }

  /// - Parameter descriptor: of an empty file, which is closed with this.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Appends bytes, and answers where they begin.
  ///
  /// - Throws: `StorageError`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) -> Int64 {
    do throws(FolderProblem) {
      try FileBytes.write(bytes, to: descriptor)
    } catch {
      throw StorageError(kind: .cannotWrite, message: error.cause)
    }
    defer { end += Int64(bytes.count) }
    return end
  }

  /// Fills a buffer with the bytes that begin at a place.
  ///
  /// - Throws: `StorageError`.
  func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int64) throws(StorageError) {
    let count: Int
    do throws(FolderProblem) {
      count = try FileBytes.read(into: bytes, from: descriptor, at: place)
    } catch {
      throw StorageError(kind: .unreadable, message: error.cause)
    }
    guard count == bytes.count else { throw StorageError(kind: .unreadable, message: "a file of the run is cut short") }
  }
}
