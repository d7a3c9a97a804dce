/// Why a finding of the run before is no finding any more (docs/contract.md, section 7).
package enum ResolutionCause: String, CaseIterable, Codable, Sendable {
  /// Its subject was judged again, and passed.
  case passed
  /// What it was about is lawfully gone: the account, the link.
  case subjectGone = "subject-gone"
  /// The rule no longer judges it so.
  case ruleChanged = "rule-changed"
  case ruleDisabled = "rule-disabled"
  /// The deletion request was cancelled or denied.
  case requestCancelled = "request-cancelled"
  /// The configuration released a kind of evidence that it rests on.
  case evidenceReleased = "evidence-released"
}
