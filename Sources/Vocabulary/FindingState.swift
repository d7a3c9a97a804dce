/// What the run before says about a finding.
package enum FindingState: String, CaseIterable, Codable, Sendable {
  /// The run before did not have it open.
  case new
  /// The run before had it open, and this run judged it again.
  case existing
  /// The run before had it open, and this run could not judge it again. It keeps its verdict.
  case carried
}
