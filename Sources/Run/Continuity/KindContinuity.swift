import Evidence
import History
import Judgement
import Timestamps

/// The kinds of evidence that earlier runs of the project had and this one has not (docs/contract.md, section 4).
struct KindContinuity {
  /// In order of name.
  let lost: [LostKind]

  init(_ lost: [LostKind]) { self.lost = lost }

  /// - Parameters:
  ///   - earlier: when the project's runs last had each kind.
  ///   - supplied: the kinds that sources of this run have.
  init(earlier: [KindSight], supplied: Set<EvidenceKind>, maxAges: [EvidenceKind: TimeSpan]) {
    lost = earlier.filter { !supplied.contains($0.kind) }.map {
      LostKind(
        kind: $0.kind, run: $0.run, asOf: $0.asOf, capturedTo: $0.capturedTo, maxAge: maxAges[$0.kind])
    }
  }

  /// The lost kinds without which the audit is incomplete.
  func required(at asOf: Timestamp, optional: Set<EvidenceKind>) -> [LostKind] {
    lost.filter { !optional.contains($0.kind) && !$0.isAllowed(at: asOf) }
  }
}
