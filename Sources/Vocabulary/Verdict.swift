/// What a rule decides about one subject. Every verdict other than `pass` is a finding.
package enum Verdict: String, CaseIterable, Codable, Sendable {
  case pass, fail, inconclusive, pending, manual
}
