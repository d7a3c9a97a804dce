import Timestamps

/// A small sample of its own, for reasons that exclude those of the main one.
struct FurtherSample {
  var name: String
  var files: [(name: String, text: String, capturedAt: Timestamp)]
  var truth: GroundTruth
  /// The files of an audit of the day before, which fills the history.
  var yesterday: [(name: String, text: String)] = []
  /// The configuration names no project.
  var isUnnamed = false
  /// More lines of the configuration.
  var config = ""
  /// Apple's keys, where the configuration names them.
  var keys: String?

  func write(to folder: String, stage: Stage) throws {
    try SampleFile.makeFolder(folder)
    for file in files {
      let written = try SampleFile(folder, file.name)
      try written.write(file.text)
      try written.finish(at: file.capturedAt)
    }
    if !yesterday.isEmpty { try writeYesterday(folder, stage) }
    let config = try SampleFile.configuration(folder, up: "../../")
    try config.write(isUnnamed ? "inputs:\n" : "project: relay-audit-sample\ninputs:\n")
    for file in files {
      try config.write("  - {path: \(file.name), captured_at: \(file.capturedAt.rfc3339)}\n")
    }
    try config.write(self.config)
    if let keys {
      let file = try SampleFile(folder, "apple-keys.json")
      try file.write(keys + "\n")
      try file.finish(at: stage.asOf)
      try config.write("apple: {jwks: apple-keys.json}\n")
    }
    try config.write("reports: {out: reports}\nhistory: {store: .relay-audit/audit.sqlite}\n")
    try config.finish(at: stage.asOf)
    try truth.write(folder)
  }

  private func writeYesterday(_ folder: String, _ stage: Stage) throws {
    let config = try SampleFile.configuration(folder, up: "../../", name: "yesterday.yaml")
    try config.write("project: relay-audit-sample\ninputs:\n")
    for file in yesterday {
      let written = try SampleFile(folder, "yesterday/\(file.name)")
      try written.write(file.text)
      try written.finish(at: stage.captured - .days(1))
      try config.write("  - {path: yesterday/\(file.name), captured_at: \((stage.captured - .days(1)).rfc3339)}\n")
    }
    try config.write("reports: {out: yesterday/reports}\nhistory: {store: .relay-audit/audit.sqlite}\n")
    try config.finish(at: stage.asOf - .days(1))
  }
}

enum FurtherSamples {
  static func all(_ stage: Stage) -> [FurtherSample] {
    [
      withoutConsents(stage), withoutRevocations(stage), withoutAccounts(stage), stale(stage), brokenOff(stage),
      withoutTenants(stage), signInsAndMail(stage), unconfigured(stage), signatures(stage), vanished(stage),
      vanishedInHalfAnExport(stage), vanishedWithoutRequests(stage), unnamed(stage), secrets(stage), proof(stage),
      profiles(stage), profilesWithoutConsents(stage), batch(stage),
    ] + wholeness(stage)
  }

  static func export(_ accounts: [DemoAccount], isWhole: Bool = true) -> String {
    let users = accounts.map { $0.commandLineUser.pretty() }.joined(separator: ",\n")
    return "{\"users\": [\n" + users + (isWhole ? "]}" : "")
  }

  static func lines(_ records: DemoRecord...) -> String { lines(records) }

  static func lines(_ records: [DemoRecord]) -> String {
    records.map { $0.compact + "\n" }.joined()
  }

  static func finding(
    _ rule: String, _ uid: String?, _ object: String, _ verdict: String, _ reason: String
  ) -> ExpectedFinding {
    ExpectedFinding(rule: rule, uid: uid, object: object, verdict: verdict, reason: reason)
  }

  /// The findings of a first night, on which earlier accounts are unknown.
  private static func orphans(_ kinds: String..., because reason: String = "no-history") -> [ExpectedFinding] {
    kinds.map { finding("evidence/orphans", nil, $0, "inconclusive", reason) }
  }

  /// The request of a person whom no export shows.
  private static func leaverRequest(at time: Timestamp) -> DemoRecord {
    [
      "uid": .text("demo-leaver"), "request_id": .text("request-1"), "requested_at": .time(time),
      "apple_credential": .flag(true),
    ]
  }

  /// Apple's notification about another person whom no export shows.
  private static func revokerNotice(at time: Timestamp) -> DemoRecord {
    [
      "type": .text("consent-revoked"), "sub": .text(Stage.sub("revoker")), "event_time": .number(time.milliseconds),
      "jti": .text("notice-1"),
    ]
  }

  private static func withoutConsents(_ stage: Stage) -> FurtherSample {
    var account = stage.anonymized("unasked")
    account.email = "unasked@example.com"
    account.phone = "+15550199"
    var pictured = stage.anonymized("pictured")
    pictured.photo = "https://example.com/pictured.png"
    account.credentials.append(.init(provider: "google.com", id: "g-unasked", email: "unasked@example.org"))
    let shown = AppleAccountScenarios.unasked(stage)
    return FurtherSample(
      name: "no-consent-source", files: [("users.json", export([account, pictured, shown]), stage.captured)],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [("email", "email"), ("phone", "phone"), ("social", "google.com")].map {
          finding("consent/link-\($0)", account.uid, $1, "inconclusive", "no-consent-source")
        } + [
          finding("consent/profile-photo", pictured.uid, "photo", "inconclusive", "no-consent-source"),
          finding("consent/apple-account", shown.uid, "phone", "inconclusive", "no-consent-source"),
        ]))
  }

  private static func withoutRevocations(_ stage: Stage) -> FurtherSample {
    let requested = stage.ago(days: 10)
    return FurtherSample(
      name: "no-revocation-source",
      files: [
        ("users.json", export([stage.anonymized("stays")]), stage.captured),
        (
          "deletions.ndjson",
          lines(
            leaverRequest(at: requested),
            // No account has the address: the account may be there under its relay address.
            [
              "email": .text("leaver@example.com"), "request_id": .text("request-2"), "requested_at": .time(requested),
              "apple_credential": .flag(true),
            ]), stage.captured
        ),
        (
          "account-deletions.ndjson",
          lines(["uid": .text("demo-leaver"), "deleted_at": .time(requested + .hours(2))]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: ["deletion/order", "deletion/token-revoked"].map {
          finding($0, "demo-leaver", "request-1", "inconclusive", "no-revocation-source")
        } + [
          finding("deletion/account-removed", nil, "request-2", "inconclusive", "person-unknown"),
          finding("deletion/token-revoked", nil, "request-2", "inconclusive", "no-revocation-source"),
        ] + orphans("deletions", "account-deletions")))
  }

  private static func withoutAccounts(_ stage: Stage) -> FurtherSample {
    let requested = stage.ago(days: 10)
    return FurtherSample(
      name: "no-accounts-source",
      files: [
        ("deletions.ndjson", lines(leaverRequest(at: requested)), stage.captured),
        (
          "revocations.ndjson",
          lines([
            "uid": .text("demo-leaver"), "at": .time(requested), "endpoint": .text("apple"),
            "token_type": .text("refresh_token"), "http_status": .number(200),
          ]), stage.captured
        ),
        ("notifications.ndjson", lines(revokerNotice(at: requested)), stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [
          finding("deletion/account-removed", "demo-leaver", "request-1", "inconclusive", "no-accounts-source"),
          finding("deletion/apple-notice-honoured", nil, "notice-1", "inconclusive", "no-accounts-source"),
        ]
          + ["deletions", "revocations", "notifications"].map {
            finding("evidence/orphans", nil, $0, "inconclusive", "no-accounts-source")
          }))
  }

  private static func stale(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "stale", files: [("users.json", export([stage.anonymized("long-ago")]), stage.ago(days: 3))],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [finding("evidence/stale", nil, "accounts", "fail", "stale")]))
  }

  private static func brokenOff(_ stage: Stage) -> FurtherSample {
    let requested = stage.ago(days: 40)
    let cut = export([stage.anonymized("first"), stage.anonymized("second")], isWhole: false)
    return FurtherSample(
      name: "broken-off",
      files: [
        ("users.json", String(cut.dropLast(40)), stage.captured),
        ("deletions.ndjson", lines(leaverRequest(at: requested)), stage.captured),
        (
          "revocations.ndjson",
          lines([
            "uid": .text("demo-leaver"), "at": .time(requested), "endpoint": .text("apple"),
            "http_status": .number(200),
          ]), stage.captured
        ),
        ("notifications.ndjson", lines(revokerNotice(at: requested)), stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [
          finding("deletion/account-removed", "demo-leaver", "request-1", "inconclusive", "export-incomplete"),
          finding("deletion/apple-notice-honoured", nil, "notice-1", "inconclusive", "export-incomplete"),
        ] + orphans("deletions", "revocations", "notifications", because: "export-incomplete")))
  }

  private static func withoutTenants(_ stage: Stage) -> FurtherSample {
    let requested = stage.ago(days: 40)
    return FurtherSample(
      name: "tenants-not-exported",
      files: [
        ("users.json", export([stage.anonymized("no-tenant")]), stage.captured),
        (
          "deletions.ndjson",
          lines([
            "uid": .text("demo-leaver"), "tenant": .text("tenant-a"), "apple_sub": .text(Stage.sub("revoker")),
            "request_id": .text("request-1"), "requested_at": .time(requested), "apple_credential": .flag(true),
          ]), stage.captured
        ),
        (
          "revocations.ndjson",
          lines([
            "uid": .text("demo-leaver"), "tenant": .text("tenant-a"), "at": .time(requested),
            "endpoint": .text("apple"), "http_status": .number(200),
          ]), stage.captured
        ),
        // Apple's notice names the person by the `sub` alone, and the request says whose that is.
        ("notifications.ndjson", lines(revokerNotice(at: requested)), stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("deletion/account-removed", "demo-leaver", "request-1", "inconclusive", "tenant-not-exported"),
          finding("deletion/apple-notice-honoured", "demo-leaver", "notice-1", "inconclusive", "tenant-not-exported"),
        ] + orphans("deletions", "revocations", "notifications")))
  }
}
