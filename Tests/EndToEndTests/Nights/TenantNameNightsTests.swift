import Testing

/// A number that goes between an account of the project and one of a tenant, and a call that names the number alone.
@Suite struct TenantNameNightsTests {
  private static let number = "+15550101"

  private func user(_ uid: String, _ phone: String?, tenant: String?) -> String {
    let user = Sample.user(uid, phone: phone)
    guard let tenant else { return user }
    return user.replacing("\"localId\"", with: "\"tenantId\": \"\(tenant)\", \"localId\"")
  }

  /// What is said of the requests of two people, the first of whom has the number on some nights and the second on the
  /// others.
  private func verdicts(_ bearers: [Int], tenants: [String?]) throws -> [String: String] {
    let project = try Nights()
    var last: Night?
    for (index, bearer) in bearers.enumerated() {
      let phones = [0, 1].map { $0 == bearer ? Self.number : nil }
      let requests = zip(["p0", "p1"], tenants).map { uid, tenant in
        Line.request(uid, time(11, 11), tenant.map { ["tenant": $0] } ?? [:])
      }
      let revocation = Line.object([
        "phone": Self.number, "at": time(11, 12), "endpoint": "apple", "token_type": "refresh_token",
        "http_status": 200,
      ])
      let users = zip(["p0", "p1"], zip(phones, tenants)).map { user($0, $1.0, tenant: $1.1) }
      last = try project.night(
        10 + index,
        [
          "users.json": Sample.export(users[0], users[1]),
          "deletions.ndjson": index > 0 ? requests.joined() : "",
          "revocations.ndjson": index == bearers.count - 1 ? revocation : "",
        ])
    }
    return try #require(last).verdicts("deletion/token-revoked")
  }

  /// Exports show who had it.
  @Test(arguments: [[nil, "ta"], ["ta", nil], [nil, nil], ["ta", "tb"]] as [[String?]])
  func theCallIsThatOfWhoeverHasTheNumber(tenants: [String?]) throws {
    #expect(try verdicts([0, 1, 1], tenants: tenants) == ["p0": "pending no-revocation"])
    #expect(try verdicts([0, 0, 0, 1], tenants: tenants) == ["p1": "pending no-revocation"])
  }

  /// It went from one to the other between two exports, before the call or after it.
  @Test(arguments: [[nil, "ta"], ["ta", nil], [nil, nil]] as [[String?]])
  func nobodyCanTellWhoHadTheNumber(tenants: [String?]) throws {
    #expect(
      try verdicts([0, 0, 1], tenants: tenants) == ["p0": "pending no-revocation", "p1": "pending no-revocation"])
  }
}
