import Evidence
import Timestamps

extension SourceReader {
  /// The source with a time of capture that is not earlier than any of its accounts.
  ///
  /// A date in a name does not count if a record of the file is later. For accounts the answer is needed before the
  /// first is stored, since their first sight is the time of capture. So a file of accounts with a date in its name is
  /// read ahead for its times alone, up to the account that refutes the last name. In an export from later on the day
  /// of its name that is soon; where the name is right, it costs about a fifth of an audit. Files with another time of
  /// capture cost nothing here, nor do other kinds: `read` checks their names when it has read them.
  package func settlingCapture(of source: RecognisedSource) -> RecognisedSource {
    guard hasToSettleCapture(of: source) else { return source }
    var source = source
    var sink = NameRefutation(file: source.file)
    // It throws only to end the search. What is wrong with the file is reported when it is read for good.
    _ = try? forTimesAlone.read(source, ordinal: 0, into: &sink)
    source.file = sink.file
    return source
  }

  /// Reads a source, and drops the names that its records refute.
  ///
  /// Accounts are stored by then as of their time of capture, which `settlingCapture` checked before.
  func readSettlingCapture<Sink: EvidenceSink>(
    of source: RecognisedSource, ordinal: SourceOrdinal, into sink: inout Sink
  ) throws -> SourceSummary {
    var file = source.file
    var summary: SourceSummary
    if mayRefuteName(of: source) {
      var watch = LaterTimes(sink: sink)
      // On every path: the sink may be a value that has taken records.
      defer { sink = watch.sink }
      summary = try readAlone(source, ordinal: ordinal, into: &watch)
      for time in [summary.lastTime, watch.latest].compactMap(\.self) { file.refuteNames(before: time) }
    } else {
      summary = try readAlone(source, ordinal: ordinal, into: &sink)
    }
    summary.capture = file.capture
    summary.isFreshFile = options.isFresh(file.capture)
    return summary
  }

  /// Whether `read` may tell another time of capture than the source has before.
  package func mayRefuteName(of source: RecognisedSource) -> Bool { source.kind != .accounts && source.file.isNamed }

  /// Whether the source is one that `settlingCapture` has to read.
  package func hasToSettleCapture(of source: RecognisedSource) -> Bool {
    source.kind == .accounts && source.file.isNamed && source.supersededBy == nil
  }
}

/// Drops the names that accounts refute, and stops reading when none is left.
private struct NameRefutation: EvidenceSink {
  struct NoNameIsLeft: Error {}

  var file: SourceFile

  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    let time = max(account.createdAt ?? .min, account.lastSignInAt ?? .min)
    if time > file.capturedAt.milliseconds {
      file.refuteNames(before: Timestamp(milliseconds: time))
      if !file.isNamed { throw NoNameIsLeft() }
    }
    return .outOfScope
  }

  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}

/// Passes everything on, and notes the times at which statements changed later.
private struct LaterTimes<Sink: EvidenceSink>: EvidenceSink {
  var sink: Sink
  private(set) var latest: Timestamp?

  init(sink: Sink) { self.sink = sink }

  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    try sink.screen(account, at: place)
  }

  mutating func accept(_ account: AccountSketch, at place: Place) throws { try sink.accept(account, at: place) }

  mutating func accept(_ record: EvidenceRecord, at place: Place) throws {
    try sink.accept(record, at: place)
    switch record {
    case .consent(let consent): note(consent.withdrawnAt)
    case .deletion(let request): note(request.completedAt)
    default: break
    }
  }

  private mutating func note(_ time: Timestamp?) {
    if let time { latest = max(time, latest ?? time) }
  }
}
