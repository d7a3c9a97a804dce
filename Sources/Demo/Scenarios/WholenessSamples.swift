import Timestamps

/// Samples of evidence that is incomplete or out of date, and of people who moved with their app.
extension FurtherSamples {
  static func wholeness(_ stage: Stage) -> [FurtherSample] {
    [
      transfer(stage), undatedTransfer(stage), counts(stage), silence(stage), foreignNotices(stage),
      capturedLater(stage), twoTenants(stage),
    ]
  }

  static func alias(_ old: String, _ new: String, _ transferredAt: Timestamp?) -> DemoRecord {
    var record: DemoRecord = ["old_sub": .text(Stage.sub(old)), "new_sub": .text(Stage.sub(new))]
    record.add("transferred_at", transferredAt.map(DemoValue.time))
    return record
  }

  /// The app moved three times: 100 days ago, 60 days and two hours ago, and 20 days ago.
  private static func transfer(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "transfer",
      files: [
        (
          "users.json",
          export(
            ["left-behind", "twice", "twice-again", "due-since-export", "on-the-way", "arrived"].map {
              stage.anonymized($0)
            }),
          stage.captured
        ),
        (
          "aliases.ndjson",
          lines([
            alias("left-behind", "left-behind-new", stage.ago(days: 100)),
            alias("twice", "twice-again", stage.ago(days: 100)),
            alias("due-since-export", "due-since-export-new", stage.ago(days: 60, hours: 2)),
            alias("on-the-way", "on-the-way-new", stage.ago(days: 20)),
            alias("arrived-old", "arrived", stage.ago(days: 100)),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "fail", exitStatus: 1,
        findings: [
          finding("transfer/unmigrated", "demo-left-behind", "apple.com", "fail", "old-sub"),
          finding("transfer/unmigrated", "demo-twice", "apple.com", "fail", "split"),
          finding("transfer/unmigrated", "demo-due-since-export", "apple.com", "inconclusive", "export-too-old"),
          finding("transfer/unmigrated", "demo-on-the-way", "apple.com", "pending", "old-sub"),
        ]))
  }

  private static func undatedTransfer(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "undated-transfer",
      files: [
        ("users.json", export([stage.anonymized("left-behind")]), stage.captured),
        ("aliases.ndjson", lines(alias("left-behind", "left-behind-new", nil)), stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("transfer/unmigrated", "demo-left-behind", "apple.com", "inconclusive", "time-unknown")
        ]))
  }

  /// The answer to a query has one account more than it says, and the project has more than all inputs show.
  private static func counts(_ stage: Stage) -> FurtherSample {
    let page: DemoRecord = [
      "recordsCount": .text("1"),
      "userInfo": .list(["listed", "not-counted"].map { stage.anonymized($0).toolkitUser }),
    ]
    return FurtherSample(
      name: "counts",
      files: [
        ("users.json", export([stage.anonymized("exported")]), stage.captured),
        ("query.json", page.compact, stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("evidence/count-mismatch", nil, "accounts", "fail", "fewer"),
          finding("evidence/count-mismatch", nil, "query.json", "fail", "more"),
        ]),
      config: "evidence: {accounts: 1200}\n")
  }

  private static func notice(_ name: String, at time: Timestamp, audience: String) -> DemoRecord {
    [
      "type": .text("email-enabled"), "sub": .text(Stage.sub(name)), "event_time": .time(time),
      "jti": .text("notice-\(name)"), "aud": .text(audience),
    ]
  }

  private static func notices(_ name: String, _ notice: DemoRecord, _ expected: ExpectedFinding, _ stage: Stage)
    -> FurtherSample
  {
    FurtherSample(
      name: name,
      files: [
        ("users.json", export(["heard", "unheard"].map { stage.anonymized($0) }), stage.captured),
        ("notifications.ndjson", lines(notice), stage.captured),
      ],
      truth: GroundTruth(asOf: stage.asOf, outcome: "pass", exitStatus: 0, findings: [expected]),
      config: """
        apple: {client_ids: [com.example.app]}
        rules: {params: {evidence/notifications-silent: {least_accounts: 2}}}

        """)
  }

  private static func silence(_ stage: Stage) -> FurtherSample {
    notices(
      "silence", notice("heard", at: stage.ago(days: 40), audience: "com.example.app"),
      finding("evidence/notifications-silent", nil, "notifications", "inconclusive", "silent"), stage)
  }

  private static func foreignNotices(_ stage: Stage) -> FurtherSample {
    notices(
      "foreign-notices", notice("heard", at: stage.ago(days: 1), audience: "com.example.another-app"),
      finding("evidence/notifications-silent", nil, "notifications", "fail", "foreign-audience"), stage)
  }

  private static func capturedLater(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "captured-later", files: [("users.json", export([stage.anonymized("open")]), stage.asOf + .hours(2))],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [finding("evidence/stale", nil, "accounts", "fail", "captured-later")]))
  }

  /// A uid that an account in each of two tenants has, so a request by it belongs to neither.
  private static func twoTenants(_ stage: Stage) -> FurtherSample {
    let accounts = ["a", "b"].map { name in
      var account = stage.anonymized("of-\(name)")
      account.uid = "demo-twin"
      account.tenant = "tenant-\(name)"
      return account
    }
    let page: DemoRecord = [
      "kind": .text("identitytoolkit#DownloadAccountResponse"), "users": .list(accounts.map(\.toolkitUser)),
    ]
    return FurtherSample(
      name: "two-tenants",
      files: [
        ("tenants.json", page.compact, stage.captured),
        (
          "deletions.ndjson",
          lines([
            "uid": .text("demo-twin"), "request_id": .text("request-1"), "requested_at": .time(stage.ago(days: 40)),
          ]), stage.captured
        ),
        (
          "revocations.ndjson",
          lines([
            "uid": .text("demo-twin"), "tenant": .text("tenant-a"), "at": .time(stage.ago(days: 39)),
            "endpoint": .text("apple"), "http_status": .number(200), "token_type": .text("refresh_token"),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("deletion/account-removed", "demo-twin", "request-1", "inconclusive", "person-ambiguous"),
          finding("deletion/token-revoked", "demo-twin", "request-1", "inconclusive", "apple-unknown"),
          finding("evidence/orphans", nil, "deletions", "inconclusive", "no-history"),
        ]))
  }
}
