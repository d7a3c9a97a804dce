import Evidence

/// Hands out a text's frames in order, while helpers parse the records of those that follow.
///
/// One thread frames and reads, so that whatever depends on order does not depend on helpers. It frames ahead only
/// where rejecting a record cannot change how the text after it is cut.
///
/// # Safety
/// A record and its value are valid until the next frame is asked for: they lie in the framer's window, or in a batch
/// that is not filled again before.
struct FramingAhead {
  struct Framed {
    var frame: Frame
    /// Nil where the record has to be parsed alone.
    var value: JSONValue?
    /// In the record; nil without any.
    var secrets: Set<ExposedSecret.Kind>?
    /// The text ends in the record, without a line end.
    var endsText = false
  }

  /// After the last frame that is in a batch.
  private var framer: any RecordFramer
  private let helpers: ParsingHelpers
  private let parsers = ParserPool()
  private let scan: SecretScan

  /// The batch that is read, its frames, the next one of them, and the value of the next record.
  private var current: FramedBatch?
  private var frames: [Frame] = []
  private var index = 0
  private var value: JSONValue?
  private var secrets: [Int: Set<ExposedSecret.Kind>] = [:]

  /// Sealed batches, in order.
  private var waiting: [FramedBatch] = []
  /// A record that follows the batches, and has to be read before the text after it is cut.
  private var decisive: Frame?
  /// Batches to be filled again.
  private var free: [FramedBatch] = []
  private var isAtEnd = false
  /// How many batches were sealed: helpers take turns.
  private var sealed = 0

  /// Bytes of records that wait for the reader, beyond which no other batch is filled.
  private static var mostBytes: Int { 1 << 20 }

  /// - Parameter helpers: without any, records are handed out as they are framed.
  init(_ framer: any RecordFramer, scan: SecretScan, helpers: ParsingHelpers) {
    self.framer = framer
    self.scan = scan
    self.helpers = helpers
  }

  mutating func next() throws(ReadFailure) -> Framed? {
    if index == frames.count {
      // Not by `map`: a method as an argument copies all of `self`, for each record.
      guard helpers.count > 0 else { if let frame = framer.next() { return alone(frame) } else { return nil } }
      guard try advance() else {
        guard let decisive else { return nil }
        self.decisive = nil
        return alone(decisive)
      }
    }
    let frame = frames[index]
    index += 1
    guard case .record = frame else { return Framed(frame: frame) }
    let framed = Framed(
      frame: frame, value: value, secrets: secrets.isEmpty ? nil : secrets[index - 1],
      endsText: index == frames.count && current?.endsText == true)
    value = value?.following
    return framed
  }

  /// A frame that the framer handed out last.
  private func alone(_ frame: Frame) -> Framed {
    guard case .record(let bytes, _, _) = frame, scan.mayFind(in: bytes) else {
      return Framed(frame: frame, endsText: framer.endsInRecord)
    }
    let kinds = scan.kinds(inRecord: bytes)
    return Framed(frame: frame, secrets: kinds.isEmpty ? nil : kinds, endsText: framer.endsInRecord)
  }

  /// To be called when the record that was handed out last is rejected.
  ///
  /// - Returns: how many of its bytes belong to it. The next frame begins after them.
  mutating func giveUp(_ record: BorrowedText) -> Int {
    // For a record in a batch, the call would change nothing.
    current == nil ? framer.recover(in: record) : record.count
  }

  /// As `RecordFramer.pageFields`.
  var pageFields: [PageFacts.Field] { framer.pageFields }

  /// Adds to the summary what the whole text has told. To be called at its end.
  func complete(_ summary: inout SourceSummary) { framer.complete(&summary) }

  // MARK: - Batches

  /// Goes on to the next batch; false where the decisive record is next, or nothing.
  private mutating func advance() throws(ReadFailure) -> Bool {
    (frames, index, secrets) = ([], 0, [:])
    if let read = current { free.append(read) }
    current = nil
    while mayFill { try fillBatch() }
    guard !waiting.isEmpty else { return false }
    let next = waiting.removeFirst()
    next.finish(with: parsers)
    (current, frames, value, secrets) = (next, next.frames, next.firstValue, next.secrets)
    return true
  }

  private var mayFill: Bool {
    !isAtEnd && decisive == nil && waiting.count <= 2 * helpers.count
      && waiting.reduce(0) { $0 + $1.length } < Self.mostBytes
  }

  private mutating func fillBatch() throws(ReadFailure) {
    let batch =
      if let batch = free.popLast() { batch } else { try FramedBatch(areClosed: framer.closesRecords, scan: scan) }
    batch.reset()
    while !batch.isFull {
      guard let frame = framer.next() else {
        isAtEnd = true
        break
      }
      if case .record(let bytes, _, _) = frame, framer.mayRecover(in: bytes) {
        decisive = frame
        break
      }
      batch.add(frame, endsText: framer.endsInRecord)
    }
    guard !batch.frames.isEmpty else { return free.append(batch) }
    batch.seal()
    waiting.append(batch)
    let (filling, parsers) = (batch.filling, parsers)
    helpers.start(sealed) { batch.help(filling, with: parsers) }
    sealed += 1
  }
}
