import Testing

/// The Firebase CLI never writes credentials of OpenID Connect, and the Identity Toolkit does: a night with an export of
/// the one says nothing of a credential that the other showed.
@Suite struct HiddenCredentialTests {
  private static let rule = "consent/link-social"

  /// - Parameter signIn: the field by which the two exporters are told apart.
  private func users(_ signIn: String, _ providers: [[String: String]]) -> String {
    Line.object([
      "users": [
        [
          "localId": "u1", "email": Line.relay("u1"), "createdAt": "1767225600000", signIn: "1767225600000",
          "providerUserInfo": [["providerId": "apple.com", "rawId": Line.sub("u1"), "email": Line.relay("u1")]]
            + providers,
        ] as [String: Any]
      ]
    ])
  }

  private var shown: String { users("lastLoginAt", [["providerId": "oidc.acme", "rawId": "person-1"]]) }
  private var hiding: String { users("lastSignedInAt", []) }

  @Test func anExportThatCannotShowItResolvesNothing() throws {
    let nights = try Nights()
    let consent = Line.consent("u1", time(7), ["purpose": "link:oidc.acme"])
    for (day, export, state) in [
      (6, shown, "new"), (8, hiding, "carried"), (9, hiding, "carried"), (10, shown, "existing"),
    ] {
      let night = try nights.night(day, ["users.json": export, "consents.ndjson": consent])
      night.expect(Self.rule, ["u1": "fail after-link"], "day \(day)")
      #expect(night.findings.first { $0.rule == Self.rule }?.state == state, "day \(day)")
      #expect(night.resolved.isEmpty, "day \(day)")
    }
    // An export that could show it shows that it is gone.
    let gone = try nights.night(
      11, ["users.json": users("lastLoginAt", []), "consents.ndjson": consent])
    #expect(gone.resolved.map(\.rule) == [Self.rule])
  }

  @Test func aWithdrawalIsNotHonouredByAnExportThatCannotShowIt() throws {
    let nights = try Nights()
    let rule = "consent/withdrawn-still-linked"
    let consents =
      Line.consent("u1", "2025-12-31T00:00:00Z", ["purpose": "link:oidc.acme"])
      + Line.consent("u1", time(1), ["purpose": "link:oidc.acme", "state": "withdrawn"])
    try nights.night(6, ["users.json": shown, "consents.ndjson": consents]).expect(rule, ["u1": "fail still-linked"])
    for day in [8, 9] {
      let next = try nights.night(day, ["users.json": hiding, "consents.ndjson": consents])
      #expect(next.verdicts(rule) == ["u1": "fail still-linked"] && next.resolved.isEmpty, "day \(day)")
    }
  }
}
