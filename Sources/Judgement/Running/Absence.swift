import Evidence
import Timestamps
import Vocabulary

/// Tells whether a record that is not there may be taken for absent. Where it may not, a `fail` that rests on its
/// absence becomes `inconclusive` (docs/contract.md, section 4, "Continuity"). Other verdicts stay.
struct Absence {
  /// A rejected record of the kind names one of these accounts.
  private var named: [EvidenceKind: Set<Int64>] = [:]
  /// Why no account's records of the kind can be called absent, as the end of a sentence.
  private var doubts: [EvidenceKind: String] = [:]
  /// Until when records of the kind are known, where no source of this run has it: milliseconds.
  private var knownUntil: [EvidenceKind: Int64] = [:]
  /// Milliseconds.
  private let asOf: Int64

  /// Of a source's records, one in so many may be rejected before nothing can be said of anybody.
  private static let allowedShare = 100

  /// - Parameter asOf: milliseconds.
  /// - Throws: `StorageError`.
  init(_ directory: EvidenceDirectory, asOf: Int64) throws {
    self.init(
      rejected: try directory.rejectedPersons(), sources: try directory.damagedSources(),
      coverage: try directory.coverage(), asOf: asOf)
  }

  init(
    rejected: [EvidenceKind: Set<Int64>], sources: [EvidenceDirectory.SourceState],
    coverage: [EvidenceDirectory.Coverage], asOf: Int64
  ) {
    self.asOf = asOf
    for kind in EvidenceKind.allCases {
      let holders = kind.isInLogs ? [kind, .logs] : [kind]
      for holder in holders {
        guard let accounts = rejected[holder] else { continue }
        if accounts.contains(EvidenceDirectory.everybody) {
          doubts[kind] = "so many records of kind `\(kind.rawValue)` were rejected that they may concern anybody"
        }
        named[kind, default: []].formUnion(accounts)
      }
      if let source = sources.first(where: { holders.contains($0.kind) && Self.isDoubtful($0) }) {
        doubts[kind] = Self.doubt(source)
      }
    }
    for kind in coverage where !kind.isSupplied && kind.isPresent {
      // Without any whole source of it, nothing is known at any time.
      knownUntil[kind.kind] = kind.capturedTo?.milliseconds ?? .min
    }
  }

  private static func isDoubtful(_ source: EvidenceDirectory.SourceState) -> Bool {
    source.isTruncated || source.rejected * allowedShare > source.records + source.rejected
  }

  private static func doubt(_ source: EvidenceDirectory.SourceState) -> String {
    if source.isTruncated { return "`\(source.path)` is cut short or could not be read in full" }
    return "\(source.rejected) of \(source.records + source.rejected) records of `\(source.path)` were rejected"
  }

  func applied(to judgement: Judgement, by rule: Rule) -> Judgement {
    guard judgement.verdict == .fail, let reason = judgement.reason,
      let kinds = rule.metadata.reasons[reason]?.restsOnAbsenceOf, !kinds.isEmpty
    else { return judgement }
    if let detail = rejection(of: kinds, judgement.account) {
      return judgement.inconclusive(MissingEvidence.rejected, detail)
    }
    let time = judgement.dueAt ?? judgement.at ?? Timestamp(milliseconds: asOf)
    // Else a side kind that is no longer supplied would keep the rule from ever failing again.
    let lacks = rule.metadata.reasons[reason]?.lacks ?? []
    for kind in kinds where !lacks.contains(kind) || rule.metadata.needs.contains(kind) {
      guard let end = knownUntil[kind], time.milliseconds > end else { continue }
      return judgement.inconclusive(
        MissingEvidence.beyondCapture,
        "no source of kind `\(kind.rawValue)` was supplied, and "
          + (end == .min
            ? "no earlier one was complete"
            : "the newest earlier one was captured on \(Timestamp(milliseconds: end).readable)"))
    }
    return judgement
  }

  private func rejection(of kinds: [EvidenceKind], _ account: Int64?) -> String? {
    for kind in kinds {
      if let doubt = doubts[kind] { return doubt }
      if let account, named[kind]?.contains(account) == true {
        return "a rejected record of kind `\(kind.rawValue)` names the same person"
      }
    }
    return nil
  }
}

extension Judgement {
  fileprivate func inconclusive(_ reason: String, _ detail: String) -> Judgement {
    var judgement = self
    judgement.verdict = .inconclusive
    judgement.reason = reason
    judgement.detail = detail
    return judgement
  }
}
