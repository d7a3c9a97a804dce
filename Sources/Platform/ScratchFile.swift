#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A temporary file of records without a name, so that nobody else can open it and it goes with the process.
///
/// # Safety
/// Sendable although it is written: one thread at a time writes, and hands the file on when all is written and flushed.
/// Reading by place changes nothing that threads share, and the descriptor is open until the last of them lets go of
/// the file.
package final class ScratchFile: @unchecked Sendable {
  private let descriptor: Int32
  /// What is in the file, in bytes.
  private var written: Int64 = 0
  private var waiting = ByteWriter()

  private static let chunk = 1 << 17

  /// - Throws: `FolderProblem`.
  package init() throws(FolderProblem) {
    let folder = try TemporaryFiles.folder()
    descriptor = try folder.folder.makeFile("records")
    folder.remove()
  }

  deinit { close(descriptor) }

  /// In bytes; where the next record begins.
  package var size: Int64 { written + Int64(waiting.bytes.count) }

  /// Appends a record.
  ///
  /// - Throws: `FolderProblem`, `Interruption.Stopped`.
  package func append(_ body: (inout ByteWriter) -> Void) throws {
    let start = waiting.bytes.count
    waiting.add(count: 0)
    body(&waiting)
    waiting.setCount(at: start)
    if waiting.bytes.count > Self.chunk { try flush() }
  }

  /// To be called when all are written.
  ///
  /// - Throws: as `append`.
  package func flush() throws {
    try Interruption.check()
    try FileBytes.write(waiting.bytes, to: descriptor)
    written += Int64(waiting.bytes.count)
    waiting.bytes.removeAll(keepingCapacity: true)
  }

  /// Reads records one after another.
  package struct Reader {
    private let file: ScratchFile
    /// Of the file's bytes, what is not read yet.
    private var place: Int64
    private let end: Int64
    private let step: Int
    private var chunk: [UInt8] = []
    private var done = 0

    /// - Parameters:
    ///   - range: from the beginning of one record to that of another, or to the end.
    ///   - step: how many bytes are read at a time.
    package init(_ file: ScratchFile, _ range: Range<Int64>, step: Int = ScratchFile.chunk) {
      self.file = file
      (place, end) = (range.lowerBound, range.upperBound)
      self.step = step
    }

    package var isAtEnd: Bool { done == chunk.count && place == end }

    /// Passes the next record to `body`; nil at the end.
    ///
    /// # Safety
    /// The buffer is valid until the closure returns.
    ///
    /// - Throws: `FolderProblem` where it cannot be read.
    package mutating func next<Result>(_ body: (inout ByteReader) -> Result?) throws(FolderProblem) -> Result? {
      guard try fill(4) else { return nil }
      let count = chunk.withUnsafeBytes {
        Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: done, as: UInt32.self)))
      }
      guard try fill(4 + count) else { throw .cutShort }
      let range = (done + 4)..<(done + 4 + count)
      done = range.upperBound
      let shared = file.waiting.shared
      let result = chunk.withUnsafeBytes { bytes in
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[range]), shared)
        return body(&reader)
      }
      guard let result else { throw .cutShort }
      return result
    }

    /// Makes so many unread bytes be at hand; false where nothing is left at all.
    private mutating func fill(_ count: Int) throws(FolderProblem) -> Bool {
      let rest = chunk.count - done
      if rest >= count { return true }
      if rest == 0, place == end { return false }
      let wanted = Int(min(Int64(max(step, count - rest)), end - place))
      guard wanted > 0 else { throw .cutShort }
      chunk.removeSubrange(..<done)
      done = 0
      try file.read(wanted, at: place, into: &chunk)
      place += Int64(wanted)
      guard chunk.count >= count else { throw .cutShort }
      return true
    }
  }

  /// # Safety
  /// The buffer has this room, and what was read is what is counted as filled.
  fileprivate func read(_ count: Int, at place: Int64, into bytes: inout [UInt8]) throws(FolderProblem) {
    var problem: FolderProblem?
    let read = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(FolderProblem) {
        filled = try FileBytes.read(into: UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: place)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    guard read.count == count else { throw .cutShort }
    if bytes.isEmpty { bytes = read } else { bytes += read }
  }
}

extension FolderProblem {
  fileprivate static var cutShort: FolderProblem { FolderProblem(cause: "a temporary file is cut short") }
}
