import Evidence
import Vocabulary

/// Makes verdicts `inconclusive` on persons whom a record of an undecided source names: it may say otherwise than it
/// seems to (docs/contract.md, section 4, "Reading what is not ours").
struct UndecidedEvidence {
  private let sources: [UndecidedSource]

  /// Nil where no verdict of the rule can rest on such a record.
  ///
  /// - Throws: `StorageError`.
  init?(_ directory: EvidenceDirectory, for rule: Rule) throws {
    let kinds = rule.metadata.judgedBy.intersection(MissingEvidence.undecidable)
    guard !kinds.isEmpty else { return nil }
    sources = try directory.undecidedSources().filter { source in kinds.contains { $0.mayStand(in: source.kind) } }
    guard !sources.isEmpty else { return nil }
  }

  private func source(of account: Int64?) -> UndecidedSource? {
    account.flatMap { account in sources.first { $0.names(account) } }
  }

  func concerns(_ account: Int64?) -> Bool { source(of: account) != nil }

  func applied(to judgement: Judgement) -> Judgement {
    guard judgement.verdict != .inconclusive, let source = source(of: judgement.account) else { return judgement }
    return judgement.inconclusive(
      MissingEvidence.undecided, "not every column of `\(source.path)` that decides its records was read")
  }
}
