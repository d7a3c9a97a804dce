/// The reasons of an `inconclusive` verdict that say no more than that evidence was not there to be judged by. Such a
/// verdict does not end a finding that failed before (docs/contract.md, section 4).
package enum MissingEvidence {
  private static let reasons: Set = [
    "beyond-capture", "evidence-rejected", "export-hides-apple", "export-incomplete", "export-too-old",
    "tenant-not-exported",
  ]

  package static func isSaid(by reason: String) -> Bool {
    reasons.contains(reason) || reason.hasPrefix("no-") && reason.hasSuffix("-source")
  }
}
