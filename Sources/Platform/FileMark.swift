import CPlatform

/// A short text beside a file's contents, which goes with the file where it is moved, by which the program knows its own
/// files again. Some file systems keep none.
package enum FileMark {
  private static let capacity = 256

  package static func set(_ text: String, on descriptor: Int32) {
    _ = relay_set_mark(descriptor, text, text.utf8.count)
  }

  /// Nil where the file has none.
  package static func read(_ descriptor: Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = relay_read_mark(descriptor, buffer.baseAddress, capacity)
      guard count >= 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
  }
}
