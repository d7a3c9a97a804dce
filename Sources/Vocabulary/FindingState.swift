/// Whether the previous run of the project had the same finding.
package enum FindingState: String, CaseIterable, Codable, Sendable {
  case new, existing
}
