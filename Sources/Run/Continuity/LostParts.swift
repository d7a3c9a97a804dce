import Evidence
import History
import Intake
import Judgement
import Storage
import Timestamps

/// Files of accounts that the newest whole snapshot had and that are missing tonight, although others of it are there:
/// a part of an export looks like all of it. So does an export without a file of credentials that it had.
///
/// An export that is made of other files now is none of that: it has no file in common with the one before, whatever
/// the folders, or no fewer accounts. Of a file of credentials nobody knows whether another one has what it had. A file
/// that had accounts and is an empty list now is missing as well.
enum LostParts {
  /// - Parameter sources: of this run. How many accounts they have is theirs to say: who counts a shard has a part of
  ///   them alone.
  /// - Throws: `StorageError`.
  static func find(
    among sources: [AuditedSource], _ settings: AuditSettings, in store: Connection
  ) throws -> [SkippedInput] {
    let exports = sources.map(\.facts).filter { $0.kind == .accounts }
    let gate = settings.configuration.gate
    guard !gate.optional.contains(.accounts),
      let before = try AccountParts.newest(of: settings.project, upTo: settings.asOf, in: store)
    else { return [] }
    let released = "set `gate.optional: [accounts]` for one night"
    let lost = missing(from: before, beside: exports).map { part in
      (
        part,
        """
        run \(before.run) read it together with the other account files, which now show less. If the export no \
        longer has this part, \(released)
        """
      )
    }
    let emptied = emptied(since: before, among: exports).map { part in
      (
        part,
        """
        it is an empty list, and run \(before.run) read accounts of it, which the other files do not show. If they are \
        all gone, \(released)
        """
      )
    }
    return (lost + emptied).map { part, reason in
      SkippedInput(path: part.path, reason: reason, weight: .problem, format: part.format)
    }.sorted { $0.path < $1.path }
  }

  private static func missing(from before: AccountParts, beside exports: [SourceFacts]) -> [AccountParts.Part] {
    let here = Set(exports.map { UndatedPath.of($0.path) })
    let isSmaller = accounts(of: exports) < before.accounts
    guard before.parts.keys.contains(where: here.contains) else {
      let moved = PathEnds.matched(before.parts.keys, with: here)
      let lost = isSmaller && !moved.isEmpty ? before.parts.filter { moved[$0.key] == nil }.map(\.value) : []
      return lost.filter { !isOfCredentials($0.format) } + credentials(of: before, missingIn: exports)
    }
    return before.parts.filter { path, part in
      !here.contains(path) && (isSmaller || isOfCredentials(part.format))
    }.map(\.value)
  }

  /// Rows of credentials are no accounts.
  private static func accounts(of exports: [SourceFacts]) -> Int {
    exports.filter { !isOfCredentials($0.format) }.reduce(0) { $0 + $1.records }
  }

  /// The parts that had accounts, and are empty lists now beside others.
  private static func emptied(since before: AccountParts, among exports: [SourceFacts]) -> [AccountParts.Part] {
    let accounts = accounts(of: exports)
    guard accounts > 0, accounts < before.accounts else { return [] }
    let here = Dictionary(exports.map { (UndatedPath.of($0.path), $0) }) { first, _ in first }
    let matched = PathEnds.matched(before.parts.keys, with: here.keys)
    return before.parts.compactMap { path, part in
      guard let now = matched[path].flatMap({ here[$0] }), isEmptied(part, now, beside: exports) else { return nil }
      var part = part
      part.path = now.path
      return part
    }
  }

  /// Whether a file had accounts, and is an empty list now. The last page of a list may be: pages are numbered.
  private static func isEmptied(
    _ part: AccountParts.Part, _ now: SourceFacts, beside exports: [SourceFacts]
  ) -> Bool {
    guard part.records > 0, now.records == 0, now.rejected == 0, !isOfCredentials(part.format) else { return false }
    let page = UnnumberedName.of(now.path)
    return !exports.contains { $0.path != now.path && UnnumberedName.of($0.path) == page }
  }

  /// Where each night has a folder of its own, a file is known again by its name and format. Where files of several
  /// folders share a name, one of them stands for all, since they may have been joined.
  private static func credentials(
    of before: AccountParts, missingIn exports: [SourceFacts]
  ) -> [AccountParts.Part] {
    let here = Set(exports.map { NamedFile(UndatedPath.of($0.path), $0.format) })
    let gone = before.parts.filter { path, part in !here.contains(NamedFile(path, part.format)) }
    return gone.count < before.parts.count ? gone.values.filter { isOfCredentials($0.format) } : []
  }

  private struct NamedFile: Hashable {
    private let name: Substring?
    private let format: String

    init(_ path: String, _ format: String?) {
      name = path.split(separator: "/").last
      self.format = format ?? ""
    }
  }

  private static func isOfCredentials(_ format: String?) -> Bool { format.map(CredentialFiles.have) ?? false }
}

extension [SkippedInput] {
  /// As sources of which nothing is known: accounts may be among what they hold, so nothing is gone because it was not
  /// seen. Their numbers are below 0, where no source that is read has its own.
  var facts: [SourceFacts] {
    enumerated().map { index, input in
      SourceFacts(
        ordinal: -1 - index, path: input.path, kind: nil, format: input.format, capturedAt: .init(milliseconds: 0),
        records: 0, rejected: 0, isTruncated: true, generation: nil, showsTenants: false)
    }
  }
}
