import Testing

/// The Firebase CLI never writes credentials of OpenID Connect, and the Identity Toolkit does: a night with an export
/// of the one says nothing of a credential that the other showed.
@Suite struct HiddenCredentialTests {
  private static let rule = "consent/link-social"

  /// - Parameter signIn: the field by which the two exporters are told apart.
  private func users(_ signIn: String, _ providers: [[String: String]], phone: String? = nil) -> String {
    var user: [String: Any] = [
      "localId": "u1", "email": Line.relay("u1"), "createdAt": "1767225600000", signIn: "1767225600000",
      "providerUserInfo": [["providerId": "apple.com", "rawId": Line.sub("u1"), "email": Line.relay("u1")]]
        + providers,
    ]
    user["phoneNumber"] = phone
    return Line.object(["users": [user]])
  }

  private var shown: String { users("lastLoginAt", [["providerId": "oidc.acme", "rawId": "person-1"]]) }
  private var hiding: String { users("lastSignedInAt", []) }

  @Test func anExportThatCannotShowItResolvesNothing() throws {
    let nights = try Nights()
    // Between the first night and the second: what failed by the first sight fails when it is shown again.
    let consent = Line.consent("u1", time(6, 12), ["purpose": "link:oidc.acme"])
    for (day, export, state) in [
      (6, shown, "new"), (7, shown, "existing"), (8, hiding, "carried"), (8, hiding, "carried"),
      (9, hiding, "carried"), (10, shown, "existing"), (11, hiding, "carried"),
    ] {
      let night = try nights.night(day, ["users.json": export, "consents.ndjson": consent])
      night.expect(Self.rule, ["u1": "fail after-link"], "day \(day)")
      #expect(night.findings.first { $0.rule == Self.rule }?.state == state, "day \(day)")
      #expect(night.resolved.isEmpty, "day \(day)")
    }
    // An export that shows such credentials shows that it is gone.
    let gone = try nights.night(12, ["users.json": users("lastLoginAt", []), "consents.ndjson": consent])
    #expect(gone.resolved.map(\.rule) == [Self.rule])
  }

  /// What was withdrawn is not taken for gone because the export cannot show it.
  @Test func withdrawnConsentToItDoesNotPass() throws {
    let rule = "consent/withdrawn-still-linked"
    let nights = try Nights()
    let consent = Line.consent("u1", time(1), ["purpose": "link:oidc.acme", "withdrawn_at": time(2)])
    for (day, export, verdict, state) in [
      (8, hiding, "inconclusive export-hides-credential", "new"), (9, shown, "fail still-linked", "existing"),
      (10, hiding, "fail still-linked", "carried"),
    ] {
      let night = try nights.night(day, ["users.json": export, "consents.ndjson": consent])
      night.expect(rule, ["u1": verdict], "day \(day)")
      #expect(night.findings.first { $0.rule == rule }?.state == state, "day \(day)")
      #expect(night.resolved.isEmpty, "day \(day)")
    }
    let gone = try nights.night(11, ["users.json": users("lastLoginAt", []), "consents.ndjson": consent])
    #expect(gone.resolved.map { "\($0.rule) \($0.cause ?? "")" }.contains("\(rule) passed"))
  }

  /// Okta's users show no credentials of anybody.
  @Test func anExportWithoutCredentialsShowsNoneGone() throws {
    let user = Line.object([
      "id": "u1", "status": "ACTIVE", "created": time(1), "profile": ["login": Line.relay("u1")],
      "credentials": ["provider": ["type": "SOCIAL"]],
    ])
    let consent = Line.consent("u1", time(1), ["purpose": "link:google.com", "withdrawn_at": time(2)])
    try Nights().night(8, ["users.json": "[\(user)]", "consents.ndjson": consent])
      .expect("consent/withdrawn-still-linked", ["u1": "inconclusive export-hides-credential"])
  }

  /// The account's own number tells of the credential `phone`, which the Firebase CLI leaves out as well.
  @Test func aNumberIsNotHidden() throws {
    let nights = try Nights()
    let number = "+15550100123"
    let linked = users("lastLoginAt", [["providerId": "phone", "rawId": number, "phoneNumber": number]], phone: number)
    let without = Line.consent("stranger", time(1))
    try nights.night(6, ["users.json": linked, "consents.ndjson": without])
      .expect("consent/link-phone", ["u1": "fail no-record"])
    for day in [7, 8] {
      let night = try nights.night(
        day, ["users.json": users("lastSignedInAt", [], phone: number), "consents.ndjson": without])
      night.expect("consent/link-phone", ["u1": "fail no-record"], "day \(day)")
      #expect(night.verdicts("consent/residue-after-unlink").isEmpty, "day \(day)")
    }
    let gone = try nights.night(9, ["users.json": hiding, "consents.ndjson": without])
    #expect(gone.resolved.map(\.rule) == ["consent/link-phone"])
  }

  /// An exporter that shows a credential shows that it is gone, in whatever number of files.
  @Test func whatIsUnlinkedIsResolved() throws {
    let nights = try Nights()
    let consents = Line.consent("stranger", time(1))
    let google = [["providerId": "google.com", "rawId": "g-1", "email": "me@example.org"]]
    let other = Export.users("u2")
    for (day, providers) in [(6, google), (7, [])] {
      let night = try nights.night(
        day,
        [
          "users.json": users("lastLoginAt", providers), "others.json": other, "consents.ndjson": consents,
        ])
      night.expect(Self.rule, day == 6 ? ["u1": "fail no-record"] : [:], "day \(day)")
    }
  }
}
