import Evidence
import Intake

/// Reads one source on two threads: the worker reads records and screens accounts, the caller stores what is in scope.
/// SQLite takes as long for the accounts in scope as intake does for the whole export.
struct ReadingPipeline {
  struct Result {
    var summary: SourceSummary
    /// The time in which the caller stored; for the rest it waited for the worker. Nil with one thread.
    var storing: Duration?
    var stored = 0
  }

  let session: EvidenceSession
  let worker: Worker

  /// - Throws: what reading or storing throws; the worker has ended its work then.
  func read(_ source: any RunSource) throws -> Result {
    let queue = RecordQueue()
    let screener = source.kind == .accounts ? session.screener : nil
    let work = Work(source: source, sink: QueueSink(screener: screener, queue: queue))
    let reading = Background(on: worker) {
      try work.read()
    } afterwards: {
      queue.finish()
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
      reading.abandon()
      throw error
    }
    return Result(summary: try reading.value(), storing: storing, stored: stored)
  }

  /// What the worker reads, and where to.
  ///
  /// # Safety
  /// The worker alone uses it until `reading` has ended. The screener in it shares two things with the session: the
  /// `NameTable`, which says why it may, and the known accounts, which nobody changes while accounts are read.
  private struct Work: @unchecked Sendable {
    var source: any RunSource
    var sink: QueueSink

    func read() throws -> SourceSummary {
      var sink = sink
      let summary = try source.read(into: &sink)
      try sink.flush()
      return summary
    }
  }
}
