package import Evidence
import Vocabulary

/// What the gate knows of a run's sources, and why the audit is incomplete for them (docs/contract.md, section 3).
extension Gate {
  package struct Source: Hashable, Sendable {
    package var path: String
    /// The kinds of evidence that may stand in it: for logs, several. Empty where nobody knows.
    package var kinds: Set<EvidenceKind>
    package var records: Int
    package var rejected: Int
    package var isTruncated: Bool
    /// Why the file, or the rest of it, could not be read.
    package var problem: String?
    /// Columns that look like a decision and that nothing reads.
    package var undecided: [String]
    /// Columns that decided records on earlier nights, and that no record has although the source shows these again.
    package var lostColumns: [String]

    package init(
      path: String, kinds: Set<EvidenceKind>, records: Int, rejected: Int, isTruncated: Bool = false,
      problem: String? = nil, undecided: [String] = [], lostColumns: [String] = []
    ) {
      self.path = path
      self.kinds = kinds
      self.records = records
      self.rejected = rejected
      self.isTruncated = isTruncated
      self.problem = problem
      self.undecided = undecided
      self.lostColumns = lostColumns
    }
  }

  /// A file or folder among the inputs that should have been read and was not.
  package struct UnreadInput: Hashable, Sendable {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The kinds whose records are obligations: nothing else tells of those that are lost.
  static let asking: Set<EvidenceKind> = [.deletions, .notifications]

  /// So many sources are named; the others are counted.
  private static let namedSources = 10

  /// The sentence for a kind of which nothing can be used.
  ///
  /// - Parameter isNamed: whether the settings name the kind; else rules need it.
  static func absence(of kind: EvidenceKind, in sources: [Source], isNamed: Bool) -> String {
    guard let source = sources.first(where: { $0.kinds.contains(kind) && $0.records == 0 && $0.rejected > 0 }) else {
      return "No source of kind `\(kind.rawValue)` was supplied, but "
        + (isNamed ? "`--require` or `gate.require` names the kind." : "rules that have something to judge need one.")
    }
    return "No source of kind `\(kind.rawValue)` could be used: "
      + (source.problem.map { "`\(source.path)` could not be read (\($0))." }
        ?? "every record of `\(source.path)` was rejected.")
  }

  /// The sentence for an audit in which no rule that needs evidence had anything to judge, for want of accounts. Rules
  /// that need none find something in any file, such as that it holds no secret.
  ///
  /// - Parameter optional: the kinds that may be missing.
  static func absenceOfAccounts(in facts: Facts, optional: Set<EvidenceKind>) -> String? {
    guard !facts.suppliedKinds.contains(.accounts), facts.neededKinds.isEmpty else { return nil }
    // Where earlier runs had accounts, it is said as of any other kind.
    guard facts.judged == 0 || !optional.contains(.accounts) && !facts.earlierKinds.contains(.accounts) else {
      return nil
    }
    return "Nothing could be judged because no source of kind `accounts` was supplied."
  }

  /// Inputs that were not read, and sources of which a part is missing.
  ///
  /// - Parameter wanted: the kinds of which no part may be missing. A part of the accounts always counts: the rest of
  ///   them looks like all.
  static func damage(in facts: Facts, wanted: Set<EvidenceKind>) -> [String] {
    let remedy = "Its contents are missing from this audit. Supply it, make it readable, or remove it from the inputs."
    var sentences = facts.unread.map { "`\($0.path)` was not read: \($0.reason). \(remedy)" }
    let needed = wanted.union([.accounts])
    for source in facts.sources {
      if source.kinds.isEmpty {
        guard let problem = source.problem else { continue }
        sentences.append("`\(source.path)` could not be read (\(problem)). \(remedy)")
      } else if source.isTruncated || source.problem != nil, !source.kinds.isDisjoint(with: needed) {
        let kinds = source.kinds.intersection(needed).map { "`\($0.rawValue)`" }.sorted().joined(separator: ", ")
        let how = source.isTruncated ? "is cut short" : "could not be read in full"
        let advice = source.problem == nil ? "Export or copy it again." : "Correct the problem, or export it again."
        let why = source.problem.map { " (\($0))" } ?? ""
        sentences.append("`\(source.path)` \(how)\(why), so records of kind \(kinds) may be missing. \(advice)")
      }
    }
    return shortened(sentences)
  }

  /// `limit` is of each source's own records. A file that could not be read at all has its own sentence.
  static func rejects(in sources: [Source], _ limit: Limit) -> [String] {
    shortened(
      sources.filter { source in
        let isNamed = source.kinds.isEmpty && source.problem != nil
        return !isNamed && !limit.allows(source.rejected, of: source.records + source.rejected)
      }.map { source in
        let all = source.records + source.rejected
        let which =
          all == 1 ? "The only record" : "\(source.rejected.grouped) of \(all.grouped) records"
        return "\(which) of `\(source.path)` \(source.rejected == 1 ? "was" : "were") rejected. "
          + "The limit for a source is \(limit.text)."
      })
  }

  /// Columns that nobody has said the meaning of: a person who refused would pass as one who agreed.
  static func undecided(in sources: [Source]) -> [String] {
    shortened(
      sources.filter { !$0.undecided.isEmpty }.map { source in
        let names = source.undecided.map { "`\($0)`" }.joined(separator: ", ")
        return """
          `\(source.path)` has \(source.undecided.count == 1 ? "a column that looks" : "columns that look") like a \
          decision but \(source.undecided.count == 1 ? "is" : "are") not read: \(names). Map each under `columns`; or \
          list under `where` the values of the records that count; or list the column under `ignore`.
          """
      })
  }

  /// Columns by which nights before told how records stand: without them, a person who withdrew looks like one who did
  /// not.
  static func lostColumns(in sources: [Source]) -> [String] {
    shortened(
      sources.filter { !$0.lostColumns.isEmpty }.map { source in
        let isOne = source.lostColumns.count == 1
        let names = source.lostColumns.map { "`\($0)`" }.joined(separator: ", ")
        return """
          No record of `\(source.path)` has the \(isOne ? "column" : "columns") \(names), but earlier nights had \
          \(isOne ? "it" : "them"), and \(isOne ? "it" : "they") decided records that the file shows again. Export \
          \(isOne ? "it" : "each") again (with `null` where there is no value), or map the column in its place under \
          `columns`.
          """
      })
  }

  private static func shortened(_ sentences: [String]) -> [String] {
    guard sentences.count > namedSources else { return sentences }
    return sentences.prefix(namedSources) + ["The same applies to \(sentences.count - namedSources) more sources."]
  }
}
