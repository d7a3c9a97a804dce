import Testing

/// Ends of consents that other systems write in their own ways.
@Suite struct ConsentSpellingTests {
  private let rule = "consent/link-phone"

  private func files(_ consents: String) -> [String: String] {
    ["users.json": Export.linked("u1"), "consents.ndjson": consents, "links.ndjson": Line.link("u1", time(-10))]
  }

  /// A grant of everything covers no link, since nobody asked about one; a withdrawal of everything ends each.
  @Test(arguments: ["all", "*", "ALL", "{all}", "all;marketing", "marketing"])
  func aWithdrawalOfEverythingEndsLinks(purpose: String) throws {
    let given = Line.consent("u1", time(-40))
    let end = Line.consent("u1", time(-30), ["state": "withdrawn", "purpose": purpose])
    let verdicts = try Nights().night(6, files(given + end)).verdicts(rule)
    #expect(verdicts == (purpose == "marketing" ? [:] : ["u1": "fail withdrawn"]))
    let all = try Nights().night(6, files(Line.consent("u1", time(-40), ["purpose": purpose])))
    #expect(all.verdicts(rule) == ["u1": "fail no-record"])
  }

  /// Withdrawals often come from another system than the link, which writes numbers in its own way, or hides them.
  @Test(arguments: [
    ("5555550100", "withdrawn"), ("+1******0100", "withdrawn"), ("***0100", "withdrawn"), ("n/a", "withdrawn"),
    ("9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab", "withdrawn"), ("+1******0199", "pass"),
    ("+15555550199", "pass"),
  ])
  func aWithdrawalMayNameTheNumberInItsOwnWay(identifier: String, verdict: String) throws {
    let export = Export.users("u1", phones: ["u1": "+15555550100"])
    func night(_ consents: String) throws -> String? {
      try Nights().night(
        6, ["users.json": export, "links.ndjson": Line.link("u1", time(-20)), "consents.ndjson": consents]
      ).verdicts(rule)["u1"]
    }
    let given = Line.consent("u1", time(-40))
    let end = Line.consent("u1", time(-30), ["state": "withdrawn", "identifier": identifier])
    #expect(try night(given + end) == (verdict == "pass" ? nil : "fail \(verdict)"))
    // The same spelling in what was given.
    guard identifier != "n/a", identifier.utf8.count < 20 else { return }
    let named = try night(Line.consent("u1", time(-40), ["identifier": identifier]))
    #expect(named == (verdict == "pass" ? "fail wrong-identifier" : nil))
  }

  /// A credential's address is one identifier with its id.
  @Test func aWithdrawalMayHideTheAddressOfACredential() throws {
    let export = "{\"users\": [" + Sample.user("u1", google: true) + "]}"
    let google = export.replacing(
      "\"rawId\": \"g-u1\"", with: "\"rawId\": \"g-u1\", \"email\": \"kim.lee@example.com\"")
    let given = Line.consent("u1", time(-40), ["purpose": "link:google.com"])
    for (identifier, isMeant) in [("k***@example.com", true), ("j***@example.com", false)] {
      let end = Line.consent(
        "u1", time(-30), ["purpose": "link:google.com", "state": "withdrawn", "identifier": identifier])
      let night = try Nights().night(
        6,
        [
          "users.json": google, "consents.ndjson": given + end,
          "links.ndjson": Line.link("u1", time(-10), ["provider": "google.com"]),
        ])
      #expect(night.verdicts("consent/link-social") == (isMeant ? ["u1": "fail withdrawn"] : [:]), "\(identifier)")
    }
  }
}
