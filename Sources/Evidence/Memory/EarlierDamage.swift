package import Timestamps

/// A source of an earlier run of which not all could be read, and which no later one makes up for. What nobody has may
/// be among what was not read (docs/contract.md, section 4, "Rejected is not absent").
package struct EarlierDamage: Hashable, Sendable {
  package var path: String
  package var kind: EvidenceKind
  /// The number of the run that read it.
  package var run: Int64
  /// The as-of of that run, after which it read nothing. A capture may come from a name, and be the beginning of what
  /// the file has.
  package var readAt: Timestamp
  /// Whether what was not read may be about anybody; if not, it is about those who are named.
  package var isAboutAnybody: Bool
  package var names: Set<RejectedName>
  /// Whether no later source can make up for it.
  package var isForGood: Bool
  /// Whether all of it could be read, but is not remembered: nothing read a column that may change what it says.
  package var isUndecided: Bool

  package init(
    path: String, kind: EvidenceKind, run: Int64, readAt: Timestamp, isAboutAnybody: Bool, names: Set<RejectedName>,
    isForGood: Bool = false, isUndecided: Bool = false
  ) {
    self.path = path
    self.kind = kind
    self.run = run
    self.readAt = readAt
    self.isAboutAnybody = isAboutAnybody
    self.names = names
    self.isForGood = isForGood
    self.isUndecided = isUndecided
  }

  /// A file, of whichever run.
  fileprivate struct File: Hashable {
    var path: String
    var kind: EvidenceKind
  }
}

extension [EarlierDamage] {
  /// How many files are told one by one.
  private static var told: Int { 20 }

  /// A sentence for each file with the remedy, whichever runs read it; of many files, the last ones and a count.
  package var sentences: [String] {
    let files = Dictionary(grouping: self) { EarlierDamage.File(path: $0.path, kind: $0.kind) }.sorted { left, right in
      let (last, other) = (left.value.map(\.run).max() ?? 0, right.value.map(\.run).max() ?? 0)
      return (other, left.key.path, left.key.kind.rawValue) < (last, right.key.path, right.key.kind.rawValue)
    }
    var sentences = files.prefix(Self.told).map { Self.sentence($0.key, $0.value) }
    if files.count > Self.told {
      sentences.append("Earlier runs could not read all records of \(files.count - Self.told) more files.")
    }
    return sentences
  }

  private static func sentence(_ file: EarlierDamage.File, _ damages: [EarlierDamage]) -> String {
    let runs = Set(damages.map(\.run)).sorted()
    let others = runs.count > 1 ? " (and \(runs.count - 1) earlier)" : ""
    let names = Set(damages.flatMap(\.names)).count
    let named = names == 1 ? "the person or request that they name" : "the \(names) persons or requests that they name"
    let whom = damages.contains(where: \.isAboutAnybody) ? "anybody" : named
    let withdrawn = damages.filter(\.isForGood).map(\.run).max()
    let run = withdrawn ?? runs.last ?? 0
    let reason =
      withdrawn == nil
      ? "Supply the file again under its name, corrected and whole. If that does not help,"
      : "Nothing shows when the log began, so a later one cannot make up for it:"
    let remedy = """
      \(reason) withdraw run \(run) (`relay-audit history --withdraw \(run)`), and audit that night again with the \
      whole file.
      """
    let what =
      damages.allSatisfy(\.isUndecided)
      ? "did not remember the records of `\(file.path)` (\(file.kind.rawValue)), of which a column was not read"
      : "could not read all records of `\(file.path)` (\(file.kind.rawValue))"
    return """
      Run \(runs.last ?? 0)\(others) \(what), and no later file makes up for them. A missing record therefore proves \
      nothing about \(whom). \(remedy)
      """
  }
}
