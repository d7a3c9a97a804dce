import Foundation
import History
import Platform
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import Intake
@testable import Run

/// What fails while a source is read ends the reading, however long the source is. It is told by how many records were
/// read: at most those of the batches and buffers on their way.
@Suite struct ReadingPipelineTests {
  private struct Stop: Error {}

  private static let asOf = Timestamp(milliseconds: 1_795_132_800_000)
  private static let records = 60_000
  /// Eight batches that wait, one in either hand, and 18 buffers of 4 KiB.
  private static let atMost = 12_000

  private static let consents = String(
    repeating: "{\"uid\":\"u\",\"purpose\":\"link:phone\",\"given_at\":\"2026-01-01T00:00:00Z\"}\n", count: records)

  /// The first 1,024 are in scope and fill a batch.
  private static let accounts =
    "{\"users\":["
    + (0..<records).map { number in
      let host = number < 1024 ? "privaterelay.appleid.com" : "example.com"
      return "{\"localId\":\"u\(100_000 + number)\",\"email\":\"u\(number)@\(host)\",\"providerUserInfo\":[]}"
    }.joined(separator: ",\n") + "]}"

  /// Reads the file on two threads and expects it to fail.
  ///
  /// - Returns: how many records were read.
  private func recordsRead(
    of text: String, as kind: EvidenceKind, after prepare: (EvidenceSession, Threads) throws -> Void
  ) throws -> Int64 {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path, isDurable: false)
    let file = folder.appending(path: "input.jsonl").path
    try Data(text.utf8).write(to: URL(filePath: file))
    let meter = ReadingMeter()
    var options = IntakeOptions(asOf: Self.asOf) { _ in false }
    (options.meter, options.chunkSize) = (meter, 4096)
    let source = FileSource(
      ordinal: 0, source: Recogniser(options: options).recognise(SourceFile(path: file, capturedAt: Self.asOf)),
      reader: SourceReader(options: options))
    try #require(source.kind == kind)
    meter.reset()
    let threads = Threads.forJobs(2, Diagnostics(format: .text, isQuiet: true, isVerbose: false))
    let settings = EvidenceSettings(project: "p", asOf: Self.asOf, relayHosts: RelayHosts(), purposes: PurposeMap())
    #expect(throws: Stop.self) {
      try store.run(settings, isKept: false) { session, _ in
        try threads.run {
          try session.open(0, path: file, kind: kind, format: source.format, capturedAt: Self.asOf)
          try prepare(session, threads)
          let pipeline = ReadingPipeline(session: session, worker: try #require(threads.worker))
          do {
            _ = try pipeline.read(source)
          } catch is StorageError {
            throw Stop()
          }
          try Interruption.check()
          Issue.record("the source was read to its end")
        }
      }
    }
    return meter.records
  }

  @Test func aRecordThatCannotBeStoredEndsIt() throws {
    let count = try recordsRead(of: Self.consents, as: .consents) { session, _ in
      session.willStoreRecord = { throw Stop() }
    }
    #expect(count > 0 && count < Self.atMost)
  }

  /// No record follows that would have to wait for the queue: those after the first batch are counted, not stored.
  @Test func anAccountThatCannotBeStoredEndsIt() throws {
    let count = try recordsRead(of: Self.accounts, as: .accounts) { session, _ in
      try session.database.execute(
        sql: "CREATE TRIGGER accounts.full BEFORE INSERT ON account_row BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    #expect(count > 0 && count < Self.atMost)
  }

  /// As the history loader may, beside the source.
  @Test func whatFailsOnAnotherThreadEndsIt() throws {
    let count = try recordsRead(of: Self.consents, as: .consents) { session, threads in
      session.willStoreRecord = {
        session.willStoreRecord = nil
        _ = try? Background<Void>(on: threads.historyLoader) { throw Stop() }.value()
      }
    }
    #expect(count > 0 && count < Self.atMost)
  }

  /// As the history loader may, before the worker has begun.
  @Test func whatFailedOnAnotherThreadBeforeEndsIt() throws {
    let count = try recordsRead(of: Self.consents, as: .consents) { _, threads in
      _ = try? Background<Void>(on: threads.historyLoader) { throw Stop() }.value()
    }
    #expect(count == 0)
  }
}
