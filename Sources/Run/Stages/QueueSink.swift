import Evidence

/// Screens the records that a reader hands over, and queues them in batches for the thread that stores them.
///
/// A class, so that its references are not retained for each record.
final class QueueSink: EvidenceSink {
  /// Nil for sources of other kinds than accounts. All of those were read before the first accounts source.
  private let screener: AccountScreener?
  private let queue: RecordQueue
  /// # Safety
  /// The reader's thread alone uses the sink, and no method calls back into it, so accesses never overlap.
  @exclusivity(unchecked) private var batch = RecordBatch()

  /// Large enough that waking a thread costs nothing, small enough for the processor's cache.
  private static let batchSize = 1024

  init(screener: AccountScreener?, queue: RecordQueue) {
    self.screener = screener
    self.queue = queue
  }

  func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    try accountScreener.screen(account, at: place)
  }

  func accept(_ account: AccountSketch, at place: Place) throws {
    batch.add(try accountScreener.prepare(account, in: batch.arena), at: place)
    try flushIfFull()
  }

  func accept(_ record: EvidenceRecord, at place: Place) throws {
    batch.add(record, at: place)
    try flushIfFull()
  }

  private var accountScreener: AccountScreener {
    get throws {
      guard let screener else { throw RecordRejection("the record is an account, in a file of another kind") }
      return screener
    }
  }

  private func flushIfFull() throws {
    if batch.count == Self.batchSize { try flush() }
  }

  /// Queues the records that no full batch took.
  func flush() throws {
    guard batch.count > 0 else { return }
    try queue.add(batch)
    batch = RecordBatch()
  }
}
