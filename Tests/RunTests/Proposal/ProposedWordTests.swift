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

  /// Who has to say what a word means has to see it; a name of a person stays masked, however few rows there are.
  @Test(
    arguments: [
      (["ErasureRequested", "ErasureCompleted", "ErasureCancelled"], true), (["ja", "nein", "ja"], true),
      (["bounce", "hard_bounce", "delivered"], true), (["はい", "いいえ", "撤回"], true),
      (["Consent 3 withdrawn", "Consent 4 given", "Consent 5 given"], true),
      (["Consent 15550100123", "Consent 15550100124", "x"], false),
      (["Ann Example", "Ben Example", "Grant Example"], false), (["Grant", "Grant", "Ann"], false),
      (["山田同意撤回", "山田太郎", "はな"], false),
    ] as [([String], Bool)])
  func wordsOfProgramsAreShown(values: [String], isShown: Bool) throws {
    let rows = zip(Proposed.uids, values).map { "\($0),\($1),2026-01-01T00:00:00Z\n" }.joined()
    let text = try Proposed.all("who,what,when\n" + rows, as: "list.csv").text
    #expect(text.contains("#   what  `\(values[0])`") == isShown, "\(text)")
    for value in values where value.contains("Ann") || value.contains("山田") { #expect(!text.contains(value)) }
  }

  /// The payload of an event is no part of a token.
  @Test(arguments: [#"{"userId":"u1","requestId":"r-1"}"#, #""{\"userId\":\"u1\",\"requestId\":\"r-1\"}""#])
  func aPayloadIsLookedInto(payload: String) throws {
    let event = #"{"eventType":"ErasureRequested","occurredAt":"2026-01-01T00:00:00Z","payload":\#(payload)}"#
    let entry = try Proposed.entry(event + "\n" + event + "\n", as: "deletion_events.ndjson")
    #expect(entry.fields(of: "uid") == ["payload.userId": .sure])
    #expect(entry.fields(of: "request_id") == ["payload.requestId": .sure])
    #expect(entry.fields(of: "requested_at") == ["occurredAt": .likely])
    let token = event.replacing(payload, with: #""eyJhbGciOi""#)
    #expect(try !Proposed.all(token, as: "deletion_events.ndjson").text.contains("payload"))
  }

  @Test func theLineOfExcelIsNamed() throws {
    let text = "sep=;\nkunde;zweck;zeit\nu1;link:phone;2026-01-01T00:00:00Z\n"
    #expect(try Proposed.all(text, as: "consents.csv").text.contains("`sep=`, is Excel's own and no header"))
  }

  /// What became of consents is no purpose of theirs, however its column is called.
  @Test(
    arguments: [
      ("type", ["ConsentGranted", "ConsentWithdrawn"], .likely), ("type", ["GRANT", "REVOKE"], .likely),
      ("consent_type", ["consent.given", "consent.refused"], .likely),
      ("type", ["PolicyViewed", "ConsentWithdrawn"], .question), ("category", ["granted", "denied"], .likely),
      ("type", ["sms_login", "social_login"], nil), ("category", ["sms_login", "granted"], nil),
    ] as [(String, [String], Certainty?)])
  func aColumnOfStatesIsNoPurpose(name: String, values: [String], state: Certainty?) throws {
    let rows = zip(["u1", "u2", "u1"], values + values).map { "\($0),\($1),2026-01-01T00:00:00Z\n" }.joined()
    let entry = try Proposed.entry("user_id,\(name),created_at\n" + rows, as: "consent_events.csv")
    #expect(entry.fields(of: "state")[name] == state, "\(entry.lines)")
    #expect(entry.fields(of: "purpose")[name] == (state == nil ? .likely : nil), "\(entry.lines)")
    guard state == .likely else { return }
    let meanings = values.map { value in
      entry.lines.first { $0.key == .value(column: "state", theirs: value) }?.texts.first
    }
    #expect(meanings[0] == "given" && ["withdrawn", "refused"].contains(meanings[1]), "\(meanings)")
  }
}
