package import Evidence
import Foundation
package import Intake
import Timestamps
import Vocabulary

/// What a configuration for some files could say (docs/contract.md, section 3).
package struct ConfigurationProposal: Sendable {
  /// An entry of `inputs`.
  package struct Entry: Sendable {
    /// Of one file, or with a wildcard in place of its date.
    package var path: String
    /// How many files it is for.
    package var files: Int
    package var proposal: EntryProposal
  }

  package var entries: [Entry] = []
  /// Each file that was found, in order of path.
  package var files: [FileProposal] = []
  package var skipped: [SkippedInput] = []
  var traces = ConfigurationTraces()

  package var recognised: [FileProposal] {
    files.filter { if case .recognised = $0.outcome { true } else { false } }
  }
  package var open: [FileProposal] { files.filter { if case .open = $0.outcome { true } else { false } } }
  package var questions: Int { entries.map(\.proposal.questions).reduce(0, +) + open.count }

  /// Looks at files and folders, as an audit would find them.
  ///
  /// - Parameters:
  ///   - inputs: paths.
  ///   - kinds: of files whose kind the user names, by path.
  ///   - folder: what paths are relative to in the configuration.
  /// - Throws: `UserError` for an input that is not there.
  package init(of inputs: [String], kinds: [String: EvidenceKind] = [:], in folder: String? = nil) throws {
    let now = Timestamp.now
    let hosts = Configuration().relayHosts
    let options = IntakeOptions(asOf: now) { hosts.isRelay($0) }
    let listing: InputListing
    do throws(IntakeError) {
      // What the program writes itself is no evidence.
      let own = ([folder].compactMap(\.self) + inputs).flatMap { place in
        [Configuration().reportFolder, EditorSchema.fileName].map { place + "/" + $0 }
      }
      listing = try InputWalker.walk(
        (inputs + kinds.keys.sorted()).map { InputArgument(path: $0) },
        InputWalker.Options(asOf: now, excluding: own))
    } catch {
      switch error {
      case .noSuchInput: throw UserError(.noSuchInput, error.message)
      case .unreadableInput: throw UserError(.unusableData, error.message)
      }
    }
    skipped = listing.skipped.filter { $0.weight != .known }
    let recogniser = Recogniser(options: options)
    let sources = listing.files.map(recogniser.recognise)
    let proposer = Proposer(options: options, sources: sources)
    files = sources.map { source in
      var file = proposer.proposal(for: source, as: kinds[source.file.path])
      if let folder, file.path.hasPrefix(folder + "/") { file.path = String(file.path.dropFirst(folder.count + 1)) }
      return file
    }
    for file in files { traces.add(file.traces) }
    entries = FileGroups.entries(for: files)
  }
}

extension ConfigurationTraces {
  fileprivate mutating func add(_ other: ConfigurationTraces) {
    clientIDs.merge(other.clientIDs) { first, _ in first }
    senderHosts.merge(other.senderHosts) { first, _ in first }
    projects.merge(other.projects) { first, _ in first }
  }
}

/// Makes one entry of files of one form whose names differ in dates, or as those of rotated logs do: tomorrow's file is
/// meant as well.
private enum FileGroups {
  // # Safety: as in `UndatedPath`.
  private nonisolated(unsafe) static let month = #/(^|[^0-9])20[0-9]{2}[-_.]?(?:0[1-9]|1[0-2])(?![0-9])/#
  private nonisolated(unsafe) static let rotatedLog = #/\.log(?:\.[0-9]+)?(?:\.gz)?$/#

  static func entries(for files: [FileProposal]) -> [ConfigurationProposal.Entry] {
    let proposed = files.filter { if case .entries = $0.outcome { true } else { false } }
    var groups: [(path: String, form: String, files: [FileProposal])] = []
    for file in proposed {
      let pattern = pattern(of: file.path)
      if let index = groups.firstIndex(where: { $0.path == pattern && $0.form == file.form }) {
        groups[index].files.append(file)
      } else {
        groups.append((pattern, file.form, [file]))
      }
    }
    return groups.flatMap { group in
      let own = Set(group.files.map(\.path))
      let isAlone = files.allSatisfy { own.contains($0.path) || fnmatch(group.path, $0.path, FNM_PATHNAME) != 0 }
      guard isAlone else { return group.files.flatMap { entries(of: [$0], path: $0.path) } }
      return entries(of: group.files, path: group.path)
    }
  }

  /// One for each kind, with the same path: entries of different wildcards would not read one file.
  private static func entries(of files: [FileProposal], path: String) -> [ConfigurationProposal.Entry] {
    var merged: [EntryProposal] = []
    for case .entries(let proposals) in files.map(\.outcome) {
      for proposal in proposals {
        if let index = merged.firstIndex(where: { $0.kind == proposal.kind }) {
          merged[index].add(proposal)
        } else {
          merged.append(proposal)
        }
      }
    }
    return merged.map { ConfigurationProposal.Entry(path: path, files: files.count, proposal: $0) }
  }

  /// With wildcards in place of the dates and months in the file's own name, and of the number of a rotated log.
  private static func pattern(of path: String) -> String {
    guard !path.contains(where: { "*?[".contains($0) }) else { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard var name = parts.last.map({ Array($0.utf8) }) else { return path }
    for time in NameTime.all(in: parts[parts.count - 1]).reversed() {
      name.replaceSubrange(time.range, with: [UInt8(ascii: "*")])
    }
    parts[parts.count - 1] = String(decoding: name, as: UTF8.self)
      .replacing(month) { "\($0.output.1)*" }
      .replacing(rotatedLog) { _ in ".log*" }
    return parts.joined(separator: "/")
  }
}

extension EntryProposal {
  /// Adds what another file of the same form shows. What is sure of one and a question of the other is a question.
  fileprivate mutating func add(_ other: EntryProposal) {
    isWithheld = isWithheld || other.isWithheld
    for note in other.notes where !notes.contains(note) { notes.append(note) }
    for line in other.lines {
      guard let index = lines.firstIndex(where: { $0.key == line.key && ($0.texts == line.texts || line.isFilter) })
      else {
        lines.append(line)
        continue
      }
      if line.isFilter { lines[index].texts += line.texts.filter { !lines[index].texts.contains($0) } }
      if line.certainty == .question, lines[index].certainty != .question {
        lines[index].certainty = .question
        lines[index].reason = line.reason
      }
    }
    demoteRivals()
  }

  /// Two fields for one column, each sure in its own file, are a question in the entry of both.
  private mutating func demoteRivals() {
    let columns = Dictionary(grouping: lines.indices) { lines[$0].key }
    for (key, indices) in columns where indices.count > 1 {
      guard case .column = key else { continue }
      for index in indices { lines[index].certainty = .question }
    }
  }
}

extension ProposedLine {
  fileprivate var isFilter: Bool { if case .filter = key { true } else { false } }
}
