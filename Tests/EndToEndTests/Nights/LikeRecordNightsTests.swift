import Testing

/// Records that are alike but for columns that nothing reads, and copies of records that mean several people.
@Suite struct LikeRecordNightsTests {
  private static let export = ["users.json": Export.linked("u1"), "links.ndjson": Line.link("u1", time(-30))]

  private func night(_ nights: Nights, _ day: Int, _ more: [String: String]) throws -> Night {
    try nights.night(day, Self.export.merging(more) { first, _ in first })
  }

  /// A table's own id, a retry within a second: two records with one digest are two records, on every night.
  @Test(arguments: [
    ("consents", ["id"]), ("revocations", ["attempt"]), ("links", ["event_id"]), ("deletions", ["agent"]),
    ("account-deletions", ["note"]), ("sign-ins", ["session"]),
  ])
  func twoThatUnreadColumnsTellApartStayTwo(kind: String, column: [String]) throws {
    func line(_ number: Int, _ uid: String = "u1") -> String {
      let more = [column[0]: number]
      return switch kind {
      case "consents": Line.consent(uid, time(-40), more)
      case "revocations": Line.revocation(uid, time(-10), more)
      case "links": Line.link(uid, time(-30), more)
      case "deletions": Line.request(uid, time(-12), more)
      case "account-deletions": Line.removal("u9", time(-5), more)
      default: Line.object(["uid": uid, "at": time(-3), "provider": "apple.com", column[0]: number])
      }
    }
    let (both, other) = (line(1) + line(2), line(3, "u2"))
    for second in [both, line(1), line(2), line(2) + line(1)] {
      let nights = try Nights()
      try nights.night(1, Self.export.merging(["\(kind)-1.ndjson": both]) { $1 })
      try nights.night(2, Self.export.merging(["\(kind)-2.ndjson": second]) { $1 })
      var last: [Night] = []
      for day in 3...5 { last.append(try night(nights, day, ["\(kind)-\(day).ndjson": other])) }
      let atOnce = try Nights().night(
        5, Self.export.merging(["\(kind)-1.ndjson": both, "\(kind)-3.ndjson": other]) { $1 })
      for rule in Set((last[2].findings + atOnce.findings).map(\.rule)) where !rule.hasPrefix("evidence/") {
        #expect(last[2].verdicts(rule) == atOnce.verdicts(rule), "\(rule) after \(second)")
      }
    }
  }

  /// Apple's notice means everybody who bears the `sub`; a later copy of it has one more detail.
  @Test func aCopyOfANoticeToTwoPeopleIsOneRecord() throws {
    let tenants =
      "{\"users\": ["
      + ["t1", "t2"].map { tenant in
        Line.object([
          "localId": tenant, "tenantId": tenant, "email": Line.relay("u"), "createdAt": "1770000000000",
          "providerUserInfo": [["providerId": "apple.com", "rawId": Line.sub("u"), "email": Line.relay("u")]],
        ])
      }.joined(separator: ",") + "]}"
    let nights = try Nights()
    let notice = Line.notice("consent-revoked", "u", milliseconds(-3))
    try nights.night(1, ["users.json": tenants, "notifications.ndjson": notice])
    let again = Line.notice("consent-revoked", "u", milliseconds(-3), ["aud": "com.example.app"])
    let night = try nights.night(2, ["users.json": tenants, "notifications.ndjson": again])
    let rule = "deletion/apple-notice-honoured"
    #expect(Set(night.verdicts(rule).keys) == ["t1", "t2"], "\(night.verdicts(rule))")
  }

  /// An application revokes the tokens of two client ids within a second; another's is not ours.
  @Test func callsOfTwoClientsAreTwo() throws {
    let config = "apple: {client_ids: [com.example.app]}"
    let revoked = { (client: String) in Line.revocation("u1", time(-9), ["client_id": "com.example.\(client)"]) }
    let used = { (client: String) in
      Line.revocation("u1", time(-7), ["client_id": "com.example.\(client)", "outcome": "refreshed"])
    }
    /// - Parameter nights: the clients of each log, by the night and the name of the log.
    func verdict(_ rule: String, _ nights: [[String: String]], _ line: (Substring) -> String) throws -> String {
      let project = try Nights()
      var last: Night?
      for (index, logs) in nights.enumerated() {
        var files = Self.export.merging(["deletions.ndjson": Line.request("u1", time(-10))]) { $1 }
        if rule == "deletion/token-alive" { files["revocations-0.ndjson"] = revoked("app") }
        for (name, clients) in logs {
          files["revocations-\(name).ndjson"] = clients.split(separator: " ").map(line).joined()
        }
        last = try project.night(1 + index, files, config: config)
      }
      return try #require(last).verdicts(rule)["u1"] ?? "pass"
    }
    let spread: [[[String: String]]] = [
      [["a": "legacy app"]], [["a": "app", "b": "legacy"]], [["a": "legacy", "b": "app"]],
      [["a": "app"], ["b": "legacy"]], [["a": "legacy"], ["b": "app"]], [["a": "app", "b": "app legacy"]],
    ]
    for nights in spread {
      #expect(try verdict("deletion/token-revoked", nights) { revoked(String($0)) } == "pass", "\(nights)")
      #expect(try verdict("deletion/token-alive", nights) { used(String($0)) } == "fail alive", "\(nights)")
    }
  }

  /// Two people with one address, and a call that two logs have; one of them names the first person alone.
  @Test func aCallThatMeansTwoIsMergedForThoseWhomItsCopyMeans() throws {
    func call(_ more: [String: Any]) -> String {
      Line.object(
        ["at": time(-9), "endpoint": "apple", "token_type": "refresh_token", "http_status": 200].merging(more) { $1 })
    }
    let requests = ["u101", "u102"].map { Line.request($0, time(-10), ["email": "a@example.com"]) }.joined()
    let files = ["users.json": Export.linked("u9"), "deletions.ndjson": requests]
    func verdicts(_ logs: [String: String]) throws -> [String: String] {
      try Nights().night(1, files.merging(logs) { $1 }).verdicts("deletion/token-revoked")
    }
    let one = ["revocations-app.ndjson": call(["email": "a@example.com"])]
    let expected = try verdicts(one)
    let proxy = call(["email": "a@example.com", "trace_id": "x"])
    #expect(try verdicts(one.merging(["revocations-proxy.ndjson": proxy]) { $1 }) == expected)
    let named = call(["uid": "u101", "email": "a@example.com"])
    #expect(try verdicts(one.merging(["revocations-proxy.ndjson": named]) { $1 }) == expected)
  }
}
