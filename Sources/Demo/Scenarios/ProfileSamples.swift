import Timestamps

extension FurtherSamples {
  /// Names on anonymized accounts, addresses that stay when a credential goes, and people who hide their address again.
  static func profiles(_ stage: Stage) -> FurtherSample {
    var story = ProfileStory()
    story.addNames(stage)
    story.addResidue(stage)
    story.addHidden(stage)
    story.addHiddenFromExport(stage)
    return FurtherSample(
      name: "profiles",
      files: [
        ("users.json", export(story.accounts), stage.captured),
        ("legacy-users.csv", story.oldAccounts.map(\.oldRow).joined(), stage.captured),
        ("consents.ndjson", lines(story.consents), stage.captured),
        ("links.ndjson", lines(story.links), stage.captured),
        ("sign-ins.ndjson", lines(story.signIns), stage.captured),
      ],
      truth: GroundTruth(asOf: stage.asOf, outcome: "fail", exitStatus: 1, findings: story.findings),
      config: "apple: {client_ids: [com.example.app]}\n")
  }

  static func profilesWithoutConsents(_ stage: Stage) -> FurtherSample {
    var account = stage.anonymized("named")
    account.displayName = "Jo Example"
    return FurtherSample(
      name: "profiles-without-consents", files: [("users.json", export([account]), stage.captured)],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [
          finding("consent/other-identifiers", account.uid, "name", "inconclusive", "no-consent-source")
        ]))
  }
}

/// What the files of the sample hold, and what an audit must find in them.
private struct ProfileStory {
  var accounts: [DemoAccount] = []
  /// In an export that leaves out Apple credentials.
  var oldAccounts: [DemoAccount] = []
  var consents: [DemoRecord] = []
  var links: [DemoRecord] = []
  var signIns: [DemoRecord] = []
  var findings: [ExpectedFinding] = []

  /// Each account is 90 days old.
  mutating func addNames(_ stage: Stage) {
    var stories = ProfileConsent.stories(stage)
    stories.insert(
      ("wrong-identifier", "fail", ProfileConsent.fields(stage, ("identifier", .text("Somebody Else")))), at: 6)
    for (name, verdict, fields) in stories {
      var account = stage.anonymized("name-\(name)", createdDaysAgo: 90)
      account.displayName = "Jo Example"
      accounts.append(account)
      if let fields {
        var record: DemoRecord = ["uid": .text(account.uid)]
        record.add(fields)
        consents.append(record)
      }
      if let verdict {
        findings.append(
          FurtherSamples.finding("consent/other-identifiers", account.uid, "name", verdict, name))
      }
      if name == "withdrawn" {
        findings.append(
          FurtherSamples.finding("consent/withdrawn-still-linked", account.uid, "name", "fail", "still-linked"))
      }
    }
  }

  /// The address of a Google account that was unlinked; each person agreed to the address itself.
  mutating func addResidue(_ stage: Stage) {
    let stories: [(name: String, hours: Int64, identifier: String?, verdict: String?, reason: String)] = [
      ("gone", 80, nil, nil, ""), ("kept", 80, nil, "fail", "residue"), ("just-kept", 50, nil, "pending", "residue"),
      ("kept-lately", 73, nil, "inconclusive", "export-too-old"),
      ("nameless", 80, "g-nameless", "inconclusive", "address-unknown"),
    ]
    for story in stories {
      var account = stage.anonymized("unlinked-\(story.name)")
      let address = "\(story.name)@example.com"
      if story.verdict != nil {
        account.email = address
        consents.append([
          "uid": .text(account.uid), "purpose": .text("link:email"), "given_at": .time(stage.ago(days: 310)),
          "explicit": .flag(true), "method": .text("dialog"), "policy_version": .text("3"),
        ])
      }
      accounts.append(account)
      links.append([
        "uid": .text(account.uid), "provider": .text("google.com"), "linked_at": .time(stage.ago(hours: story.hours)),
        "action": .text("unlink"), "identifier": .text(story.identifier ?? address),
      ])
      if let verdict = story.verdict {
        findings.append(
          FurtherSamples.finding("consent/residue-after-unlink", account.uid, "email", verdict, story.reason))
      }
    }
  }

  /// People who first showed their address, and hid it later.
  mutating func addHidden(_ stage: Stage) {
    let stories: [(name: String, hours: Int64, verdict: String?, reason: String)] = [
      ("replaced", 80, nil, ""), ("kept", 80, "fail", "real-address-kept"),
      ("just-kept", 50, "pending", "real-address-kept"), ("kept-lately", 73, "inconclusive", "export-too-old"),
    ]
    for story in stories {
      var account = stage.anonymized("hidden-\(story.name)")
      if story.verdict != nil {
        account.email = "hidden-\(story.name)@example.com"
        account.credentials[0].email = account.email
      }
      accounts.append(account)
      addSignIns(of: account, story.name, at: [stage.ago(days: 30), stage.ago(hours: story.hours)])
      if let verdict = story.verdict {
        findings.append(
          FurtherSamples.finding("consent/hidden-again", account.uid, "email", verdict, story.reason))
      }
    }
  }

  /// A person who hid the address, which Google brings too, while the export shows no Apple credential.
  mutating func addHiddenFromExport(_ stage: Stage) {
    var account = stage.anonymized("hidden-from-export")
    account.email = "hidden-from-export@example.com"
    account.credentials = [.init(provider: "google.com", id: "g-hidden-from-export", email: account.email)]
    oldAccounts.append(account)
    consents.append([
      "uid": .text(account.uid), "purpose": .text("link:google.com"), "given_at": .time(stage.ago(days: 310)),
      "explicit": .flag(true), "method": .text("dialog"), "policy_version": .text("3"),
    ])
    addSignIns(of: account, "from-export", at: [stage.ago(days: 30), stage.ago(hours: 80)])
    findings.append(
      FurtherSamples.finding("consent/hidden-again", account.uid, "email", "inconclusive", "export-hides-apple"))
    findings.append(
      FurtherSamples.finding("evidence/export-hides-apple", nil, "legacy-users.csv", "fail", "export-hides-apple"))
  }

  /// A sign-in that shows the address, and one that hides it.
  private mutating func addSignIns(of account: DemoAccount, _ name: String, at times: [Timestamp]) {
    for (index, time) in times.enumerated() {
      let nonce = "\(name)-\(index)"
      signIns.append([
        "uid": .text(account.uid), "at": .time(time), "provider": .text("apple.com"),
        "nonce": .text(DemoHash.sha256(nonce)), "raw_nonce": .text(nonce), "aud": .text("com.example.app"),
        "is_private_email": .flag(index == 1),
      ])
    }
  }
}
