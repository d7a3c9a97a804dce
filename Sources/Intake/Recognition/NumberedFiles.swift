import Evidence

/// Files whose paths differ in numbers alone: the months of a table, the parts of a log, its rotated copies.
package enum NumberedFiles {
  // # Safety: nothing changes these, and they run no code of ours. `Regex` is not `Sendable` because others do.
  private nonisolated(unsafe) static let number = #/[0-9]+/#
  private nonisolated(unsafe) static let ending = #/\.[0-9]+$/#

  /// Marks a file that is not recognised as an unreadable one of the kind that the others of its name have: whoever
  /// mapped last month's file would else not learn that this month's is not read.
  package static func doubt(in sources: inout [RecognisedSource]) {
    let files = sources.indices.filter { sources[$0].file.isRegular }
    for same in Dictionary(grouping: files, by: { unnumbered(sources[$0].file.path) }).values where same.count > 1 {
      let kinds = Set(same.compactMap { sources[$0].kind })
      guard kinds.count == 1, let kind = kinds.first else { continue }
      for index in same {
        guard case .unrecognised(let why) = sources[index].outcome, sources[index].supersededBy == nil else { continue }
        sources[index].fail(
          as: kind, "it is not recognised, and files whose names differ in numbers alone hold \(kind.rawValue): \(why)")
      }
    }
  }

  /// The path without its numbers, without the mark of compression and without the ending of a rotated log.
  private static func unnumbered(_ path: String) -> String {
    var name = path
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return name.replacing(ending, with: "").replacing(number, with: "#")
  }
}

extension RecognisedSource {
  /// Makes it a file of that kind that cannot be read.
  ///
  /// - Parameter reason: a sentence.
  mutating func fail(as kind: EvidenceKind, _ reason: String) {
    file.settings.kind = kind
    if isUnreadable { return }
    why = reason
    outcome = .unreadable(reason)
  }
}
