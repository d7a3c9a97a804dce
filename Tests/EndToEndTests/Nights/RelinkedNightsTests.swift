import Testing

/// What goes from an account and comes again, and what comes to it beside another.
@Suite struct RelinkedNightsTests {
  private let number = "+15550101"
  private let other = "+15550102"

  /// Firebase leaves the relay address on an account whose Apple credential is unlinked.
  private func withoutApple(_ uid: String, phone: String, email: String?) -> String {
    Line.object(
      ["localId": uid, "createdAt": "1770000000000", "phoneNumber": phone, "providerUserInfo": [[String: Any]]()]
        .merging(email.map { ["email": $0] } ?? [:]) { $1 })
  }

  private func factor(_ uid: String, _ factor: String, phone: String? = nil) -> String {
    let credentials = "\"providerUserInfo\""
    return Sample.user(uid, phone: phone).replacing(
      credentials, with: "\"mfaInfo\": [{\"mfaEnrollmentId\": \"f\", \"phoneInfo\": \"\(factor)\"}], \(credentials)")
  }

  private func judged(_ nights: [(day: Int, files: [String: String])]) throws -> Night {
    let project = try Nights()
    var last: Night?
    for night in nights { last = try project.night(night.day, night.files) }
    return try #require(last)
  }

  /// What came back joined an account that had a number, so that the number's link is as old as that.
  @Test(arguments: ["u1@privaterelay.appleid.com", nil])
  func appleComesAgainWhereItsAddressStays(email: String?) throws {
    let export = { (user: String) in Sample.export(user, Sample.user("u2")) }
    for (consent, verdict) in [
      (Line.consent("u1", time(-30), ["expires_at": time(11)]), "fail expired"),
      (Line.consent("u1", time(11)), "pass"),
    ] {
      let users = [
        Sample.user("u1", phone: number), withoutApple("u1", phone: number, email: email),
        withoutApple("u1", phone: number, email: email), Sample.user("u1", phone: number),
      ]
      let night = try judged(
        zip([8, 10, 11, 12], users).map { ($0, ["users.json": export($1), "consents.ndjson": consent]) })
      // One export lacks it at the end of day 11, another shows it at that of day 12.
      #expect(night.verdicts("consent/link-phone")["u1"] ?? "pass" == verdict, "\(consent)")
    }
  }

  @Test func appleIsUnlinkedAndThereAgain() throws {
    for (consent, verdict) in [
      (Line.consent("u1", time(-30), ["expires_at": time(10, 12)]), "fail expired"),
      (Line.consent("u1", time(10, 13)), "pass"), (Line.consent("u1", time(10, 16)), "inconclusive order-unknown"),
    ] {
      let users = Sample.export(Sample.user("u1", phone: number), Sample.user("u2"))
      let unlink = Line.link("u1", time(10, 14), ["provider": "apple.com", "action": "unlink"])
      let night = try judged([
        (10, ["users.json": users, "consents.ndjson": consent]),
        (11, ["users.json": users, "consents.ndjson": consent, "links.ndjson": unlink]),
      ])
      #expect(night.verdicts("consent/link-phone")["u1"] ?? "pass" == verdict, "\(consent)")
    }
  }

  /// An export shows a second factor before an event says that a number was linked.
  @Test func anEventMakesNoLinkThatWasThereBefore() throws {
    let before = Sample.export(factor("u1", number), Sample.user("u2"))
    let after = Sample.export(factor("u1", number, phone: other), Sample.user("u2"))
    let event = Line.link("u1", time(11, 1))
    for (consent, verdicts) in [
      (Line.consent("u1", time(11)), ["fail after-link"]),
      (Line.consent("u1", time(-300), ["expires_at": time(11)]), ["fail expired"]),
    ] {
      let night = try judged([
        (10, ["users.json": before]), (12, ["users.json": after, "consents.ndjson": consent, "links.ndjson": event]),
      ])
      #expect(night.findings.filter { $0.rule == "consent/link-phone" }.map(\.says) == verdicts, "\(consent)")
    }
  }

  /// A waiver of it would go along.
  @Test func aFindingKeepsItsIDWhenAnotherNumberComes() throws {
    let project = try Nights()
    let files = ["consents.ndjson": Line.consent("u2", time(1))]
    let first = try project.night(
      10, files.merging(["users.json": Sample.export(factor("u1", number), Sample.user("u2"))]) { $1 })
    let second = try project.night(
      11, files.merging(["users.json": Sample.export(factor("u1", number, phone: other), Sample.user("u2"))]) { $1 })
    let rule = "consent/link-phone"
    let id = try #require(first.finding(rule, "u1")?.id)
    #expect(second.findings.filter { $0.rule == rule && $0.state == "new" }.count == 1)
    #expect(second.findings.first { $0.id == id }?.state == "existing")
    let third = try project.night(
      12, files.merging(["users.json": Sample.export(factor("u1", number), Sample.user("u2"))]) { $1 })
    #expect(third.findings.filter { $0.rule == rule }.map(\.id) == [id])
  }
}
