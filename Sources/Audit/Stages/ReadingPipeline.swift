import Evidence
import Foundation
import Intake

/// Reads a source, and screens its accounts, in another thread, while the caller's thread stores what comes of it:
/// SQLite takes as long for the accounts in scope as intake does for the whole export.
struct ReadingPipeline {
  struct Result {
    var summary: SourceSummary
    /// How long storing took: for the rest of the time its thread waited for the other. Nil with one thread.
    var storing: Duration?
    var stored = 0
  }

  let session: EvidenceSession
  let reader: SourceReader
  let worker: Worker

  /// - Throws: what reading or storing throws; the other thread has ended its work then.
  func read(_ source: RecognisedSource, ordinal: SourceOrdinal) throws -> Result {
    let queue = RecordQueue()
    let screener = source.kind == .accounts ? session.screener : nil
    let work = Work(source: source, reader: reader, sink: QueueSink(screener: screener, queue: queue))
    let reading = Background(on: worker) {
      defer { queue.finish() }
      return try work.read(ordinal: ordinal)
    }
    var (storing, stored) = (Duration.zero, 0)
    do {
      while let batch = queue.next() {
        let start = ContinuousClock.now
        try batch.forEach(account: session.store(_:at:), other: session.store(_:at:))
        storing += start.duration(to: .now)
        stored += batch.count
      }
    } catch {
      queue.cancel()
      _ = try? reading.value()
      throw error
    }
    return Result(summary: try reading.value(), storing: storing, stored: stored)
  }

  /// What goes to the other thread, which alone uses it until it has ended.
  private struct Work: @unchecked Sendable {
    var source: RecognisedSource
    var reader: SourceReader
    var sink: QueueSink

    func read(ordinal: SourceOrdinal) throws -> SourceSummary {
      var sink = sink
      let summary = try reader.read(source, ordinal: ordinal, into: &sink)
      try sink.flush()
      return summary
    }
  }
}

/// A class, so that its parts are not counted at each record.
private final class QueueSink: EvidenceSink {
  /// Only for sources of accounts: with the first of those, the reading of all other evidence has ended.
  let screener: AccountScreener?
  let queue: RecordQueue
  @exclusivity(unchecked) private var batch = RecordBatch()

  /// Large enough that waking a thread costs nothing, small enough for the cache.
  private static let batchSize = 1024

  init(screener: AccountScreener?, queue: RecordQueue) {
    self.screener = screener
    self.queue = queue
  }

  func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    guard let screener else { throw RecordRejection("the record is an account, in a file of another kind") }
    return try screener.screen(account, at: place)
  }

  func accept(_ account: AccountSketch, at place: Place) throws {
    guard let screener else { throw RecordRejection("the record is an account, in a file of another kind") }
    batch.add(screener.prepare(account, in: batch.arena), at: place)
    try flushIfFull()
  }

  func accept(_ record: EvidenceRecord, at place: Place) throws {
    if screener != nil, case .account(let account) = record {
      try account.withSketch { try accept($0, at: place) }
    } else {
      batch.add(record, at: place)
      try flushIfFull()
    }
  }

  private func flushIfFull() throws {
    if batch.count == Self.batchSize { try flush() }
  }

  func flush() throws {
    guard batch.count > 0 else { return }
    try queue.add(batch)
    batch = RecordBatch()
  }
}

/// Records in the order in which they were read, with the texts of the accounts among them.
private struct RecordBatch {
  let arena = TextArena()
  /// Apart from the others, since an account is plain bytes, and for each copy of another record references are counted.
  private var accounts: [PreparedAccount] = []
  private var others: [PreparedRecord] = []
  private var order: [(place: Place, isAccount: Bool)] = []

  var count: Int { order.count }

  mutating func add(_ account: PreparedAccount, at place: Place) {
    accounts.append(account)
    order.append((place, true))
  }

  mutating func add(_ record: EvidenceRecord, at place: Place) {
    others.append(PreparedRecord(record))
    order.append((place, false))
  }

  func forEach(
    account: (PreparedAccount, Place) throws -> Void, other: (PreparedRecord, Place) throws -> Void
  ) rethrows {
    // The accounts' texts live as long as the arena.
    try withExtendedLifetime(arena) {
      var (nextAccount, nextOther) = (0, 0)
      for (place, isAccount) in order {
        if isAccount {
          try account(accounts[nextAccount], place)
          nextAccount += 1
        } else {
          try other(others[nextOther], place)
          nextOther += 1
        }
      }
    }
  }
}

/// Batches of records on their way from one thread to another, in order. Few are under way, so that memory stays flat.
private final class RecordQueue: @unchecked Sendable {
  struct Cancelled: Error {}

  private static let limit = 8
  private let changed = NSCondition()
  private var batches: [RecordBatch] = []
  private var isFinished = false
  private var isCancelled = false

  /// - Throws: `Cancelled` when nobody takes records any more.
  func add(_ batch: RecordBatch) throws {
    changed.lock()
    defer { changed.unlock() }
    while batches.count >= Self.limit, !isCancelled { changed.wait() }
    if isCancelled { throw Cancelled() }
    batches.append(batch)
    changed.signal()
  }

  /// The next batch; nil when there will be none.
  func next() -> RecordBatch? {
    changed.lock()
    defer { changed.unlock() }
    while batches.isEmpty, !isFinished { changed.wait() }
    if batches.isEmpty { return nil }
    changed.signal()
    return batches.removeFirst()
  }

  /// Says that no batch will follow.
  func finish() {
    changed.lock()
    isFinished = true
    changed.signal()
    changed.unlock()
  }

  /// Says that nobody takes records any more.
  func cancel() {
    changed.lock()
    isCancelled = true
    changed.signal()
    changed.unlock()
  }
}
