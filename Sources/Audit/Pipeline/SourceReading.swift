import Evidence
import Intake

/// Reads all sources of a run into its evidence.
struct SourceReading {
  let session: EvidenceSession
  /// Reads while the caller's thread stores.
  let worker: Worker?
  let diagnostics: Diagnostics

  /// How many rejects of a source are told while it is read; the report lists more.
  private static let toldRejects = 5

  /// - Returns: the sources in order of path.
  func read(_ inputs: Inputs, timer: inout PassTimer) throws -> [AuditedSource] {
    guard worker != nil else { return try readAll(inputs, timer: &timer) }
    nonisolated(unsafe) let session = session
    // The run's worker reads meanwhile.
    let loading = Background(on: Worker()) { try session.loadHistory() }
    // Who needs the history waits for it, and is told what went wrong.
    defer { try? loading.value() }
    return try readAll(inputs, timer: &timer)
  }

  private func readAll(_ inputs: Inputs, timer: inout PassTimer) throws -> [AuditedSource] {
    var all: [(ordinal: SourceOrdinal, source: RecognisedSource, summary: SourceSummary)] = []
    for (ordinal, source) in inputs.inReadingOrder {
      if let kind = source.kind {
        try session.open(
          ordinal, path: source.file.path, kind: kind, format: source.formatName, capturedAt: source.file.capturedAt)
      }
      diagnostics.progress("reading \(source.file.path)")
      defer { diagnostics.progress(nil) }
      let read = try timer.time("read \(source.file.path)", rows: { Int($0.summary.records) }) {
        guard let worker else {
          var sink = session
          return ReadingPipeline.Result(summary: try inputs.reader.read(source, ordinal: ordinal, into: &sink))
        }
        return try ReadingPipeline(session: session, reader: inputs.reader, worker: worker).read(source, ordinal: ordinal)
      }
      if let storing = read.storing {
        timer.add("stored meanwhile of \(source.file.path)", storing, rows: read.stored)
      }
      tell(read.summary)
      all.append((ordinal, source, read.summary))
    }
    for skipped in inputs.skipped where skipped.isProblem {
      diagnostics.warning("\(skipped.path) is not read: \(skipped.reason)")
    }
    try timer.time("repetitions") { try session.removeRepetitions() }
    return all.sorted { $0.ordinal < $1.ordinal }.map { ordinal, source, summary in
      AuditedSource(source, summary, ordinal: ordinal, duplicates: session.duplicates(in: ordinal))
    }
  }

  private func tell(_ summary: SourceSummary) {
    for reject in summary.rejects.prefix(Self.toldRejects) {
      diagnostics.warning("\(summary.path): \(reject.locator): \(reject.reason)")
    }
    if summary.rejected > Self.toldRejects {
      diagnostics.warning(
        "\(summary.path): \(summary.rejected - Int64(Self.toldRejects)) more rejects; the report lists the first 100")
    }
    if summary.kind == nil, summary.fileError == nil {
      diagnostics.warning("\(summary.path): not recognised: \(summary.why)")
    }
    if summary.isTruncated {
      diagnostics.warning("\(summary.path): breaks off; the records before the break are used")
    }
  }
}
