import Testing

/// Remembered records are copied while accounts are read, and some exports of accounts hold records of other kinds.
@Suite struct ThreadNightsTests {
  private func users(_ count: Int) -> String {
    (1...count).reduce(
      into: "provider_id,user_id,identity_data,provider,last_sign_in_at,created_at,updated_at,email,id\n"
    ) {
      let uid = Self.uid($1)
      let identity = #""{""sub"": ""001234.\#($1).0123"", ""email"": ""p\#($1)@privaterelay.appleid.com""}""#
      $0 +=
        "001234.\($1).0123,\(uid),\(identity),apple,,2026-01-02 03:04:05+00,2026-01-02 03:04:05+00,p@example.com,a\n"
      $0 +=
        #"107\#($1),\#(uid),"{""sub"": ""107\#($1)""}",google,,2026-03-02 03:04:05+00,2026-03-02 03:04:05+00,,b"# + "\n"
    }
  }

  private static func uid(_ number: Int) -> String { "33333333-0000-4000-8000-" + String(1_000_000_000_00 + number) }

  private func nights(jobs: Int) throws -> [Night] {
    let accounts = 400
    let nights = try Nights(jobs: jobs)
    return try (1...3).map { day in
      // Each night shows the consents of a third of the people, and the links of all.
      let consents = (1...accounts).filter { $0 % 3 == day - 1 }.map {
        Line.consent(
          Self.uid($0), $0 % 2 == 0 ? "2026-02-01T00:00:00Z" : "2026-04-01T00:00:00Z", ["purpose": "link:social"])
      }
      return try nights.night(
        day, ["identities.csv": users(accounts), "consents.ndjson": consents.joined()])
    }
  }

  @Test func severalThreadsSayWhatOneSays() throws {
    let one = try nights(jobs: 1)
    let several = try nights(jobs: 2)
    for (left, right) in zip(one, several) {
      #expect(left.verdicts("consent/link-social") == right.verdicts("consent/link-social"))
    }
    let last = try #require(several.last)
    #expect(last.passes("consent/link-social") == 200)
    #expect(last.verdicts("consent/link-social").count == 200)
    #expect(Set(last.verdicts("consent/link-social").values) == ["fail after-link"])
  }
}
