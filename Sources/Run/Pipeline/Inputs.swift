import Evidence
import Foundation
import History
import Intake
import Timestamps

/// The files of one run, recognised, and the order in which they are read.
struct Inputs: RunInputs {
  /// In order of path: an ordinal is a place in this list.
  let sources: [RecognisedSource]
  private(set) var skipped: [SkippedInput]
  /// What the configuration names and is not there.
  let missing: [MissingInput]
  let reader: SourceReader

  /// - Parameters:
  ///   - helpers: parse records of large files.
  ///   - diagnostics: shows how far this has come.
  /// - Throws: `UserError` for an input that is not there and that the command line names; where nothing is there, for
  ///   one that the configuration names.
  init(_ settings: AuditSettings, helpers: ParsingHelpers = .none, diagnostics: Diagnostics) throws {
    diagnostics.progress(.step("Looking for files"))
    let (requests, missing) = settings.presentInputs
    if requests.isEmpty, let first = missing.first { throw MissingInput(first).error }
    self.missing = missing.map(MissingInput.init)
    let hosts = settings.configuration.relayHosts
    var options = IntakeOptions(asOf: settings.asOf) { hosts.isRelay($0) }
    options.mayReadAhead = settings.usesThreads
    options.helpers = helpers
    options.startedAt = settings.startedAt
    options.meter = diagnostics.meter
    options.appleKeys = try Self.appleKeys(settings.configuration)
    let listing: InputListing
    do throws(IntakeError) {
      listing = try InputWalker.walk(
        requests.map { InputArgument(path: $0.path, settings: $0.settings) },
        InputWalker.Options(
          asOf: settings.asOf, capturedAt: settings.capturedAt, latestName: settings.latestName,
          excluding: settings.excluded))
    } catch {
      switch error {
      case .noSuchInput(let path):
        throw settings.inputs.first { $0.path == path }.map(MissingInput.init)?.error
          ?? UserError(.noSuchInput, error.message)
      case .unreadableInput: throw UserError(.unusableData, error.message)
      }
    }
    guard !listing.files.isEmpty else {
      throw Self.nothing("there are no files", in: settings.inputs, butFor: listing.skipped)
    }
    let recogniser = Recogniser(options: options)
    var sources: [RecognisedSource] = []
    var skipped = listing.skipped
    for (index, var file) in listing.files.enumerated() {
      diagnostics.progress(
        .item("Recognising", name: file.path, number: index + 1, of: listing.files.count, "files"))
      file.path = Self.name(of: file.path, settings.inputs)
      let source = recogniser.recognise(file)
      if case .known(let reason) = source.outcome {
        skipped.append(SkippedInput(path: file.path, reason: reason, weight: .known))
      } else {
        sources.append(source)
      }
    }
    guard !sources.isEmpty else {
      throw Self.nothing(
        "there is no evidence", in: settings.inputs, butFor: skipped,
        remedy: "`relay-audit formats` lists what can be read")
    }
    DatedCopies.supersede(in: &sources, until: settings.latestCopy)
    NumberedFiles.doubt(in: &sources)
    NamedEvidence.doubt(in: &sources)
    SheetChoice.share(in: &sources)
    self.sources = sources
    self.skipped = skipped
    reader = SourceReader(options: options, sources: sources.filter { $0.supersededBy == nil })
  }

  /// That the inputs have nothing to read. Folders that are left out for their own configuration are named: what is
  /// missing may be in them.
  private static func nothing(
    _ what: String, in inputs: [InputRequest], butFor skipped: [SkippedInput], remedy: String? = nil
  ) -> UserError {
    let others = skipped.filter(\.isOfOtherAudit).map(\.path)
    let problem = "\(what) in \(inputs.map(\.path).joined(separator: ", "))"
    guard !others.isEmpty else { return UserError(.noSuchInput, problem, remedy: remedy) }
    let (have, each) = others.count == 1 ? ("has", "audit it separately") : ("have", "audit each of them separately")
    return UserError(
      .noSuchInput,
      "\(problem) beside what is left out: \(NameList.text(others)) \(have) a \(InputWalker.configurationName) of "
        + (others.count == 1 ? "its own" : "their own"), remedy: each)
  }

  func withMissing(_ earlier: SourceHistory?) throws -> Inputs {
    var inputs = self
    inputs.skipped += try missing.skipped(supplied: Set(sources.compactMap(\.kind)), earlier)
    return inputs
  }

  var problems: [SkippedInput] { skipped.filter(\.isProblem) }

  private static func appleKeys(_ configuration: Configuration) throws -> AppleKeys? {
    guard let path = configuration.jwks else { return nil }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UserError(.noSuchInput, "\(path), which `apple.jwks` names, cannot be read")
    }
    do throws(AppleKeys.Malformed) {
      return try AppleKeys(jwks: text)
    } catch {
      throw UserError(.unusableData, "\(path), which `apple.jwks` names, \(error.problem); save Apple's keys again")
    }
  }

  /// How reports call a file: by the configuration's words, where that names it or its folder.
  private static func name(of path: String, _ inputs: [InputRequest]) -> String {
    for input in inputs {
      guard let name = input.nameInConfiguration else { continue }
      if path == input.path { return name }
      if path.hasPrefix(input.path + "/") { return name + path.dropFirst(input.path.count) }
    }
    return path
  }

  var count: Int { sources.count }

  var inReadingOrder: [any RunSource] {
    let all = sources.enumerated().map { FileSource(ordinal: $0, source: $1, reader: reader) }
    return all.filter { $0.kind != .accounts } + all.filter { $0.kind == .accounts && $0.source.isJoinedToOthers }
      + all.filter { $0.kind == .accounts && !$0.source.isJoinedToOthers }
  }

  func warnings(of summaries: [(ordinal: SourceOrdinal, summary: SourceSummary)]) -> [MappingWarning] {
    MappingWarnings.all(of: summaries.map { (sources[$0.ordinal].file.settings, $0.summary) })
  }

  func end() {}
}

/// One file of a run.
struct FileSource: RunSource {
  let ordinal: SourceOrdinal
  private(set) var source: RecognisedSource
  let traits: SourceTraits
  private let reader: SourceReader

  init(ordinal: SourceOrdinal, source: RecognisedSource, reader: SourceReader) {
    self.ordinal = ordinal
    self.source = source
    traits = SourceTraits(source)
    self.reader = reader
  }

  var kind: EvidenceKind? { source.kind }
  var format: String { if case .recognised(_, let format) = source.outcome { format } else { "" } }
  var capturedAt: Timestamp { source.file.capturedAt }
  var isSuperseded: Bool { source.supersededBy != nil }
  var hasToSettleCapture: Bool { reader.hasToSettleCapture(of: source) }

  mutating func settleCapture() { source = reader.settlingCapture(of: source) }

  func captureWhenRead() throws -> Timestamp {
    guard reader.mayRefuteName(of: source) else { return capturedAt }
    var sink = DiscardingSink()
    return try read(into: &sink).capturedAt
  }

  mutating func supersede(by later: String) { source.supersededBy = later }

  func read(into sink: inout some EvidenceSink) throws -> SourceSummary {
    try reader.read(source, ordinal: ordinal, into: &sink)
  }
}
