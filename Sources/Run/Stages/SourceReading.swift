import Evidence
import History
import Intake
import Platform
import Storage
import Timestamps

/// Stage 1: reads all sources into the run's evidence.
struct SourceReading {
  let session: EvidenceSession
  let store: Connection
  /// What the project's sources were on earlier nights.
  let earlier: SourceHistory
  /// What earlier runs read of the inputs' tables.
  let newer: NewerTables
  let threads: Threads
  let diagnostics: Diagnostics

  /// How many rejects of a source are logged; the report lists more.
  private static let loggedRejects = 5

  /// - Returns: the sources in order of path.
  func read(_ inputs: some RunInputs, timer: inout PassTimer) throws -> [AuditedSource] {
    let history = HistoryLoading(of: session, from: store, on: threads.historyLoader)
    // On every path: the caller owns the store again.
    defer { history.abandon() }
    var all: ReadSources = []
    var copying: Background<Void>?
    // On every path: the loader uses nothing of the session any more.
    defer { copying?.abandon() }
    func recall() throws {
      guard copying == nil else { return }
      diagnostics.progress(.step("Recalling what earlier runs read"))
      try timer.time("memory") { try session.recall(beside: readSources(all), from: inputs.count) }
      try history.finish()
      copying = copyRemembered()
    }
    inputs.reportLeftOut(to: diagnostics)
    for (index, source) in inputs.inReadingOrder.enumerated() {
      var source = source
      let path = source.traits.path
      func show(_ action: String) {
        diagnostics.progress(.reading(action, path: path, number: index + 1, of: inputs.count))
      }
      if source.hasToSettleCapture {
        show("Checking the time of")
        timer.time("capture of \(path)") { source.settleCapture() }
      }
      if source.kind == .accounts { try recall() }
      show("Reading")
      try passOverIfOutdated(&source)
      let summary = try read(source, timer: &timer)
      // Else a source would be said to be damaged.
      try Interruption.check()
      log(summary, of: source)
      if let kind = summary.kind, kind != .accounts { session.note(summary.rejectedNames, of: kind) }
      all.append((source.ordinal, source.traits, summary))
    }
    try inputs.end()
    try recall()
    try copying?.value()
    session.willStoreRecord = nil
    try timer.time("repetitions") { try session.removeRepetitions() }
    return audited(all, inputs)
  }

  /// Takes the sources whose records were read by the parts of the run.
  ///
  /// - Returns: the sources in order of path.
  func readWhole(_ inputs: some RunInputs) throws -> [AuditedSource] {
    inputs.reportLeftOut(to: diagnostics)
    var sink = session
    let all = try inputs.inReadingOrder.map { source in
      var source = source
      try passOverIfOutdated(&source)
      let summary = try source.read(into: &sink)
      log(summary, of: source)
      return (ordinal: source.ordinal, traits: source.traits, summary: summary)
    }
    let sources = all.filter { $0.summary.kind != .accounts }
    try session.recallSources(beside: readSources(sources), from: inputs.count)
    return audited(all, inputs)
  }

  private func passOverIfOutdated(_ source: inout any RunSource) throws {
    guard let file = source.table, !source.isSuperseded, newer.reading(after: source.capturedAt, of: file) != nil,
      let reading = newer.reading(after: try source.captureWhenRead(), of: file)
    else { return }
    source.supersede(by: "\(reading.path), which run \(reading.run) read")
    diagnostics.warning(
      """
      \(file.path) is not read: it is an older copy of \(reading.path), which run \(reading.run) read and which was \
      captured at \(reading.capturedAt.readable). If that copy was wrong, withdraw the run by \
      `relay-audit history --withdraw`
      """)
  }

  private typealias ReadSources = [(ordinal: SourceOrdinal, traits: SourceTraits, summary: SourceSummary)]

  /// As memory has to know them.
  private func readSources(_ sources: ReadSources) -> [ReadSource] {
    sources.compactMap { AuditedSource($1, $2, ordinal: $0, duplicates: 0, earlier: earlier).forMemory }
  }

  private func audited(_ all: ReadSources, _ inputs: some RunInputs) -> [AuditedSource] {
    for table in session.shrunkenTables { diagnostics.warning(table.sentence) }
    for sentence in session.earlierDamage.sentences { diagnostics.warning(sentence) }
    for file in session.leftOverFiles { diagnostics.warning(file.sentence) }
    diagnostics.say(inputs.warnings(of: all.map { ($0.ordinal, $0.summary) }))
    for notice in FreshFiles.notices(of: all.map(\.summary)) { diagnostics.notice(notice) }
    let lost = Dictionary(grouping: session.lostColumns, by: \.source).mapValues { $0.map(\.name) }
    let withoutNext = MissingPages.sources(of: all.map { ($0.ordinal, $0.summary) })
    return all.sorted { $0.ordinal < $1.ordinal }.map { ordinal, traits, summary in
      let lacksNextPage = withoutNext.contains(ordinal)
      if lacksNextPage {
        diagnostics.warning("\(summary.path): the export goes on in a page that is not among the inputs")
      }
      let lostColumns = lost[ordinal] ?? []
      if !lostColumns.isEmpty {
        diagnostics.warning(
          "\(summary.path): no record has \(lostColumns.joined(separator: ", ")), which decided records that earlier "
            + "nights had and that it shows again; export the column again, or map the one in its place")
      }
      return AuditedSource(
        traits, summary, ordinal: ordinal, duplicates: session.duplicates(in: ordinal), earlier: earlier,
        lacksNextPage: lacksNextPage, lostColumns: lostColumns)
    }
  }

  /// Copies what earlier runs read, beside the reading of accounts.
  ///
  /// # Safety
  /// The session goes to the loader's thread, which calls `copyRemembered` and nothing else. That uses the session's
  /// memory and its connection; the caller uses neither, nor the file that it writes to, before the copying has ended.
  private func copyRemembered() -> Background<Void> {
    nonisolated(unsafe) let session = session
    let copying = Background(on: threads.historyLoader) { try session.copyRemembered() }
    session.willStoreRecord = { try copying.value() }
    return copying
  }

  private func read(_ source: any RunSource, timer: inout PassTimer) throws -> SourceSummary {
    let path = source.traits.path
    if let kind = source.kind, !source.isSuperseded {
      try session.open(
        source.ordinal, path: path, kind: kind, format: source.format, capturedAt: source.capturedAt)
    }
    let records = { (result: ReadingPipeline.Result) in Int(result.summary.records) }
    let read = try timer.time("read \(path)", rows: records) {
      guard let worker = threads.worker else {
        var sink = session
        return ReadingPipeline.Result(summary: try source.read(into: &sink))
      }
      return try ReadingPipeline(session: session, worker: worker).read(source)
    }
    if let storing = read.storing {
      timer.add("stored meanwhile of \(path)", storing, rows: read.stored)
    }
    return read.summary
  }

  private func log(_ summary: SourceSummary, of source: any RunSource) {
    for reject in summary.rejects.prefix(Self.loggedRejects) {
      diagnostics.warning("\(summary.path): \(reject.locator): \(reject.reason)")
    }
    if summary.rejected > Self.loggedRejects {
      diagnostics.warning(
        "\(summary.path): \(summary.rejected - Int64(Self.loggedRejects)) more rejected; the report lists the first 100"
      )
    }
    let isQuiet =
      source.traits.isEmpty && (source.traits.kind ?? earlier.kind(of: summary.path)) != nil
    if summary.kind == nil, summary.fileError == nil, !isQuiet, !summary.isSuperseded {
      diagnostics.warning("\(summary.path): not recognised: \(summary.why)")
    }
    if !summary.undecided.isEmpty {
      diagnostics.warning(
        "\(summary.path): columns that look like a decision are not read: \(summary.undecided.joined(separator: ", ")); "
          + "map them under `columns`, or list them under `ignore`")
    }
    for sheet in summary.sheetsLeftOut { diagnostics.warning("\(summary.path): \(sheet)") }
    if summary.isTruncated {
      diagnostics.warning("\(summary.path): the file is cut off; the records before the break are used")
    }
  }
}
