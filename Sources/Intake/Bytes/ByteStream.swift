/// Writes at least one byte into the buffer; returns 0 at the end.
typealias ByteSource = (UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int

/// Converts a file's bytes as they are read.
protocol ByteStage: AnyObject {
  /// Reads at least one byte, or returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, from source: ByteSource) throws(ReadFailure) -> Int
}

/// The text of a file: its bytes, decompressed where they are gzip, and as UTF-8 where they are in another encoding
/// that a byte order mark or the configuration names.
///
/// # Safety
/// The buffers that `read` gets belong to the caller and are not kept.
final class ByteStream {
  private let raw: RawReader
  private var inflater: Inflater?
  private var stage: (any ByteStage)?
  private var hasLooked = false
  /// Bytes that were read to detect the format, and have not been handed over yet.
  private var first: [UInt8] = []
  private let chunkSize: Int
  /// The error of that first read. It is thrown when the text is read, so that the file is still hashed.
  private var failure: ReadFailure?
  private let configured: TextEncoding?
  /// How many bytes compressed data has expanded to so far.
  private var unpacked: Int64 = 0
  private let unpackedLimit: Int64

  private static let unpackedRatio: Int64 = 1000

  /// The encoding that the text is converted from; nil if it is UTF-8.
  private(set) var encoding: TextEncoding?
  /// The compressed data ends before its end mark.
  private(set) var isCutShort = false
  /// The compressed data is followed by other bytes, which were not read.
  private(set) var hasTrailingBytes = false

  /// - Parameters:
  ///   - encoding: the configured encoding of a file without a byte order mark.
  ///   - unpackedLimit: as `IntakeOptions.unpackedLimit`.
  init(
    path: [CChar], chunkSize: Int, encoding: TextEncoding? = nil, unpackedLimit: Int64 = .max
  ) throws(ReadFailure) {
    raw = try RawReader(path: path)
    self.unpackedLimit = unpackedLimit
    self.chunkSize = max(chunkSize, 1)
    configured = encoding
  }

  /// Whether the file is a ZIP archive, as workbooks are.
  func isZip() -> Bool {
    lookOnce()
    return first.starts(with: Self.zipMark)
  }

  /// From now on, hands over what `stage` makes of the file's bytes.
  func convert(by stage: any ByteStage) { self.stage = stage }

  /// Tells `meter` how much of the file, as it is on disk, was read and is read from now on.
  func measure(by meter: ReadingMeter?) {
    meter?.begin(size: raw.size)
    meter?.set(bytes: raw.count)
    raw.meter = meter
  }

  var isCompressed: Bool { inflater != nil }
  var byteCount: Int64 { raw.count }
  var sha256: String { raw.sha256 }

  /// Reads at least one byte, or returns 0 at the end.
  func read(into whole: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(rebasing: whole.prefix(max(chunkSize, 2)))
    lookOnce()
    if let failure { throw failure }
    guard let stage else { return try readAfterLook(into: buffer) }
    return try stage.read(into: buffer) { (input) throws(ReadFailure) in try readAfterLook(into: input) }
  }

  /// Reads what is left of the file, for its hash and its size.
  func drain() throws(ReadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while try raw.read(into: buffer) > 0 {}
  }

  // MARK: - Bytes

  private func readAfterLook(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard first.isEmpty else {
      let count = min(first.count, buffer.count)
      buffer.copyBytes(from: first[..<count])
      first.removeFirst(count)
      return count
    }
    return try readBytes(into: buffer)
  }

  /// As they are on disk, or decompressed.
  private func readBytes(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard let inflater else { return try raw.read(into: buffer) }
    while !isCutShort, !hasTrailingBytes {
      switch try inflater.step(into: buffer) {
      case .wrote(let count):
        try charge(count)
        return count
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

  /// Refuses a file whose compression ratio no export reaches, such as a zip bomb.
  private func charge(_ count: Int) throws(ReadFailure) {
    unpacked += Int64(count)
    guard unpacked > unpackedLimit, unpacked / Self.unpackedRatio > raw.count else { return }
    throw ReadFailure(
      "the compressed data expands to more than \(Self.unpackedRatio) times its size, which no export does; "
        + "if it is genuine, decompress it and audit the result")
  }

  // MARK: - What the file is

  private static let zipMark = Array("PK\u{3}\u{4}".utf8)

  private func lookOnce() {
    guard !hasLooked else { return }
    hasLooked = true
    do throws(ReadFailure) {
      try look()
    } catch {
      failure = error
    }
  }

  /// Detects compression by the first bytes, whatever the file's name.
  private func look() throws(ReadFailure) {
    try readFirst(2)
    if first.starts(with: [0x1F, 0x8B]) {
      let header = first
      let inflater = try Inflater(capacity: max(chunkSize, header.count))
      _ = try inflater.fill { (input) throws(ReadFailure) in
        input.copyBytes(from: header)
        return header.count
      }
      self.inflater = inflater
      first = []
    }
    try readFirst(4)
    if first.starts(with: Self.zipMark) { return }
    var form = TextEncoding.marked(first)
    if form == nil, !first.starts(with: Encoding.utf8Mark) { form = try configured?.form(unmarked: first) }
    guard let form else { return }
    stage = try Transcoder(form)
    encoding = form.encoding
  }

  /// Reads until so many bytes are in `first`, or the file ends.
  private func readFirst(_ count: Int) throws(ReadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    while first.count < count {
      let got = try readBytes(into: UnsafeMutableRawBufferPointer(rebasing: buffer[first.count...]))
      if got == 0 { return }
      first.append(contentsOf: buffer[first.count..<(first.count + got)])
    }
  }
}
