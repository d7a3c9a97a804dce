import Evidence
import Foundation
import History
import Intake
import Timestamps

/// The files of one run, recognised, and the order in which they are read.
struct Inputs {
  /// In order of path: an ordinal is a place in this list.
  let sources: [RecognisedSource]
  private(set) var skipped: [SkippedInput]
  /// What the configuration names and is not there.
  private let missing: [InputRequest]
  let reader: SourceReader

  /// - Parameter diagnostics: shows how far this has come.
  /// - Throws: `UserError` for an input that is not there and that the command line names; where nothing is there, for
  ///   one that the configuration names.
  init(_ settings: AuditSettings, diagnostics: Diagnostics) throws {
    diagnostics.progress(.step("Looking for files"))
    let (requests, missing) = settings.presentInputs
    if requests.isEmpty, let first = missing.first { throw first.isMissing }
    self.missing = missing
    let hosts = settings.configuration.relayHosts
    var options = IntakeOptions(asOf: settings.asOf) { hosts.isRelay($0) }
    options.mayReadAhead = settings.usesThreads
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
        throw settings.inputs.first { $0.path == path }?.isMissing ?? UserError(.noSuchInput, error.message)
      case .unreadableInput: throw UserError(.unusableData, error.message)
      }
    }
    guard !listing.files.isEmpty else {
      throw UserError(
        .noSuchInput, "there are no files in \(settings.inputs.map(\.path).joined(separator: ", "))")
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
      throw UserError(
        .noSuchInput, "there is no evidence in \(settings.inputs.map(\.path).joined(separator: ", "))",
        remedy: "`relay-audit formats` lists what can be read")
    }
    DatedCopies.supersede(in: &sources, until: settings.latestCopy)
    SheetChoice.share(in: &sources)
    self.sources = sources
    self.skipped = skipped
    reader = SourceReader(options: options, sources: sources.filter { $0.supersededBy == nil })
  }

  /// With what the configuration names and is not there among the skipped ones.
  ///
  /// - Parameter earlier: nil where no earlier run counts.
  /// - Throws: `UserError` for an input that no earlier run read: its path is a mistake, and no night without the file.
  func withMissing(_ earlier: SourceHistory?) throws -> Inputs {
    let supplied = Set(sources.compactMap(\.kind))
    var inputs = self
    inputs.skipped += try missing.map { input in
      guard let earlier, earlier.vouches(for: input) else { throw input.isMissing }
      // A kind that nothing supplies tonight is required or released as a kind (docs/contract.md, section 4).
      let kind = input.settings.kind ?? earlier.kind(of: input.name)
      let isKnownByKind = kind.map { !supplied.contains($0) } ?? false
      return SkippedInput(path: input.name, reason: input.absence, weight: isKnownByKind ? .notable : .problem)
    }
    return inputs
  }

  /// What should have been read and was not.
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

  /// Sources other than accounts come first: they say which accounts matter. Then those whose records belong to
  /// accounts of another file.
  var inReadingOrder: [(ordinal: SourceOrdinal, source: RecognisedSource)] {
    let all = sources.enumerated().map { (ordinal: $0, source: $1) }
    return all.filter { $0.source.kind != .accounts }
      + all.filter { $0.source.kind == .accounts && $0.source.isJoinedToOthers }
      + all.filter { $0.source.kind == .accounts && !$0.source.isJoinedToOthers }
  }
}

extension SourceHistory {
  /// Whether an earlier run read the input; of wildcards, whether one read their kind.
  fileprivate func vouches(for input: InputRequest) -> Bool {
    input.isPattern ? input.settings.kind.map(has) ?? false : knows(input.name)
  }
}

extension RecognisedSource {
  var formatName: String {
    if case .recognised(_, let format) = outcome { format } else { "" }
  }
}
