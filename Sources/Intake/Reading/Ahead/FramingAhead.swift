import Evidence

/// Hands out a text's frames in order, with the values of their records, while helpers parse those that follow.
///
/// Framing, reading and all that they decide stay on one thread, in the order of the text. So what is read does not
/// depend on how many helpers there are.
///
/// # Safety
/// A record and its value are valid until the next frame is asked for.
struct FramingAhead {
  struct Framed {
    var frame: Frame
    /// Nil where the record has to be parsed alone.
    var value: JSONValue?
    var secrets: Set<ExposedSecret.Kind>?
    /// The end of the text is that of the record.
    var isLast: Bool
  }

  private struct Waiting {
    var batch: FramedBatch
    /// Before its first frame, and where the window was then.
    var framer: any RecordFramer
    var offset: Int64
    /// Its only record decides how reading goes on: no frame was asked for after it.
    var isDirect: Bool
    var endsInRecord = false
  }

  /// Where reading goes on.
  private var framer: any RecordFramer
  private let helpers: ParsingHelpers
  private let parsers = ParserPool()
  private let scan: SecretScan
  private var current: Waiting?
  /// Those of the current batch, the one of them that is handed out next, and the value of the next record.
  private var frames: [Frame] = []
  private var index = 0
  private var value: JSONValue?
  private var secrets: [Int: Set<ExposedSecret.Kind>] = [:]
  private var waiting: [Waiting] = []
  private var free: [FramedBatch] = []
  private var isAtEnd = false
  /// How many batches were begun; helpers take turns.
  private var begun = 0
  /// How many frames the next batch takes at most. Where reading had to go back, it begins again with a few.
  private var mostFrames = Self.fewFrames

  private static var fewFrames: Int { 4 }
  private static var manyFrames: Int { 4096 }
  /// Bytes of records that wait, so that memory stays flat where records are large.
  private static var mostBytes: Int { 1 << 20 }

  init(_ framer: any RecordFramer, scan: SecretScan, helpers: ParsingHelpers) {
    self.framer = framer
    self.scan = scan
    self.helpers = helpers
  }

  mutating func next() throws(ReadFailure) -> Framed? {
    while index == frames.count {
      guard try advance() else { return nil }
    }
    let frame = frames[index]
    index += 1
    guard case .record = frame else { return Framed(frame: frame, isLast: false) }
    let framed = Framed(
      frame: frame, value: value, secrets: secrets.isEmpty ? nil : secrets[index - 1],
      isLast: index == frames.count && current?.endsInRecord == true)
    value = value?.following
    return framed
  }

  /// To be called when the record that was handed out last is rejected.
  ///
  /// - Returns: how many of its bytes belong to it. The next frame begins after them.
  mutating func giveUp() -> Int {
    guard let current, case .record(let bytes, _, _) = frames[index - 1] else { return 0 }
    if current.isDirect { return framer.recover() }
    guard framer.mayRecover(in: bytes) else { return bytes.count }
    framer = current.framer
    framer.window.rewind(to: current.offset)
    for _ in 0..<index { _ = framer.next() }
    // The caller still has the record. Helpers may still have what waited.
    index = frames.count
    waiting = []
    (isAtEnd, mostFrames) = (false, 1)
    return framer.recover()
  }

  /// Adds to the summary what the whole text has told. To be called at its end.
  func complete(_ summary: inout SourceSummary) { framer.complete(&summary) }

  // MARK: - Batches

  private mutating func advance() throws(ReadFailure) -> Bool {
    if let current, !current.batch.isLarge { free.append(current.batch) }
    (current, frames, index) = (nil, [], 0)
    framer.window.hold(from: waiting.first?.offset)
    while mayFrame { try frameBatch() }
    guard !waiting.isEmpty else { return false }
    let first = waiting.removeFirst()
    first.batch.finish(with: parsers)
    (current, frames, value, secrets) = (first, first.batch.frames, first.batch.firstValue, first.batch.secrets)
    return true
  }

  private var mayFrame: Bool {
    guard !isAtEnd, let last = waiting.last else { return !isAtEnd }
    return waiting.count <= 2 * helpers.count && !last.isDirect && helpers.count > 0
      && waiting.reduce(0) { $0 + $1.batch.byteCount } < Self.mostBytes
  }

  private mutating func frameBatch() throws(ReadFailure) {
    let batch =
      if let batch = free.popLast() { batch } else { try FramedBatch(areClosed: framer.closesRecords, scan: scan) }
    batch.reset()
    var next = Waiting(batch: batch, framer: framer, offset: framer.window.offset, isDirect: !framer.isSettled)
    if waiting.isEmpty { framer.window.hold(from: next.offset) }
    let most = next.isDirect ? 1 : mostFrames
    while batch.frames.count < most, !batch.isFull {
      guard let frame = framer.next() else {
        isAtEnd = true
        break
      }
      batch.add(frame)
      next.endsInRecord = framer.endsInRecord
    }
    guard !batch.frames.isEmpty else { return free.append(batch) }
    if !next.isDirect { mostFrames = min(2 * mostFrames, Self.manyFrames) }
    batch.seal()
    waiting.append(next)
    guard helpers.count > 0 else { return }
    let (filling, parsers) = (batch.filling, parsers)
    helpers.start(begun) { batch.help(filling, with: parsers) }
    begun += 1
  }
}
