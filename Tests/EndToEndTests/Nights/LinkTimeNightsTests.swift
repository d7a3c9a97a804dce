import Testing

/// Between which nights a link was made.
@Suite struct LinkTimeNightsTests {
  private let rule = "consent/link-phone"
  private let plain = Export.users("u1", "u2", "u3")
  private let linked = Export.users(["u1", "u2", "u3"], phones: ["u1": "+15550101"])

  /// Exports that do not show the account.
  private var others: [(name: String, text: String)] {
    let created = "\"createdAt\": \"1770000000000\""
    return [
      ("cut short", String(Export.users("u2", "u3").dropLast(60))),
      ("rejected", Export.users("u1").replacing(created, with: "\"createdAt\": \"x\"")),
      ("whole", Export.users("u2", "u3")),
    ]
  }

  /// What the last night says of the first account.
  private func judge(
    _ rule: String = "consent/link-phone", _ nights: [(day: Int, files: [String: String])], flags: [String] = []
  ) throws -> String {
    let project = try Nights()
    var last: Night?
    for night in nights {
      last = try project.night(night.day, night.files, flags: ["--max-rejects", "50"] + flags)
    }
    let night = try #require(last)
    return night.verdicts(rule)["u1"] ?? ((night.passes(rule) ?? 0) > 0 ? "pass" : "none")
  }

  private func judge(_ exports: [(Int, String)], consent: String) throws -> String {
    try judge(rule, exports.map { ($0, ["users.json": $1, "consents.ndjson": consent]) })
  }

  @Test func anExportThatDidNotShowTheAccountIsNoAbsence() throws {
    for other in others {
      for (consent, verdict) in [
        (Line.consent("u1", time(5)), "inconclusive order-unknown"),
        (Line.consent("u1", time(-30), ["expires_at": time(8)]), "inconclusive order-unknown"),
        (Line.consent("u1", time(-30)), "pass"),
        (Line.consent("u1", time(-30), ["expires_at": time(0)]), "fail expired"),
      ] {
        #expect(
          try judge([(1, plain), (10, other.text), (20, linked)], consent: consent) == verdict,
          "\(other.name): \(consent)")
      }
    }
  }

  /// A night that is audited late shows, too, when a number or a credential was not there yet.
  @Test(arguments: [[10, 11, 12], [11, 10, 12], [11, 12, 10, 12]]) func anOlderNightShowsAnAbsence(days: [Int]) throws {
    let google = Sample.export(Sample.user("u1", google: true), Sample.user("z9"))
    for (rule, linked, purpose) in [(rule, linked, "link:phone"), ("consent/link-social", google, "link:social")] {
      for (given, verdict) in [(time(-30), "pass"), (time(10, 7), "inconclusive order-unknown")] {
        let nights = days.map { day in
          let consents = Line.consent("u1", given, ["purpose": purpose])
          return (day, ["users.json": day == 10 ? plain : linked, "consents.ndjson": consents])
        }
        #expect(try judge(rule, nights) == verdict, "\(rule) \(days) \(given)")
      }
    }
  }

  /// Whom a whole export does not show is gone. So each whole night showed whoever is not.
  @Test func theLastWholeNightBeforeShowedTheAccount() throws {
    for other in others {
      let exports = [(1, plain), (8, plain), (10, other.text), (12, others[0].text), (20, linked)]
      #expect(try judge(exports, consent: Line.consent("u1", time(7))) == "pass", "\(other.name)")
      #expect(
        try judge(exports, consent: Line.consent("u1", time(9))) == "inconclusive order-unknown", "\(other.name)")
    }
  }

  /// The file of the account may have been missing on the night before.
  @Test func anAccountThatNoNightShowedBeforeMayHaveHadApple() throws {
    let one = Export.users(["u1"], phones: ["u1": "+15550101"])
    for (consent, verdict) in [
      (Line.consent("u1", time(5)), "inconclusive order-unknown"),
      (Line.consent("u1", time(-30), ["expires_at": time(8)]), "inconclusive order-unknown"),
    ] {
      #expect(
        try judge(
          rule,
          [
            (10, ["b.json": Export.users("u2"), "consents.ndjson": consent]),
            (20, ["a.json": one, "b.json": Export.users("u2"), "consents.ndjson": consent]),
          ]) == verdict, "\(consent)")
    }
  }

  /// The night before showed the account with its number, and without anything of Apple's.
  @Test func anAccountThatWasOutOfScopeHasComeByAppleSince() throws {
    let before = """
      {"users": [{"localId": "u1", "email": "a@example.com", "phoneNumber": "+15550101", "createdAt": "1770000000000",
      "providerUserInfo": [{"providerId": "phone", "phoneNumber": "+15550101"}]},
      \(Sample.user("u2"))]}
      """
    let after = Export.users(["u1", "u2"], phones: ["u1": "+15550101"])
    for (consent, verdict) in [(time(5), "pass"), (time(15), "inconclusive order-unknown")] {
      #expect(try judge([(10, before), (20, after)], consent: Line.consent("u1", consent)) == verdict)
    }
    // The night before that one as well; the last one broke off.
    #expect(
      try judge(
        [(10, before), (12, String(Export.users("u2", "u3").dropLast(60))), (20, after)],
        consent: Line.consent("u1", time(11))) == "inconclusive order-unknown")
  }

  /// The log's event is of a link that was gone by the middle night.
  @Test func aNightWithoutTheLinkOverrulesAnEventOfBefore() throws {
    let social = "consent/link-social"
    let google = "{\"users\": [\(Sample.user("u1", google: true)), \(Sample.user("u2"))]}"
    let without = Export.users("u1", "u2")
    for (consent, verdict) in [
      (["expires_at": time(-180)], "fail expired"), ([:], "pass"),
      (["expires_at": time(18)], "inconclusive order-unknown"),
    ] {
      let rest = [
        "links.ndjson": Line.link("u1", time(-240), ["provider": "google.com", "identifier": "g-u1"]),
        "consents.ndjson": Line.consent(
          "u1", time(-260), ["purpose": "link:google.com"].merging(consent) { $1 }),
      ]
      let nights = [(10, google), (15, without), (20, google)].map { day, users in
        (day, rest.merging(["users.json": users]) { $1 })
      }
      #expect(try judge(social, nights) == verdict, "\(consent)")
    }
  }

  @Test func anEventOfTheNumberBeforeIsNotThatOfTheNextOne() throws {
    let rest = [
      "links.ndjson": Line.link("u1", time(-240)),
      "consents.ndjson": Line.consent("u1", time(5), ["identifier": "+15550101"]),
    ]
    for (given, verdict) in [(5, "pass"), (15, "inconclusive order-unknown")] {
      let nights = [(10, "+15550109"), (20, "+15550101")].map { day, number in
        (
          day,
          rest.merging([
            "users.json": Export.users(["u1", "u2"], phones: ["u1": number]),
            "consents.ndjson": Line.consent("u1", time(given), ["identifier": "+15550101"]),
          ]) { $1 }
        )
      }
      #expect(try judge(rule, nights) == verdict)
    }
  }

  @Test func aRejectedLinkMayHaveBeenMadeLater() throws {
    let unread =
      Line.link("u1", "2026-06-01 00:00:00", ["action": "unlink"]) + Line.link("u1", "2026-06-02 00:00:00")
    for (links, verdict) in [("", "fail after-link"), (unread, "inconclusive evidence-rejected")] {
      let files = [
        "users.json": linked, "links.ndjson": Line.link("u1", time(-240)) + links,
        "consents.ndjson": Line.consent("u1", time(-180)),
      ]
      #expect(try judge(rule, [(20, files)]) == verdict)
      // An earlier night's log counts as long as no newer one says more.
      let later = files.filter { $0.key != "links.ndjson" }
      if links.isEmpty { #expect(try judge(rule, [(20, files), (21, later)]) == verdict) }
    }
  }

  @Test func aRejectedSignInMayShowTheAddressAgain() throws {
    let signIn = { (at: String, isPrivate: Bool) in
      Line.object([
        "uid": "u1", "at": at, "provider": "apple.com", "nonce": at, "is_private_email": isPrivate,
      ])
    }
    let user = Sample.user("u1", email: "u1@example.com").replacing(
      "u1@privaterelay.appleid.com", with: "u1@example.com")
    for (unread, verdict) in [
      ("", "fail real-address-kept"), (signIn("2026-11-12 00:00:00", false), "inconclusive evidence-rejected"),
    ] {
      let files = [
        "users.json": "{\"users\": [\(user), \(Sample.user("u2"))]}", "consents.ndjson": Line.consent("u2", time(1)),
        "sign-ins.ndjson": signIn(time(2), false) + signIn(time(10), true) + unread,
      ]
      #expect(try judge("consent/hidden-again", [(20, files)]) == verdict)
    }
  }
}
