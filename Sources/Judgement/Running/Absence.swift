import Evidence
import Timestamps
import Vocabulary

/// Tells whether a record that is not there may be taken for absent. Where it may not, a `fail` that rests on its
/// absence becomes `inconclusive` (docs/contract.md, section 4, "Rejected is not
/// absent"). Other verdicts stay.
struct Absence {
  /// The accounts that rejected records of the kind name, and the as-of of the last run with such a record, in
  /// milliseconds.
  private var named: [EvidenceKind: [Int64: Int64]] = [:]
  private var doubts: [EvidenceKind: Doubt] = [:]
  /// Until when records of the kind are known, where no source of this run has it: milliseconds.
  private var knownUntil: [EvidenceKind: Int64] = [:]
  /// Of accounts of persons who were forgotten and are back, when they were forgotten: milliseconds. What earlier runs
  /// read of them before is gone.
  private let forgotten: [Int64: Int64]
  /// Milliseconds.
  private let asOf: Int64

  /// Why no account's records of a kind can be called absent.
  private struct Doubt {
    /// As the end of a sentence.
    var text: String
    /// The as-of of the last run that gives the doubt: milliseconds.
    var readAt: Int64
  }

  /// A run is taken to have read nothing of a record only where its as-of is so long before it, in milliseconds: clocks
  /// differ, and calls are noted a little before the request that they answer.
  private static let slack: Int64 = 24 * 3_600_000

  /// If more than one in so many records of a source is rejected, nothing can be said of anybody.
  private static let allowedShare = 100

  /// - Parameter asOf: milliseconds.
  /// - Throws: `StorageError`.
  init(_ directory: EvidenceDirectory, asOf: Int64) throws {
    self.init(
      rejected: try directory.rejectedPersons(), sources: try directory.damagedSources(),
      earlier: directory.earlierDamage, coverage: try directory.coverage(), forgotten: directory.forgotten, asOf: asOf)
  }

  init(
    rejected: [EvidenceKind: [Int64: Int64]], sources: [EvidenceDirectory.SourceState], earlier: [EarlierDamage],
    coverage: [EvidenceDirectory.Coverage], forgotten: [Int64: Int64] = [:], asOf: Int64
  ) {
    self.asOf = asOf
    self.forgotten = forgotten
    for kind in EvidenceKind.allCases {
      let holders = kind.isInLogs ? [kind, .logs] : [kind]
      for holder in holders {
        guard let accounts = rejected[holder] else { continue }
        if accounts[EvidenceDirectory.everybody] != nil {
          add("so many records of kind `\(kind.rawValue)` were rejected that they may concern anybody", to: kind)
        }
        named[kind, default: [:]].merge(accounts, uniquingKeysWith: max)
      }
      for source in earlier where source.isAboutAnybody && holders.contains(source.kind) {
        add(
          "run \(source.run) could not read all of `\(source.path)`, and no later file makes up for it", to: kind,
          readAt: source.readAt.milliseconds)
      }
      if let source = sources.first(where: { holders.contains($0.kind) && Self.isDoubtful($0) }) {
        add(Self.doubt(source), to: kind)
      }
    }
    for kind in coverage where !kind.isSupplied && kind.isPresent {
      // Without any whole source of it, nothing is known at any time.
      knownUntil[kind.kind] = kind.capturedTo?.milliseconds ?? .min
    }
  }

  /// - Parameter readAt: milliseconds; by default that of this run, which is later than whatever is judged.
  private mutating func add(_ text: String, to kind: EvidenceKind, readAt: Int64 = .max) {
    if let known = doubts[kind], known.readAt > readAt { return }
    doubts[kind] = Doubt(text: text, readAt: readAt)
  }

  private static func isDoubtful(_ source: EvidenceDirectory.SourceState) -> Bool {
    source.isTruncated || source.rejected * allowedShare > source.records + source.rejected
  }

  private static func doubt(_ source: EvidenceDirectory.SourceState) -> String {
    if source.isTruncated { return "`\(source.path)` is cut short or could not be read in full" }
    let all = source.records + source.rejected
    if all == 1 { return "the only record of `\(source.path)` was rejected" }
    return "\(source.rejected.grouped) of \(all.grouped) records of `\(source.path)` "
      + "\(source.rejected == 1 ? "was" : "were") rejected"
  }

  func applied(to judgement: Judgement, by rule: Rule) -> Judgement {
    guard judgement.verdict == .fail, let reason = judgement.reason,
      let kinds = rule.metadata.reasons[reason]?.restsOnAbsenceOf, !kinds.isEmpty
    else { return judgement }
    if let detail = rejection(of: kinds, judgement, rule) {
      return judgement.inconclusive(MissingEvidence.rejected, detail)
    }
    let time = judgement.dueAt ?? judgement.at ?? Timestamp(milliseconds: asOf)
    // Else a side kind that is no longer supplied would keep the rule from ever failing again.
    let lacks = rule.metadata.reasons[reason]?.lacks ?? []
    for kind in kinds where !lacks.contains(kind) || rule.metadata.needs.contains(kind) {
      guard let end = knownUntil[kind] else { continue }
      if let forgottenAt = judgement.account.flatMap({ forgotten[$0] }),
        judgement.at?.milliseconds ?? .min < forgottenAt
      {
        return judgement.inconclusive(
          MissingEvidence.beyondCapture,
          "no source of kind `\(kind.rawValue)` was supplied, and what earlier ones said of the person was forgotten "
            + "on \(Timestamp(milliseconds: forgottenAt).readable)")
      }
      guard time.milliseconds > end else { continue }
      return judgement.inconclusive(
        MissingEvidence.beyondCapture,
        "no source of kind `\(kind.rawValue)` was supplied, and "
          + (end == .min
            ? "no earlier one was complete"
            : "the newest earlier one was captured on \(Timestamp(milliseconds: end).readable)"))
    }
    return judgement
  }

  private func rejection(of kinds: [EvidenceKind], _ judgement: Judgement, _ rule: Rule) -> String? {
    for kind in kinds {
      // What was read before the subject's time cannot have what is missing.
      let oldest = rule.metadata.since.contains(kind) ? (judgement.at?.milliseconds).map { $0 - Self.slack } : nil
      func mayHaveIt(_ readAt: Int64) -> Bool { oldest.map { $0 <= readAt } ?? true }
      if let doubt = doubts[kind], mayHaveIt(doubt.readAt) { return doubt.text }
      if let readAt = judgement.account.flatMap({ named[kind]?[$0] }), mayHaveIt(readAt) {
        return "a rejected record of kind `\(kind.rawValue)` names the same person"
      }
    }
    return nil
  }
}
