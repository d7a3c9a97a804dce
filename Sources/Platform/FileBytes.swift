#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All of some bytes, however many calls of the system that takes.
package enum FileBytes {
  /// Writes where the file's position is.
  ///
  /// - Throws: `FolderProblem`; some of the bytes may be written.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FolderProblem) {
    // # Safety: the bytes are valid until the closure returns, and `write` keeps no pointer to them.
    let problem = bytes.withUnsafeBytes { unwritten($0, to: descriptor) }
    if let problem { throw problem }
  }

  /// - Throws: as above.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FolderProblem) {
    if let problem = unwritten(bytes, to: descriptor) { throw problem }
  }

  /// Fills a buffer with the bytes that begin at a place of the file, and answers how many of them there are.
  ///
  /// # Safety
  /// Each call gets the rest of the buffer, which is the caller's, with its size.
  ///
  /// - Throws: `FolderProblem`.
  package static func read(
    into bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at place: Int64
  ) throws(FolderProblem) -> Int {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place) + off_t(done))
      if count == 0 { break }
      guard count > 0 || errno == EINTR else { throw .system() }
      done += max(0, count)
    }
    return done
  }

  /// What keeps the bytes from being written, if anything does.
  private static func unwritten(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> FolderProblem? {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #endif
      guard count > 0 || count < 0 && errno == EINTR else { return .system() }
      done += max(0, count)
    }
    return nil
  }
}
