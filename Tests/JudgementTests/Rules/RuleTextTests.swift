import Evidence
import Prose
import Testing
import Timestamps
import Vocabulary

@testable import Judgement

/// Every word of a rule is for people, with the values filled in.
@Suite struct RuleTextTests {
  private static func judgement(_ reason: String, _ verdict: Verdict, object: String) -> Judgement {
    Judgement(
      account: nil, subject: .init(), object: object, discriminator: nil, verdict: verdict, reason: reason,
      dueAt: Timestamp(milliseconds: 1_797_811_200_000), at: Timestamp(milliseconds: 1_795_132_800_000),
      detail: "two account exports", evidence: [])
  }

  /// The names of reasons that are no words of English.
  private static func codes(_ book: RuleBook) -> Set<String> {
    Set(book.rules.flatMap { $0.metadata.allReasons.keys }.filter { $0.contains("-") }).subtracting(["look-alike"])
  }

  @Test func textsAreSentences() throws {
    let book = try RuleBook.builtIn()
    let codes = Self.codes(book)
    for rule in book.rules {
      let metadata = rule.metadata
      #expect(!metadata.sources.isEmpty, "\(rule.id)")
      var texts = [metadata.title, metadata.rationale] + metadata.reasons.values.map(\.remediation)
      for reason in metadata.allReasons.keys {
        for verdict in [Verdict.fail, .pending, .manual] {
          texts.append(rule.message(for: Self.judgement(reason, verdict, object: "google.com")))
        }
      }
      for text in texts { #expect(Prose.faults(in: text, codes: codes) == [], "\(rule.id)") }
      for reason in metadata.reasons.values {
        for template in [reason.message, reason.pending ?? ""] {
          let names = Rule.Placeholder.allCases.map(\.rawValue) + metadata.params.map(\.name)
          let rest = names.reduce(template) { $0.replacing("{\($1)}", with: "") }
          #expect(!rest.contains("{"), "\(rule.id)")
        }
      }
    }
    for requirement in book.frameworks.flatMap(\.requirements) {
      #expect(Prose.faults(in: requirement.text) == [], "\(requirement.id)")
    }
  }

  /// A rule that gives one reason before and after a deadline must not say that it has passed while it has not.
  @Test func nothingIsOverdueBeforeItsDeadline() throws {
    for rule in try RuleBook.builtIn().rules {
      for (reason, text) in rule.metadata.reasons where text.message.contains("{due_at}") && text.missing.isEmpty {
        let pending = rule.message(for: Self.judgement(reason, .pending, object: "email"))
        #expect(pending.contains("deadline") && pending.contains("has not passed"), "\(rule.id) \(reason)")
        if text.message.contains("was due by") { #expect(!pending.contains("was due"), "\(rule.id) \(reason)") }
      }
    }
  }

  @Test func valuesAreWordsForPeople() throws {
    let rules = try RuleBook.builtIn().rules
    func message(_ id: String, _ reason: String, _ verdict: Verdict, object: String) throws -> String {
      try #require(rules.first { $0.id == id }).message(for: Self.judgement(reason, verdict, object: object))
    }
    #expect(
      try message("deletion/account-removed", "still-present", .pending, object: "r-1")
        == """
        Deletion is due by 21 December 2026, 00:00 UTC. No account export confirms it yet; the deadline has not passed.
        """)
    #expect(
      try message("consent/withdrawn-still-linked", "still-linked", .fail, object: "email")
        == """
        The email address is still linked to this account although the person withdrew consent to it. It had to be \
        removed by 21 December 2026, 00:00 UTC.
        """)
    #expect(
      try message("consent/link-social", "refused", .fail, object: "google.com")
        == "The person refused consent, but the `google.com` credential is linked to this anonymized account.")
    #expect(
      try message("consent/other-identifiers", "no-record", .fail, object: "claim:phone")
        == "No consent record was found for the custom claim `phone` on this account.")
    #expect(
      try message("deletion/token-revoked", "no-revocation", .manual, object: "r-1")
        == """
        No revocation of Apple's tokens is on record for this request. The person was told how to revoke access by \
        hand, and no record shows that the app held a token. This counts in place of a revocation.
        """)
  }
}
