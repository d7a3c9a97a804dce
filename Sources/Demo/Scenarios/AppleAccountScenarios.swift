import Timestamps

/// Apple accounts with a real address or none, and consents that other records end.
enum AppleAccountScenarios {
  static func all(_ stage: Stage) -> Scenario { shown(stage) + unknown(stage) + ended(stage) }

  /// Links of people who share their real address; each was made 100 days ago.
  private static func shown(_ stage: Stage) -> Scenario {
    let before = stage.ago(days: 101)
    let stories: [(String, String?, String, Timestamp, (String, DemoValue)?)] = [
      ("consented", nil, "link:phone", before, nil),
      ("after-link", "fail", "link:phone", stage.ago(days: 99), nil),
      ("withdrawn", "fail", "link:phone", stage.ago(days: 110), ("withdrawn_at", .time(before))),
      ("expired", "fail", "link:phone", stage.ago(days: 110), ("expires_at", .time(before))),
      ("not-explicit", "fail", "link:phone", before, ("explicit", .flag(false))),
      ("refused", "fail", "link:phone", before, ("state", .text("refused"))),
      ("wrong-identifier", "fail", "link:phone", before, ("identifier", .text("+15550199"))),
      ("wrong-purpose", "fail", "link:email", before, nil),
      ("no-record", "fail", "newsletter", before, nil),
    ]
    var scenario = Scenario()
    for (number, (name, verdict, purpose, given, more)) in stories.enumerated() {
      let account = shownAccount("shown-\(name)", phone: "+155501\(30 + number)", stage)
      scenario.accounts.append((account, .current))
      scenario.links.append([
        "uid": .text(account.uid), "provider": .text("phone"), "linked_at": .time(stage.ago(days: 100)),
      ])
      var record = DemoRecord.consent(of: account.uid, purpose, at: given)
      if let more {
        record.fields.removeAll { $0.name == more.0 }
        record.add([more])
      }
      scenario.consents.append(record)
      if let verdict { scenario.expect("consent/apple-account", account.uid, "phone", verdict, name) }
      if name == "withdrawn" {
        scenario.expect("consent/withdrawn-still-linked", account.uid, "phone", "fail", "still-linked")
      }
    }
    // The time of this link is unknown.
    let account = shownAccount("shown-order-unknown", phone: "+15550139", stage)
    scenario.accounts.append((account, .current))
    scenario.consents.append(.consent(of: account.uid, "link:phone", at: before))
    scenario.expect("consent/apple-account", account.uid, "phone", "inconclusive", "order-unknown")
    return scenario + nameless(stage)
  }

  /// Consent names the address of a credential, which the export shows without one.
  private static func nameless(_ stage: Stage) -> Scenario {
    var account = shownAccount("shown-identifier-unknown", phone: nil, stage)
    account.credentials.append(.init(provider: "google.com", id: "g-shown", email: nil))
    var record = DemoRecord.consent(of: account.uid, "link:google.com", at: stage.ago(days: 310))
    record.add([("identifier", .text("shown-google@example.org"))])
    var scenario = Scenario(accounts: [(account, .current)], consents: [record])
    scenario.expect("consent/apple-account", account.uid, "google.com", "inconclusive", "identifier-unknown")
    return scenario
  }

  private static func shownAccount(_ name: String, phone: String?, _ stage: Stage) -> DemoAccount {
    let email = "\(name)@example.com"
    return DemoAccount(
      uid: "demo-\(name)", email: email, phone: phone, createdAt: stage.ago(days: 300),
      credentials: [.init(provider: "apple.com", id: Stage.sub(name), email: email)])
  }

  /// Apple credentials without any address: the app has none, or made one up.
  private static func unknown(_ stage: Stage) -> Scenario {
    func account(_ name: String) -> DemoAccount {
      DemoAccount(
        uid: "demo-\(name)", email: nil, createdAt: stage.ago(days: 300),
        credentials: [.init(provider: "apple.com", id: Stage.sub(name), email: nil)])
    }
    var phone = account("no-address")
    phone.phone = "+15550140"
    var withdrawal = DemoRecord.consent(of: phone.uid, "link:phone", at: stage.ago(days: 310))
    withdrawal.add("withdrawn_at", .time(stage.ago(days: 50)))
    var others = account("placeholder")
    others.email = "someone@users.invalid"
    others.credentials += [
      .init(provider: "google.com", id: "g-placeholder", email: "placeholder@example.org"),
      .init(provider: "password", id: "placeholder@example.com", email: "placeholder@example.com"),
    ]
    var scenario = Scenario(accounts: [(phone, .current), (others, .current)], consents: [withdrawal])
    for rule in ["consent/link-phone", "consent/withdrawn-still-linked"] {
      scenario.expect(rule, phone.uid, "phone", "inconclusive", "anonymity-unknown")
    }
    for (kind, object) in [("email", "email"), ("social", "google.com")] {
      scenario.expect("consent/link-\(kind)", others.uid, object, "inconclusive", "anonymity-unknown")
    }
    return scenario
  }

  /// For a sample without any consents.
  static func unasked(_ stage: Stage) -> DemoAccount { shownAccount("shown-unasked", phone: "+15550198", stage) }

  /// A withdrawal with an id of its own, and one of another number, both from before the link.
  private static func ended(_ stage: Stage) -> Scenario {
    var scenario = Scenario(linkCount: 2)
    for (name, field, isEnded) in [
      ("own-withdrawal", ("consent_id", DemoValue.text("w-1")), true),
      ("other-number", ("identifier", DemoValue.text("+15550199")), false),
    ] {
      var account = stage.anonymized(name)
      account.phone = isEnded ? "+15550150" : "+15550151"
      scenario.accounts.append((account, .current))
      scenario.links.append([
        "uid": .text(account.uid), "provider": .text("phone"), "linked_at": .time(stage.ago(days: 100)),
      ])
      var given = DemoRecord.consent(of: account.uid, "link:phone", at: stage.ago(days: 110))
      given.add("consent_id", .text("g-\(name)"))
      var withdrawal: DemoRecord = [
        "uid": .text(account.uid), "purpose": .text("link:phone"), "given_at": .time(stage.ago(days: 105)),
        "state": .text("withdrawn"),
      ]
      withdrawal.add([field])
      scenario.consents += [given, withdrawal]
      guard isEnded else { continue }
      scenario.expect("consent/link-phone", account.uid, "phone", "fail", "withdrawn")
      scenario.expect("consent/withdrawn-still-linked", account.uid, "phone", "fail", "still-linked")
    }
    return scenario
  }
}
