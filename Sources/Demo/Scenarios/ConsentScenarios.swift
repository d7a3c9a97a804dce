import Timestamps

/// Links with and without consent: each reason once for each kind of link.
enum ConsentScenarios {
  private enum Kind: String, CaseIterable {
    case email, phone, social

    var rule: String { "consent/link-\(rawValue)" }
    var object: String { self == .social ? "google.com" : rawValue }
    var other: Kind { self == .email ? .phone : .email }
  }

  static func all(_ stage: Stage) -> Scenario {
    Kind.allCases.reduce(Scenario()) { $0 + links(of: $1, stage) } + withdrawals(stage) + hidden(stage)
      + nameless(stage) + vice(stage) + hashed(stage) + transferred(stage) + photos(stage)
  }

  /// Photos on accounts that have Apple's credential alone. Each account is 90 days old.
  private static func photos(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    for (name, verdict, fields) in ProfileConsent.stories(stage) {
      var account = stage.anonymized("photo-\(name)", createdDaysAgo: 90)
      account.photo = "https://example.com/\(name).png"
      scenario.accounts.append((account, .current))
      if let fields {
        var record: DemoRecord = ["uid": .text(account.uid)]
        record.add(fields)
        scenario.consents.append(record)
      }
      if let verdict { scenario.expect("consent/profile-photo", account.uid, "photo", verdict, name) }
    }
    return scenario
  }

  /// An anonymized account with one link of the kind, its event, and the linked value.
  private static func linked(
    _ name: String, _ kind: Kind, _ stage: Stage, at time: Timestamp?, number: Int
  ) -> (Scenario, value: String) {
    var account = stage.anonymized("\(name)-\(kind.rawValue)")
    var scenario = Scenario(linkCount: 1)
    let value: String
    switch kind {
    case .email:
      value = "\(name)@example.com"
      account.email = value
    case .phone:
      value = "+155501\(10 + number)"
      account.phone = value
    case .social:
      value = "g-\(name)"
      account.credentials.append(.init(provider: "google.com", id: value, email: "\(name)@example.org"))
    }
    scenario.accounts = [(account, .current)]
    if let time {
      scenario.links = [["uid": .text(account.uid), "provider": .text(kind.object), "linked_at": .time(time)]]
    }
    return (scenario, value)
  }

  private static func links(of kind: Kind, _ stage: Stage) -> Scenario {
    let linkedAt = stage.ago(days: 100)
    let before = linkedAt - .days(1)
    func consent(_ uid: String, _ purpose: Kind, _ givenAt: Timestamp) -> DemoRecord {
      [
        "uid": .text(uid), "purpose": .text("link:\(purpose.rawValue)"), "given_at": .time(givenAt),
        "method": .text("dialog"), "policy_version": .text("3"),
      ]
    }
    func explicit(_ record: DemoRecord, _ more: (String, DemoValue)...) -> DemoRecord {
      var record = record
      if !more.contains(where: { $0.0 == "explicit" }) { record.add("explicit", .flag(true)) }
      record.add(more)
      return record
    }
    // Reason, verdict, the link's event, and the consent on record.
    let stories: [(String, String?, Timestamp?, (String, String) -> DemoRecord?)] = [
      ("consented", nil, linkedAt, { uid, _ in explicit(consent(uid, kind, before)) }),
      ("after-link", "fail", linkedAt, { uid, _ in explicit(consent(uid, kind, linkedAt + .days(1))) }),
      (
        "withdrawn", "fail", linkedAt,
        { uid, _ in explicit(consent(uid, kind, before - .days(9)), ("withdrawn_at", .time(before))) }
      ),
      (
        "expired", "fail", linkedAt,
        { uid, _ in explicit(consent(uid, kind, before - .days(9)), ("expires_at", .time(before))) }
      ),
      (
        "not-explicit", "fail", linkedAt, { uid, _ in explicit(consent(uid, kind, before), ("explicit", .flag(false))) }
      ),
      ("refused", "fail", linkedAt, { uid, _ in explicit(consent(uid, kind, before), ("state", .text("refused"))) }),
      (
        "wrong-identifier", "fail", linkedAt,
        { uid, _ in explicit(consent(uid, kind, before), ("identifier", .text("somebody-else@example.net"))) }
      ),
      ("wrong-purpose", "fail", linkedAt, { uid, _ in explicit(consent(uid, kind.other, before)) }),
      ("no-record", "fail", linkedAt, { _, _ in nil }),
      ("order-unknown", "inconclusive", nil, { uid, _ in explicit(consent(uid, kind, linkedAt)) }),
    ]
    var sum = Scenario()
    for (number, (name, verdict, time, record)) in stories.enumerated() {
      var (scenario, value) = linked(name, kind, stage, at: time, number: number)
      let uid = scenario.accounts[0].0.uid
      if let consent = record(uid, value) { scenario.consents = [consent] }
      if let verdict { scenario.expect(kind.rule, uid, kind.object, verdict, name) }
      // A consent withdrawn long ago should have taken the link with it.
      if name == "withdrawn" {
        scenario.expect("consent/withdrawn-still-linked", uid, kind.object, "fail", "still-linked")
      }
      sum = sum + scenario
    }
    return sum
  }

  /// Consent that covered its link and was withdrawn later.
  private static func withdrawals(_ stage: Stage) -> Scenario {
    var sum = Scenario()
    for (name, withdrawnAt, verdict, reason) in [
      ("withdrawn-lately", stage.ago(days: 1), "pending", "still-linked"),
      ("withdrawn-since-export", stage.ago(hours: 74), "inconclusive", "export-too-old"),
    ] {
      var (scenario, _) = linked(name, .phone, stage, at: stage.ago(days: 100), number: 60 + sum.accounts.count)
      let uid = scenario.accounts[0].0.uid
      scenario.consents = [
        [
          "uid": .text(uid), "purpose": .text("link:phone"), "given_at": .time(stage.ago(days: 101)),
          "explicit": .flag(true), "method": .text("dialog"), "policy_version": .text("3"),
          "consent_id": .text("c-\(name)"),
        ],
        [
          "uid": .text(uid), "purpose": .text("link:phone"), "given_at": .time(withdrawnAt),
          "state": .text("withdrawn"),
          "consent_id": .text("c-\(name)"),
        ],
      ]
      scenario.expect("consent/withdrawn-still-linked", uid, "phone", verdict, reason)
      sum = sum + scenario
    }
    return sum
  }

  /// Consent to a credential of OpenID Connect was withdrawn, and the Firebase command line writes none of these.
  private static func hidden(_ stage: Stage) -> Scenario {
    let account = stage.anonymized("withdrawn-hidden")
    var scenario = Scenario(accounts: [(account, .current)])
    scenario.consents = [
      [
        "uid": .text(account.uid), "purpose": .text("link:oidc.example"), "given_at": .time(stage.ago(days: 101)),
        "withdrawn_at": .time(stage.ago(days: 30)), "explicit": .flag(true), "method": .text("dialog"),
        "policy_version": .text("3"),
      ]
    ]
    scenario.expect(
      "consent/withdrawn-still-linked", account.uid, "oidc.example", "inconclusive", "export-hides-credential")
    return scenario
  }

  /// Consent named the address of a credential, which the export shows without one, and was withdrawn after the link.
  private static func nameless(_ stage: Stage) -> Scenario {
    var (scenario, _) = linked("no-address", .social, stage, at: stage.ago(days: 100), number: 69)
    scenario.accounts[0].0.credentials[1].email = nil
    let uid = scenario.accounts[0].0.uid
    var record = DemoRecord.consent(of: uid, "link:google.com", at: stage.ago(days: 101))
    record.add([("identifier", .text("no-address@example.org")), ("withdrawn_at", .time(stage.ago(days: 30)))])
    scenario.consents = [record]
    for rule in ["consent/link-social", "consent/withdrawn-still-linked"] {
      scenario.expect(rule, uid, "google.com", "inconclusive", "identifier-unknown")
    }
    return scenario
  }

  /// "Or vice versa": a Google account that Apple joined later needs consent from before that moment.
  private static func vice(_ stage: Stage) -> Scenario {
    var (scenario, _) = linked("apple-joined", .social, stage, at: nil, number: 70)
    let uid = scenario.accounts[0].0.uid
    scenario.links = [
      ["uid": .text(uid), "provider": .text("apple.com"), "linked_at": .time(stage.ago(days: 50))]
    ]
    scenario.consents = [
      ["uid": .text(uid), "purpose": .text("link:google.com"), "given_at": .time(stage.ago(days: 49))]
    ]
    // This consent records nothing but that it was given.
    for (part, reason) in [
      ("explicitness", "explicitness-unknown"), ("method", "no-method"), ("policy-version", "no-policy-version"),
    ] {
      scenario.expect("consent/record-quality", uid, part, "fail", reason)
    }
    scenario.expect("consent/link-social", uid, "google.com", "fail", "after-link")
    return scenario
  }

  /// The consent tool knows people by the hash of their address only.
  private static func hashed(_ stage: Stage) -> Scenario {
    var (scenario, _) = linked("known-by-hash", .phone, stage, at: stage.ago(days: 20), number: 71)
    scenario.consents = [
      [
        // SHA-256 of known-by-hash-phone@privaterelay.appleid.com
        "email_sha256": .text(DemoHash.sha256("known-by-hash-phone@privaterelay.appleid.com")),
        "purpose": .text("link_phone"), "given_at": .number(stage.ago(days: 21).milliseconds), "explicit": .flag(true),
        "method": .text("dialog"), "policy_version": .text("3"),
      ]
    ]
    return scenario
  }

  /// The consent is older than the app's move to another team, and names the person's old `sub`.
  private static func transferred(_ stage: Stage) -> Scenario {
    var (scenario, _) = linked("transferred", .phone, stage, at: stage.ago(days: 30), number: 72)
    scenario.consents = [
      [
        "apple_sub": .text(Stage.sub("old-team")), "purpose": .text("link.phone"),
        "given_at": .time(stage.ago(days: 31)), "explicit": .flag(true), "method": .text("dialog"),
        "policy_version": .text("3"),
      ]
    ]
    scenario.aliases = [
      [
        "old_sub": .text(Stage.sub("old-team")), "new_sub": .text(Stage.sub("transferred-phone")),
        "transferred_at": .time(stage.ago(days: 25)),
      ]
    ]
    return scenario
  }
}
