package import Evidence
package import Vocabulary

/// What the gate is told to hold a run to (docs/contract.md, section 3).
package struct GateSettings: Hashable, Sendable {
  package var failOn = FailOn.severity(.high)
  package var scope = GateScope.all
  package var required = RequiredKinds.auto
  /// Kinds that may be missing, whichever rule needs them and whichever run had them.
  package var optional: Set<EvidenceKind> = []
  /// Nil for no limit.
  package var maxInconclusive: Limit?
  package var maxRejects = Limit.count(0)

  package init() {}
}
