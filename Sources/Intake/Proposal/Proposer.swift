package import Evidence

/// Says what files are, and how those that are not recognised could be read (docs/contract.md, section 3).
package struct Proposer {
  private let options: IntakeOptions
  /// The names that the accounts have.
  private let accounts: KnownNames
  /// Why exports of accounts could not be read for their names, by path.
  private let unread: [[CChar]: ReadFailure]

  /// - Parameter sources: all of them, for the names that accounts have.
  package init(options: IntakeOptions, sources: [RecognisedSource]) {
    let reader = SourceReader(options: options)
    var sink = NameSink()
    var unread: [[CChar]: ReadFailure] = [:]
    for source in sources where source.kind == .accounts && source.file.isRegular {
      // `inspect` reports rejects; here, only their names are missing.
      guard let summary = try? reader.readAlone(source, ordinal: 0, into: &sink) else { continue }
      unread[source.file.systemPath] = summary.failure
    }
    accounts = sink.names
    self.unread = unread
    var options = options
    options.mayReadAhead = false
    self.options = options
  }

  /// - Parameter kind: where the user names it.
  package func proposal(for source: RecognisedSource, as kind: EvidenceKind? = nil) -> FileProposal {
    do throws(ReadFailure) {
      if let failure = unread[source.file.systemPath] { throw failure }
      return try proposal(reading: source, as: kind)
    } catch {
      return FileProposal(path: source.file.path, outcome: .left("it cannot be read: \(error.reason)"))
    }
  }

  private func proposal(
    reading source: RecognisedSource, as kind: EvidenceKind?
  ) throws(ReadFailure) -> FileProposal {
    var proposal = FileProposal(path: source.file.path, outcome: .left(source.why))
    switch source.outcome {
    case .empty, .known: break
    case .unreadable(let reason): throw ReadFailure(reason)
    case .recognised(let known, let format) where kind == nil || kind == known:
      proposal.outcome = .recognised(kind: known, format: format)
      guard source.file.isRegular, known != .accounts, known != .providerConfig else { break }
      let sketch = try sketch(of: source)
      if let sketch { proposal.traces = Traces.of(sketch, kind: known) }
      if let sketch, let reason = try trouble(with: source) {
        let guess = KindGuess(known: known, reason: "\(source.why); \(reason)")
        proposal.outcome = .entries([EntryGuess.entry(for: sketch, path: source.file.path, as: guess)])
        proposal.form = Self.form(of: sketch)
      }
    case .recognised, .unrecognised:
      let reason = source.why
      guard source.file.isRegular, let sketch = try sketch(of: source) else {
        proposal.outcome = .open(reason: reason, fields: [], isText: false)
        break
      }
      proposal.form = Self.form(of: sketch)
      proposal.traces = Traces.of(sketch, kind: nil)
      if reason == Recogniser.otherEncoding {
        proposal.outcome = .open(reason: reason, fields: [], isText: false)
      } else if sketch.isBlank {
        proposal.outcome = .left("nothing in it can be read as a table, as JSON or as lines of text")
      } else if let entries = Self.entries(for: sketch, path: source.file.path, as: kind) {
        proposal.outcome = .entries(entries)
      } else {
        proposal.outcome = .open(
          reason: Self.reason(sketch), fields: Self.fields(of: sketch), isText: sketch.isText)
      }
    }
    return proposal
  }

  /// Nil if nothing is known about the file.
  private static func entries(for sketch: FileSketch, path: String, as kind: EvidenceKind?) -> [EntryProposal]? {
    if sketch.isText { return LineGuess.entry(for: sketch.tellingLines).map { [$0] } }
    if sketch.onlyList != nil, sketch.records == 1 { return nil }
    if let kind {
      return [EntryGuess.entry(for: sketch, path: path, as: KindGuess(known: kind, reason: "it was named so"))]
    }
    let guess = KindGuess(sketch, path: path)
    let all = [guess].compactMap(\.self) + KindGuess.others(in: sketch, besides: guess?.kind)
    return all.isEmpty ? nil : all.map { EntryGuess.entry(for: sketch, path: path, as: $0) }
  }

  /// Why a file of our own format is not read as it is; nil where it is.
  private func trouble(with source: RecognisedSource) throws(ReadFailure) -> String? {
    guard source.format?.isOwn == true || source.format is MappedFormat else { return nil }
    var sink = NameSink()
    guard let summary = try? SourceReader(options: options).readAlone(source, ordinal: 0, into: &sink) else {
      return nil
    }
    if let failure = summary.failure { throw failure }
    if let reject = summary.rejects.first {
      return
        """
        \(summary.rejected) of its records \(summary.rejected == 1 ? "is" : "are") rejected, the first because \
        \(reject.reason)
        """
    }
    return summary.undecided.isEmpty
      ? nil : "nothing shows what \(summary.undecided.map { "`\($0)`" }.joined(separator: ", ")) decides"
  }

  // MARK: - Looking

  /// Nil for a file that has neither records nor lines.
  private func sketch(of source: RecognisedSource) throws(ReadFailure) -> FileSketch? {
    // With a mapping, any table and any JSON is read, whatever its columns.
    var settings = SourceSettings(kind: .consents)
    settings.record.ignored = ["-"]
    if let sketch = try look(at: source.file, settings) {
      if sketch.isUseful || sketch.onlyList != nil { return sketch }
      if sketch.isOfSheets { throw ReadFailure(Self.titleAlone) }
    }
    settings.record.pattern = "(?<line>.+)"
    return try look(at: source.file, settings)
  }

  private static let titleAlone =
    """
    the first row of a sheet that is not empty is taken for its header, and no sheet has a header of several columns \
    over rows; delete the rows above the header, and save the workbook again
    """

  private func look(at file: SourceFile, _ settings: SourceSettings) throws(ReadFailure) -> FileSketch? {
    var file = file
    file.settings = settings
    var source = Recogniser(options: options).recognise(file)
    if case .unreadable(let reason) = source.outcome { throw ReadFailure(reason) }
    guard source.format != nil else { return nil }
    let sketch = FileSketch(accounts: accounts)
    sketch.isOfSheets = source.workbook != nil
    source.format = SketchFormat(sketch: sketch)
    var sink = NameSink()
    // Reading is stopped when enough was seen.
    let summary = try? SourceReader(options: options).readAlone(source, ordinal: 0, into: &sink)
    if let failure = summary?.failure { throw failure }
    return sketch
  }

  // MARK: - What is shown

  private static let shownFields = 40

  private static func fields(of sketch: FileSketch) -> [FileProposal.ShownField] {
    let more = sketch.fields.count - shownFields
    let rest = more > 0 ? [FileProposal.ShownField(name: "… and \(more) more", examples: [])] : []
    return sketch.fields.prefix(shownFields).map { field in
      FileProposal.ShownField(name: ShownValue.masked(field.path, of: ""), examples: field.examples(2))
    } + rest
  }

  private static func reason(_ sketch: FileSketch) -> String {
    if let line = sketch.firstLines.first, HeaderDoubt.isOfExcel(line) {
      return "its first line, `sep=`, is Excel's own and no header: delete it"
    }
    if sketch.isText {
      let telling = sketch.tellingLines.count
      return "its lines of text need a `pattern` that takes the columns from the lines that matter"
        + (telling == 0 ? "" : "; \(telling) of them \(telling == 1 ? "mentions" : "mention") a revocation")
    }
    if let list = sketch.onlyList {
      return "its records are in a list, `\(list)`; write one record to a line: jq -c '.\(list)[]' FILE > FILE.ndjson"
    }
    return "neither its path nor its columns say what its records are"
  }

  private static func form(of sketch: FileSketch) -> String {
    sketch.fields.map(\.path).sorted().joined(separator: "\u{1F}")
  }
}

extension SourceSummary {
  /// Why the file, or the rest of it, could not be read, whatever its records are.
  fileprivate var failure: ReadFailure? { isInaccessible || isTruncated ? fileError.map { ReadFailure($0) } : nil }
}

/// Takes names of accounts, and nothing else.
private struct NameSink: EvidenceSink {
  var names = KnownNames()
  private var count = 0

  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    count += 1
    guard count <= KnownNames.limit else { throw FileSketch.Enough() }
    names.add(account)
    return .outOfScope
  }

  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}

/// Finds hints in records for keys outside of `inputs`.
private enum Traces {
  static func of(_ sketch: FileSketch, kind: EvidenceKind?) -> ConfigurationTraces {
    var traces = ConfigurationTraces()
    for field in sketch.fields where !field.hasMoreValues {
      let names = Set(field.names)
      if !names.isDisjoint(with: ["aud", "clientid", "appleclientid"]), kind != .accounts {
        for value in field.values where isBundle(value) { traces.clientIDs[value] = field.path }
      }
      if kind == .mail, !names.isDisjoint(with: ["sender", "from"]) {
        for value in field.values {
          // `News <news@app.example.com>`
          guard let at = value.lastIndex(of: "@") else { continue }
          let host = value[value.index(after: at)...].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
          if host.contains(".") { traces.senderHosts[String(host)] = field.path }
        }
      }
      if field.path == "resource.labels.project_id" {
        for value in field.values { traces.projects[value] = field.path }
      }
    }
    return traces
  }

  /// Apple's ids of apps and services are written as `com.example.app`.
  private static func isBundle(_ text: String) -> Bool {
    text.first?.isLetter == true && ShownValue.key(text) == text
      && text.split(separator: ".").count >= 3 && !text.hasSuffix(".com")
      && text.utf8.allSatisfy { $0.isDigit || (97...122).contains($0 | 0x20) || ".-".utf8.contains($0) }
  }
}
