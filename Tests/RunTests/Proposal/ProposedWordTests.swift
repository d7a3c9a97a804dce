import Evidence
import Foundation
import Intake
import Run
import Testing

/// What the words in a file's columns make of a proposal, and what of them is shown.
@Suite struct ProposedWordTests {
  /// In a log of consents, `name` may be of a person, or say what happened.
  @Test func aNameThatSaysAnEndIsNotIgnored() throws {
    func log(_ name: (Int) -> String) -> String {
      (0..<100).map { #"{"ts":1767225600,"user_id":"u1","name":"\#(name($0))"}"# + "\n" }.joined()
    }
    for (text, isIgnored) in [
      (log { "Ann Example \($0)" }, true), (log { "Consent \($0) \($0 == 99 ? "withdrawn" : "given")" }, false),
      (log { "Consent \($0) \($0 == 1 ? "abgelehnt" : "given")" }, false),
    ] {
      let entry = try Proposed.entry(text, as: "consent_log.ndjson")
      let isInForce = entry.lines.contains { $0.key == .ignored("name") && $0.certainty != .question }
      #expect(isInForce == isIgnored, "\(entry.lines)")
    }
    let words = ["consent_given", "consent_renewed", "consent_withdrawn"]
    let few = words.map { #"{"ts":1767225600,"user_id":"u1","name":"\#($0)"}"# + "\n" }.joined()
    let entry = try Proposed.entry(few, as: "consent_log.ndjson")
    #expect(entry.fields(of: "state") == ["name": .question])
  }
}
