import Timestamps

/// Relay addresses in wrong places, addresses that imitate them, and people with two accounts.
enum RelayScenarios {
  static func all(_ stage: Stage) -> Scenario {
    [compliant, withoutCredential, inOldExport, lookAlikes, twice, bySecondDomain].reduce(Scenario()) { $0 + $1(stage) }
  }

  private static func compliant(_ stage: Stage) -> Scenario {
    Scenario(accounts: [(stage.anonymized("plain"), .current)])
  }

  private static func bySecondDomain(_ stage: Stage) -> Scenario {
    var account = stage.anonymized("second-domain")
    account.email = "Second-Domain@Private.iCloud.com"
    account.credentials[0].email = account.email
    return Scenario(accounts: [(account, .current)])
  }

  private static func withoutCredential(_ stage: Stage) -> Scenario {
    var account = stage.anonymized("made-up-address")
    account.credentials = [.init(provider: "google.com", id: "g-made-up", email: Stage.relay("made-up-address"))]
    var scenario = Scenario(accounts: [(account, .current)])
    scenario.expect("relay/address-without-apple-credential", account.uid, "email", "fail", "no-apple-credential")
    return scenario
  }

  private static func inOldExport(_ stage: Stage) -> Scenario {
    var account = stage.anonymized("old-export")
    account.credentials = []
    var scenario = Scenario(accounts: [(account, .old)])
    scenario.expect(
      "relay/address-without-apple-credential", account.uid, "email", "inconclusive", "export-hides-apple")
    return scenario
  }

  private static func lookAlikes(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    for (name, host) in [
      ("imitated-prefix", "privaterelay.appleid.com.example.net"), ("imitated-digit", "privaterelay.apple1d.com"),
      ("imitated-letter", "privaterelay.\u{430}ppleid.com"),
    ] {
      let account = DemoAccount(
        uid: "demo-\(name)", email: "\(name)@\(host)", createdAt: stage.ago(days: 200),
        credentials: [.init(provider: "google.com", id: "g-\(name)", email: "\(name)@\(host)")])
      scenario.accounts.append((account, .current))
      scenario.expect("relay/look-alike-host", account.uid, "email", "fail", "look-alike")
    }
    return scenario
  }

  private static func twice(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    for name in ["twice-a", "twice-b"] {
      var account = stage.anonymized(name)
      account.email = Stage.relay("twice")
      account.credentials = [.init(provider: "apple.com", id: Stage.sub("twice"), email: Stage.relay("twice"))]
      scenario.accounts.append((account, .current))
      scenario.expect("relay/shared-address", account.uid, "email", "fail", "same-address")
      scenario.expect("relay/shared-address", account.uid, "apple.com", "fail", "same-sub")
    }
    return scenario
  }
}
