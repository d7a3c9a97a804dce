import Evidence
import Intake
import Run
import Testing

/// What a proposed configuration may not show.
@Suite struct ProposedSecretTests {
  /// Keys are written as they are: what may not be shown is none, and its meaning stays a question.
  @Test func whatMayNotBeShownIsNoKey() throws {
    let sub = "001234.0123456789abcdef0123456789abcdef.0456"
    let token = "r0123SAMPLETOKEN.0.mrsz.abcdefghijklmnop"
    let called = "https://appleid.apple.com/auth/revoke?token=sample0token&client_secret=sample0secret"
    func record(_ more: String) -> String { #"{"uid":"u1","at":"2026-10-01T01:00:00Z",\#(more)}"# + "\n" }
    let proposal = try Proposed.all(
      record(#""endpoint":"\#(called)","http_status":200"#)
        + record(#""endpoint":"\#(called)1","http_status":200,"client_id":"com.example.app""#)
        + record(#""endpoint":"apple","http_status":200,"token_type":"\#(token)","client_id":"\#(sub)""#),
      as: "revocations.ndjson")
    let entry = try #require(proposal.entries.first?.proposal)
    let endpoints = entry.lines.filter { if case .value("endpoint", _) = $0.key { true } else { false } }
    #expect(endpoints.map(\.certainty) == [.question], "\(endpoints)")
    for text in [proposal.text, proposal.inputs] {
      for secret in [sub, token, "sample0token", "sample0secret"] { #expect(!text.contains(secret), "\(text)") }
      #expect(text.contains("'https://appleid.apple.com/auth/revoke?…': apple  # question"), "\(text)")
    }
    #expect(proposal.text.contains("[com.example.app]"), "\(proposal.text)")
  }
}
