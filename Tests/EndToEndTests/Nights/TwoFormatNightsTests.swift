import Testing

/// Accounts in files of two formats, such as those of the project and those of a tenant.
@Suite struct TwoFormatNightsTests {
  private static func project(withGoogle: Bool) -> String {
    let google = #", {"providerId": "google.com", "rawId": "g1", "email": "person@example.com"}"#
    return #"""
      {"users": [{"localId": "u1", "createdAt": "1780000000000", "email": "r1@privaterelay.appleid.com",
        "providerUserInfo": [{"providerId": "apple.com", "rawId": "s1", "email": "r1@privaterelay.appleid.com"}\#(
          withGoogle ? google : "")]}]}
      """#
  }

  private static let tenant = #"""
    {"kind": "identitytoolkit#DownloadAccountResponse", "users": [{"localId": "t1", "tenantId": "a",
      "createdAt": "1780000000000", "email": "t1@privaterelay.appleid.com",
      "providerUserInfo": [{"providerId": "apple.com", "rawId": "s2", "email": "t1@privaterelay.appleid.com"}]}]}
    """#

  /// Both formats show the credential where it is there, so its absence from either is one.
  @Test func aLinkIsMadeBetweenTwoNights() throws {
    let nights = try Nights()
    let consents = """
      uid,purpose,given_at,expires_at
      u1,link:social,2026-11-01T00:00:00Z,2026-11-05T00:00:00Z

      """
    func night(_ day: Int, withGoogle: Bool) throws -> Night {
      try nights.night(
        day,
        ["users.json": Self.project(withGoogle: withGoogle), "tenant.json": Self.tenant, "consents.csv": consents])
    }
    _ = try night(6, withGoogle: false)
    let finding = try #require(try night(7, withGoogle: true).findings.first { $0.rule == "consent/link-social" })
    #expect(finding.verdict == "fail" && finding.reason == "expired")
  }
}
