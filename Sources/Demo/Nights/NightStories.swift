import Timestamps

/// A night of the sample: its files by kind, and what its audit must find.
struct NightStory {
  var name: String
  var asOf: Timestamp
  var story: String
  var files: [(kind: String, text: String)]
  var findings: [ExpectedFinding]
  var resolved: [ExpectedResolution]

  /// The beginning of the night's day: what a date in a file's name says.
  var captured: Timestamp { asOf - .hours(6) }
  var date: String { String(asOf.rfc3339.prefix(10)) }

  var truth: GroundTruth {
    GroundTruth(asOf: asOf, outcome: "fail", exitStatus: 1, findings: findings, resolved: resolved)
  }
}

/// Four people request deletion, and two have a phone number linked. Only all nights together show what became of them.
///
/// | person | what happened | what shows it |
/// |---|---|---|
/// | rotated | revoked in time | the log of night 1, rotated since |
/// | never | never revoked | no log of any night |
/// | late | revoked in time | a log that arrives on night 3 |
/// | lately | revoked in time | the log that is missing on night 2 |
/// | agreed | consented before the link | the export of night 1; those of later nights show one day each |
/// | unasked | did not consent | no export of any night |
enum NightStories {
  private static let leavers = ["rotated", "never", "late", "lately"]
  private static let revoked = "deletion/token-revoked"
  private static let removed = "deletion/account-removed"
  private static let phone = "consent/link-phone"

  static func all(_ stage: Stage) -> [NightStory] { [first(stage), second(stage), third(stage)] }

  private static func first(_ stage: Stage) -> NightStory {
    let requests: [(String, Timestamp)] = [
      ("rotated", stage.ago(days: 10)), ("never", stage.ago(days: 12)), ("late", stage.ago(days: 8)),
      ("lately", stage.ago(days: 4, hours: 18)),
    ]
    let linked = stage.ago(days: 8)
    var findings = leavers.map { finding(removed, $0, "request-\($0)", "pending", "still-present", "new") }
    findings += [
      finding(revoked, "never", "request-never", "fail", "no-revocation", "new"),
      finding(revoked, "late", "request-late", "fail", "no-revocation", "new"),
      finding(revoked, "lately", "request-lately", "pending", "no-revocation", "new"),
      finding(phone, "unasked", "phone", "fail", "no-record", "new"),
    ]
    return NightStory(
      name: "1", asOf: stage.ago(days: 2), story: "has all evidence from the beginning",
      files: [
        ("users", users(stage, leavers)),
        ("consents", lines(.consent(of: "demo-agreed", "link:phone", at: linked - .days(1)))),
        ("links", lines(.link("agreed", "phone", at: linked), .link("unasked", "phone", at: linked))),
        ("deletions", lines(requests.map { .request($0.0, at: $0.1, apple) })),
        ("revocations", lines(.revocation("rotated", at: stage.ago(days: 10) + .hours(1)))),
      ], findings: findings, resolved: [])
  }

  private static func second(_ stage: Stage) -> NightStory {
    let day = stage.ago(days: 2)
    var completed = DemoRecord.request("rotated", at: stage.ago(days: 10), apple)
    completed.add([("status", .text("completed")), ("completed_at", .time(day + .hours(1)))])
    return NightStory(
      name: "2", asOf: stage.ago(days: 1), story: "has no log of revocations, and one day of everything else",
      files: [
        ("users", users(stage, ["linked-18"])),
        ("consents", lines(.consent(of: "demo-linked-18", "link:phone", at: day + .hours(2)))),
        ("links", lines(.link("linked-18", "phone", at: day + .hours(3)))), ("deletions", lines(completed)),
      ],
      findings: [
        finding(revoked, "never", "request-never", "fail", "no-revocation", "existing"),
        finding(revoked, "late", "request-late", "fail", "no-revocation", "existing"),
        // Due since the newest log was captured.
        finding(revoked, "lately", "request-lately", "inconclusive", "beyond-capture", "existing"),
        finding(phone, "unasked", "phone", "fail", "no-record", "existing"),
      ], resolved: leavers.map { ExpectedResolution(rule: removed, object: "request-\($0)", cause: "passed") })
  }

  private static func third(_ stage: Stage) -> NightStory {
    let day = stage.ago(days: 1)
    return NightStory(
      name: "3", asOf: stage.asOf, story: "has the log again, after a rotation, and a second one that is late",
      files: [
        ("users", users(stage, ["linked-18", "linked-19"])),
        ("consents", lines(.consent(of: "demo-linked-19", "link:phone", at: day + .hours(2)))),
        ("links", lines(.link("linked-19", "phone", at: day + .hours(3)))),
        ("deletions", lines(.request("plain-1", at: day + .hours(4), apple, ("status", .text("cancelled"))))),
        ("revocations", lines(.revocation("lately", at: stage.ago(days: 2) + .hours(2)))),
        ("revocations-eu", lines(.revocation("late", at: stage.ago(days: 8) + .hours(1)))),
      ],
      findings: [
        finding(revoked, "never", "request-never", "fail", "no-revocation", "existing"),
        finding(phone, "unasked", "phone", "fail", "no-record", "existing"),
      ],
      resolved: [
        ExpectedResolution(rule: revoked, object: "request-late", cause: "passed"),
        ExpectedResolution(rule: revoked, object: "request-lately", cause: "passed"),
      ])
  }

  // MARK: Records

  /// The export of a night: the accounts that stay on all nights, and others.
  private static func users(_ stage: Stage, _ others: [String]) -> String {
    let names = ["agreed", "unasked"] + (1...24).map { "plain-\($0)" } + others
    return FurtherSamples.export(
      names.enumerated().map { number, name in
        var account = stage.anonymized(name)
        if name == "agreed" || name == "unasked" || name.hasPrefix("linked") {
          account.phone = "+15550\(130 + number)"
        }
        return account
      })
  }

  private static var apple: (String, DemoValue) { ("apple_credential", .flag(true)) }

  private static func lines(_ records: DemoRecord...) -> String { FurtherSamples.lines(records) }
  private static func lines(_ records: [DemoRecord]) -> String { FurtherSamples.lines(records) }

  private static func finding(
    _ rule: String, _ name: String, _ object: String, _ verdict: String, _ reason: String, _ state: String
  ) -> ExpectedFinding {
    ExpectedFinding(
      rule: rule, uid: "demo-\(name)", object: object, verdict: verdict, reason: reason, state: state)
  }
}
