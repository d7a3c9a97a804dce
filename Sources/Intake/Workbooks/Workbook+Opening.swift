#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Workbook {
  /// Opens the workbook that a stream begins with.
  ///
  /// A ZIP directory is at the end of the file, so a stream is copied first, to an unnamed file that vanishes when it
  /// is closed.
  ///
  /// - Throws: `ReadFailure` for an archive that is no workbook, too.
  convenience init(_ stream: ByteStream, file: SourceFile) throws(ReadFailure) {
    let isPlain = file.isRegular && !stream.isCompressed
    let opened =
      isPlain ? file.systemPath.withUnsafeBufferPointer { $0.baseAddress.flatMap { fopen($0, "re") } } : tmpfile()
    guard let opened else { throw ReadFailure("the workbook cannot be opened", errno: errno) }
    if !isPlain {
      do throws(ReadFailure) {
        try Self.copy(stream, to: opened)
      } catch {
        fclose(opened)
        throw error
      }
    }
    fseeko(opened, 0, SEEK_END)
    let size = ftello(opened)
    rewind(opened)
    try self.init(opened, size: Int64(size))
  }

  private static func copy(_ stream: ByteStream, to file: UnsafeMutablePointer<FILE>) throws(ReadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var size: Int64 = 0
    while true {
      let got = try stream.read(into: buffer)
      guard got > 0 else { return }
      size += Int64(got)
      guard size <= ZipArchive.sizeLimit else { throw ReadFailure(ZipArchive.tooLarge) }
      guard fwrite(buffer.baseAddress, 1, got, file) == got else {
        throw ReadFailure("the workbook cannot be copied to a temporary file", errno: errno)
      }
    }
  }
}
