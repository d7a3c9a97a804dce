import Evidence
import Testing

@testable import Intake

/// Files and sheets whose names say what all of their records are.
@Suite struct TellingNameTests {
  private func word(_ path: String, _ kind: EvidenceKind = .consents) -> String? {
    TellingName(kind, path: path)?.ofFile
  }

  @Test(arguments: [
    "consent_withdrawals.csv", "opt_outs.csv", "OptOuts-2026-11-01.csv.gz", "consents_declined_2026.csv",
    "revoke_consent.csv", "cancelled_consents.csv", "deleted_consents.csv", "consent_denials.csv",
    "consentwithdrawals.csv", "widerrufe.csv", "revocaciones.csv", "zurückgezogen.csv",
    "zuru\u{308}ckgezogen.csv", "同意撤回.csv", "consent_withdrawals/part-00000.csv", "withdrawals/2026-11-01.csv",
    "event=consent_withdrawn/part-0.csv",
  ])
  func aNameOfEndsIsFound(path: String) { #expect(word(path) != nil) }

  @Test(arguments: [
    "consents.csv", "consent_grants.csv", "withdrawals/consents.csv", "consents_and_withdrawals.csv",
    "consents_incl_expired.csv", "consents_not_withdrawn.csv", "consents_deleted_users.csv", "notes.csv",
    "part-00000.csv", "2026-11-01.csv",
  ])
  func aNameOfOtherThingsIsNone(path: String) { #expect(word(path) == nil) }

  @Test(arguments: [
    ("social_unlinks.csv", true), ("unlinked_accounts.csv", true), ("deleted_links.csv", true), ("unbound.csv", true),
    ("links.csv", false), ("links_excluding_removed.csv", false), ("linked_accounts.csv", false),
  ])
  func linksHaveWordsOfTheirOwn(path: String, isEnd: Bool) { #expect((word(path, .links) != nil) == isEnd) }

  @Test func otherKindsHaveNone() {
    #expect(TellingName(.revocations, path: "revocations.csv") == nil)
    #expect(TellingName(.deletions, path: "denied_requests.csv")?.ofFile == nil)
  }

  /// As a file of ours, and through a mapping: until something says how its records stand, they are rejects.
  @Test(arguments: [false, true]) func recordsAreRejectedUntilSomethingSaysWhatTheyAre(isMapped: Bool) throws {
    let person = isMapped ? "who" : "uid"
    func rejected(_ text: String, name: String = "consent_withdrawals", _ constants: [String: String] = [:]) throws
      -> Int64
    {
      let folder = try TemporaryFolder()
      let path = try folder.write(Array(text.utf8), as: name)
      var settings = SourceSettings()
      if isMapped { settings = SourceSettings(kind: .consents, columns: ["uid": "who"], constants: constants) }
      let file = SourceFile(path: path, capturedAt: Fixture.asOf, settings: settings)
      var sink = Collector()
      let options = Fixture.options
      return try SourceReader(options: options)
        .read(Recogniser(options: options).recognise(file), ordinal: 3, into: &sink).rejected
    }
    let table = "\(person),purpose,given_at\nu,p,1767225600\n"
    let json = #"{"\#(person)":"u","purpose":"p","given_at":1767225600}"#
    for text in [table, json] {
      #expect(try rejected(text) == 1)
      #expect(try rejected(text, name: "consents") == 0)
      if isMapped { #expect(try rejected(text, ["state": "withdrawn"]) == 0) }
    }
    // A column that says it, also where it is empty.
    #expect(try rejected("\(person),purpose,given_at,withdrawn_at\nu,p,1767225600,\n") == 0)
    #expect(try rejected(#"{"\#(person)":"u","purpose":"p","given_at":1767225600,"withdrawn_at":null}"#) == 0)
    #expect(try rejected("\(person),purpose,given_at,state\nu,p,1767225600,given\n") == 0)
  }
}
