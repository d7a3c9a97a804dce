import Evidence

/// Reasons of an `inconclusive` verdict which say that evidence is missing, rather than that what is there proves
/// neither (docs/contract.md, section 4, "Continuity").
package enum MissingEvidence {
  /// A record may be among those that were rejected or cut off.
  package static let rejected = "evidence-rejected"
  /// A record may be later than all that is known of its kind.
  package static let beyondCapture = "beyond-capture"
  /// The record at hand may say otherwise than it seems to.
  package static let undecided = "evidence-undecided"

  /// The reasons that any rule may get whose findings rest on the absence of records. No rule declares them.
  static let shared: [String: RuleMetadata.Reason] = [
    rejected: RuleMetadata.Reason(
      message:
        "Whether this is a violation is unknown. A record that would clear it may be missing because {detail}.",
      remediation: "Correct the source or export it again, and repeat the audit."),
    beyondCapture: RuleMetadata.Reason(
      message:
        "Whether this is a violation is unknown. A record that would clear it may be missing because {detail}.",
      remediation: "Supply the newer export or log, and repeat the audit."),
  ]

  /// The kinds with records that another column may end, refuse or take back, and so with sources that are undecided.
  static let undecidable: Set<EvidenceKind> = [.consents, .links, .deletions, .accountDeletions]

  /// The reason that any rule may get which judges by such a kind. No rule declares it.
  static let ofUndecidable = [
    undecided: RuleMetadata.Reason(
      message:
        "Whether this is a violation is unknown. The record that decides it may say otherwise, because {detail}.",
      remediation:
        "Map the column that is not read, name it in `where` or list it under `ignore`, and repeat the audit.")
  ]

  static func reason(_ name: String) -> RuleMetadata.Reason? { shared[name] ?? ofUndecidable[name] }
}

extension RuleMetadata {
  /// Whether any of its findings rests on the absence of records.
  package var restsOnAbsence: Bool { reasons.values.contains { !$0.restsOnAbsenceOf.isEmpty } }

  /// The rule's own reasons, and those that it shares with others, by name.
  package var allReasons: [String: Reason] {
    var all = reasons
    if restsOnAbsence { all.merge(MissingEvidence.shared) { own, _ in own } }
    if !judgedBy.isDisjoint(with: MissingEvidence.undecidable) {
      all.merge(MissingEvidence.ofUndecidable) { own, _ in own }
    }
    return all
  }

  package func reason(_ name: String) -> Reason? { reasons[name] ?? MissingEvidence.reason(name) }

  /// Whether an `inconclusive` with this reason says that evidence is missing. A finding that failed before and gets
  /// such a verdict was not judged again.
  package func isMissingEvidence(_ reason: String) -> Bool {
    if let own = reasons[reason] { return !own.missing.isEmpty }
    return MissingEvidence.reason(reason) != nil
  }
}
