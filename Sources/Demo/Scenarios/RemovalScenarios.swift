import Timestamps

/// Activity after a removal, ways to remove accounts, and requests and people that come back.
enum RemovalScenarios {
  static func all(_ stage: Stage) -> Scenario {
    activity(stage) + batches(stage) + returns(stage) + requests(stage)
  }

  private static func removal(_ name: String, at time: Timestamp, method: String? = nil) -> DemoRecord {
    var record: DemoRecord = ["uid": .text("demo-\(name)"), "deleted_at": .time(time)]
    record.add("method", method.map(DemoValue.text))
    return record
  }

  /// The log says that these accounts were deleted, and another log has later activity on them.
  private static func activity(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    for (name, createdDaysAgo, verdict, reason) in [
      ("removed-and-active", 300, "fail", "active"), ("removed-and-made-anew", 8, "inconclusive", "may-be-new"),
    ] as [(String, Int64, String, String)] {
      scenario.accounts.append((stage.anonymized(name, createdDaysAgo: createdDaysAgo), .current))
      scenario.accountDeletions.append(removal(name, at: stage.ago(days: 10)))
      scenario.links.append(.link(name, "apple.com", at: stage.ago(days: 7)))
      scenario.expect("deletion/active-after", "demo-\(name)", "account", verdict, reason)
    }
    return scenario
  }

  private static func batches(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    for (name, method) in [("removed-in-batch", "batch"), ("removed-alone", "single")] {
      scenario.deletions.append(.request(name, at: stage.ago(days: 10), ("apple_credential", .flag(true))))
      scenario.revocations.append(.revocation(name, at: stage.ago(days: 9)))
      scenario.accountDeletions.append(removal(name, at: stage.ago(days: 8), method: method))
    }
    scenario.expect("deletion/cleanup-skipped", "demo-removed-in-batch", "account", "inconclusive", "batch")
    return scenario
  }

  /// An account that was made anew under its uid, and a person who linked Apple again after Apple's notice.
  private static func returns(_ stage: Stage) -> Scenario {
    var scenario = Scenario()
    scenario.accounts.append((stage.anonymized("made-anew", createdDaysAgo: 20), .current))
    scenario.deletions.append(.request("made-anew", at: stage.ago(days: 40)))
    scenario.revocations.append(.revocation("made-anew", at: stage.ago(days: 39)))

    scenario.accounts.append((stage.anonymized("came-back"), .current))
    scenario.notifications.append([
      "type": .text("consent-revoked"), "sub": .text(Stage.sub("came-back")),
      "event_time": .number(stage.ago(days: 40).milliseconds), "jti": .text("notice-came-back"),
    ])
    scenario.links.append(.link("came-back", "apple.com", at: stage.ago(days: 35)))
    return scenario
  }

  /// Requests that were closed, and then opened or made again.
  private static func requests(_ stage: Stage) -> Scenario {
    let apple = ("apple_credential", DemoValue.flag(true))
    var scenario = Scenario()
    scenario.deletions += [
      .request("opened-again", at: stage.ago(days: 40), apple, ("status", .text("denied"))),
      .request("opened-again", at: stage.ago(days: 1), apple, ("status", .text("pending"))),
    ]
    scenario.expect(
      "deletion/token-revoked", "demo-opened-again", "request-opened-again", "pending", "no-revocation")
    return scenario
  }
}

extension FurtherSamples {
  /// Functions clean up after a removal. One account was removed in a batch, and has been created anew since.
  static func batch(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "batch",
      files: [
        ("users.json", export([stage.anonymized("batch", createdDaysAgo: 2)]), stage.captured),
        (
          "account-deletions.ndjson",
          lines([
            "uid": .text("demo-batch"), "deleted_at": .time(stage.ago(days: 10)), "method": .text("batch"),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [finding("deletion/cleanup-skipped", "demo-batch", "account", "fail", "skipped")]),
      config: "deletion: {cleanup: triggers}\n")
  }
}
