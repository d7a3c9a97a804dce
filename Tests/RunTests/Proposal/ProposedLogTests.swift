import Evidence
import Foundation
import Intake
import Run
import Testing

/// What is proposed for logs, in which few lines are evidence.
@Suite struct ProposedLogTests {
  private func log(_ messages: String...) throws -> ConfigurationProposal {
    let lines = messages.enumerated().map {
      #"{"ts":"2026-11-01T00:00:0\#($0)Z","uid":"u1","status":200,"#
        + #""url":"https://appleid.apple.com/auth/revoke","msg":"\#($1)"}"#
    }
    return try Proposed.all(lines.joined(separator: "\n") + "\n", as: "app.log")
  }

  private func chosen(_ proposal: ConfigurationProposal) -> [String] {
    guard let entry = proposal.entries.first?.proposal, entry.kind == .revocations else { return [] }
    return entry.lines.first { $0.key == .filter("msg") && $0.certainty != .question }?.texts ?? []
  }

  @Test func aMessageMustSayThatATokenWasRevoked() throws {
    #expect(chosen(try log("apple token revoked", "user logged in")) == ["apple token revoked"])
    for other in [
      "revoking apple token", "will revoke apple token", "account_deleted",
      "apple token not revoked", "session revoked", "apple token revoked, retrying",
      "apple token revoked (dry run)", "apple token revoked for Ann Example",
    ] {
      #expect(chosen(try log(other, "user logged in")) == [], "\(other)")
      #expect(chosen(try log(other, "apple token revoked")) == ["apple token revoked"], "\(other)")
    }
    // A call that failed shows that a token was held, and its status that it failed.
    let failed = "apple token revocation failed"
    #expect(chosen(try log(failed, "apple token revoked")) == ["apple token revoked", failed])
    #expect(chosen(try log(failed, "user logged in")) == [])
    // Whose token it was is not said.
    #expect(chosen(try log("token revoked")) == [])
  }

  /// A column that says what became of the calls is read, or asked for.
  @Test(
    arguments: [
      ("result", ["success", "failure"], .likely), ("ok", ["true", "false"], .likely),
      ("revoked", ["yes", "no"], .likely),
      ("state", ["3", "4"], .question),
    ] as [(String, [String], Certainty)])
  func theOutcomeOfCallsIsRead(name: String, values: [String], certainty: Certainty) throws {
    let rows = zip(Proposed.uids, values).map { "\($0),2026-01-01T00:00:00Z,apple,refresh_token,\($1)\n" }.joined()
    let entry = try Proposed.entry("user_id,at,endpoint,token_type,\(name)\n" + rows, as: "apple_revocations.csv")
    let line = try #require(entry.lines.first { $0.key == .column("outcome") })
    #expect(line.texts == [name] && line.certainty == certainty)
    if certainty == .likely {
      let meanings = values.map { value in
        entry.lines.first { $0.key == .value(column: "outcome", theirs: value) }?.texts
      }
      #expect(meanings == [["revoked"], ["failed"]])
    }
  }

  @Test func otherWordsForADeletedAccountAreNamed() throws {
    let said = "Other messages in `msg`, as `user purged`, may mean it too: list those that do under `where`"
    for (message, notes) in [("user purged", [said]), ("user created", [])] {
      let entry = try #require(try log("account deleted", message, "account deleted").entries.first?.proposal)
      #expect(entry.kind == .accountDeletions)
      #expect(entry.notes == notes)
    }
  }

  @Test func messagesWithIdsCannotBeChosen() throws {
    let entry = try #require(try log("apple token revoked for u1", "apple token revoked for u2").entries.first)
    #expect(entry.proposal.isWithheld)
  }

  @Test func aRevocationNeedsToKnowWhatWasCalled() throws {
    let text = #"{"ts":"2026-11-01T00:00:00Z","uid":"u1","status":200,"msg":"apple token revoked"}"#
    let entry = try Proposed.entry(text + "\n" + text + "\n", as: "app.log")
    #expect(!entry.isWithheld)
    #expect(entry.lines.contains { $0.key == .filter("msg") && $0.certainty == .question })
    // A column of another name keeps no record out.
    let other = try Proposed.entry((text + "\n").replacingOccurrences(of: "msg", with: "text"), as: "app.log")
    #expect(other.isWithheld)
  }

  private func lines(_ lines: String...) throws -> EntryProposal {
    try Proposed.entry(lines.joined(separator: "\n") + "\n", as: "worker.txt")
  }

  private static let done =
    "2026-11-01T10:00:00Z apple token revoked uid=u1 status=200 url=https://appleid.apple.com/auth/revoke"

  @Test func aPatternMatchesNoLineOfAFailure() throws {
    #expect(try !lines(Self.done, "2026-11-01T10:00:01Z started").isWithheld)
    let failed = Self.done.replacingOccurrences(of: "revoked", with: "revoked failed")
    #expect(try lines(Self.done, failed).isWithheld)
    #expect(try lines(Self.done.replacingOccurrences(of: "uid=", with: "user_id=")).isWithheld)
    #expect(
      try lines(Self.done.replacingOccurrences(of: "url=https://appleid.apple.com/auth/revoke", with: "")).isWithheld)
    #expect(try lines(Self.done.replacingOccurrences(of: "uid=u1", with: "")).isWithheld)
    for other in ["by-uid=u2 uid=u1", "actor.uid=u2 uid=u1"] {
      let entry = try lines(Self.done.replacingOccurrences(of: "uid=u1", with: other))
      let pattern = try #require(entry.lines.first { $0.key == .pattern }?.texts.first)
      #expect(pattern.contains(#"(?<![\w.-])uid="#), "\(pattern)")
    }
  }

  @Test func successIsAQuestionWhereAColumnSaysOtherwise() throws {
    func log(_ success: String) -> String {
      (1...2).map {
        #"{"ts":179352720\#($0),"uid":"u\#($0)","msg":"apple token revoked","success":\#($0 == 1 ? "true" : success),"#
          + #""url":"https://appleid.apple.com/auth/revoke"}"# + "\n"
      }.joined()
    }
    #expect(chosen(try Proposed.all(log("true"), as: "app.log")) == ["apple token revoked"])
    #expect(chosen(try Proposed.all(log("false"), as: "app.log")) == [])
  }

  @Test func aRareMessageOfALongLogIsFound() throws {
    func line(_ message: String, _ second: Int) -> String {
      #"{"ts":\#(1_793_527_200 + second),"uid":"u1","msg":"\#(message)","url":"https://appleid.apple.com/auth/revoke"}"#
        + "\n"
    }
    let text = (0..<30_003).map { line($0 == 30_001 ? "apple token revoked" : "hello", $0) }.joined()
    #expect(chosen(try Proposed.all(text, as: "app.log")) == ["apple token revoked"])
  }

  /// Nothing of a stream is left out without a word.
  @Test func aStreamOfSeveralKindsIsAskedAbout() throws {
    let events = [
      "Account Deletion Requested", "Consent Given", "Identifier Linked", "Apple Token Revoked", "Account Deleted",
    ]
    let lines = events.enumerated().map { #"{"ts":"2026-11-01T00:00:0\#($0)Z","userId":"u1","event":"\#($1)"}"# }
    let entries = try Proposed.all(lines.joined(separator: "\n") + "\n", as: "events.ndjson").entries.map(\.proposal)
    #expect(Set(entries.map(\.kind)) == [.revocations, .accountDeletions, .deletions, .consents, .links])
    for (kind, event) in [(EvidenceKind.deletions, events[0]), (.consents, events[1]), (.links, events[2])] {
      let entry = try #require(entries.first { $0.kind == kind })
      #expect(entry.isWithheld && entry.lines.first { $0.key == .filter("event") }?.texts == [event])
    }
    #expect(entries.first { $0.kind == .accountDeletions }?.notes.contains { $0.contains("Requested") } == false)
  }
}
