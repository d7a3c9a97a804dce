import Foundation
import Testing

/// What becomes of the findings of the run before. Each test judges by a night's files alone (`remember: 0`), so that
/// what a night does not show cannot be judged again.
@Suite struct ContinuationTests {
  private static let forgetful = "history: {remember: 0}\n"

  private let place: Workplace
  private var files: [String: String] = [:]

  init() throws {
    place = try Workplace()
    try place.write("relay-audit.yaml", Self.forgetful)
    // u1 is linked without consent, u2 asked to be deleted and nobody revoked.
    files = [
      "users.json": Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2")),
      "consents.ndjson": Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"),
      "deletions.ndjson": Self.request("u2"), "revocations.ndjson": Self.revocation("u9", "2026-11-02T00:00:00Z"),
    ]
  }

  private static func request(_ uid: String, _ more: String = "") -> String {
    "{\"uid\":\"\(uid)\",\"request_id\":\"r-\(uid)\",\"requested_at\":\"2026-11-01T00:00:00Z\",\"apple_credential\":true\(more)}\n"
  }

  private static func revocation(_ uid: String, _ at: String) -> String {
    "{\"uid\":\"\(uid)\",\"at\":\"\(at)\",\"endpoint\":\"apple\",\"token_type\":\"refresh_token\",\"http_status\":200}\n"
  }

  /// Audits the files of a night in November, and checks that the numbers of the two nights add up.
  @discardableResult
  private func night(
    _ day: Int, _ changes: [String: String?] = [:], config: String = forgetful, flags: [String] = []
  ) throws -> Workplace.Outcome {
    let before = try? place.findings()
    try? FileManager.default.removeItem(at: place.path("in"))
    for (name, text) in files where changes[name] == nil {
      try place.write("in/\(name)", text, at: "2026-11-\(day)T05:00:00Z")
    }
    for case (let name, let text?) in changes { try place.write("in/\(name)", text, at: "2026-11-\(day)T05:00:00Z") }
    try place.write("relay-audit.yaml", config)
    let outcome = try place.run(["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z"] + flags)
    if let before {
      let kept = try place.findings().filter { $0.state != "new" }.map(\.id)
      let all = kept + (try resolved().map(\.id))
      // Ids of a night that is hashed are told from those of others by the store alone.
      if flags.contains("--pii") {
        #expect(all.count == before.count)
      } else {
        #expect(all.sorted() == before.map(\.id).sorted())
      }
    }
    return outcome
  }

  private func resolved() throws -> [(id: String, rule: String, cause: String)] {
    try #require(try place.report()["resolved"] as? [[String: Any]]).map {
      (
        try #require($0["id"] as? String), try #require($0["rule"] as? String), try #require($0["cause"] as? String)
      )
    }
  }

  private func cause(_ rule: String) throws -> String? { try resolved().first { $0.rule == rule }?.cause }

  private func finding(_ rule: String) throws -> Workplace.Finding? { try place.findings().first { $0.rule == rule } }

  private func reasons() throws -> String {
    let gate = try #require(try place.report()["gate"] as? [String: Any])
    return (gate["reasons"] as? [String] ?? []).joined(separator: "\n")
  }

  private func counts(_ rule: String) throws -> [String: Int] {
    let rules = try #require(try place.report()["rules"] as? [[String: Any]])
    return rules.first { $0["id"] as? String == rule }?["counts"] as? [String: Int] ?? [:]
  }

  @Test func whatIsMissingIsCarriedUntilItReturns() throws {
    #expect(try night(18).status == 1)
    let first = try #require(try finding("deletion/token-revoked"))
    let id = try #require((try place.report()["run"] as? [String: Any])?["id"] as? String)
    for day in 19...20 {
      #expect(try night(day, ["deletions.ndjson": nil]).status == 1)
      let carried = try #require(try finding("deletion/token-revoked"))
      #expect(carried.id == first.id && carried.state == "carried" && carried.reason == first.reason)
      #expect(try counts("deletion/token-revoked")["fail"] == 1)
      #expect(
        try reasons().contains(
          "`deletions` was supplied. The last run that had one was run 1 of 18 November 2026, 06:00 UTC"))
      let json = try #require(try place.report()["findings"] as? [[String: Any]])
      let entry = json.first { $0["id"] as? String == first.id }
      #expect(entry?["judged_in"] as? String == id)
      #expect(entry?["first_seen"] as? String == "2026-11-18T06:00:00.000Z")
      #expect((try place.report()["gate"] as? [String: Any])?["carried"] as? Int ?? 0 > 0)
    }
    try night(21, ["revocations.ndjson": Self.revocation("u2", "2026-11-01T01:00:00Z")])
    #expect(try cause("deletion/token-revoked") == "passed")
  }

  /// Without the records that it would take, a verdict that says no more than that does not end a failure.
  @Test func anInconclusiveVerdictForWantOfEvidenceEndsNoFailure() throws {
    try night(18)
    #expect(try night(19, ["consents.ndjson": nil]).status == 1)
    let carried = try #require(try finding("consent/link-phone"))
    #expect(carried.verdict == "fail" && carried.state == "carried" && carried.reason == "no-record")
    #expect(
      try counts("consent/link-phone") == [
        "pass": 0, "fail": 1, "inconclusive": 0, "pending": 0, "manual": 0, "waived": 0,
      ])
    // Unless the kind is released.
    try night(20, ["consents.ndjson": nil], config: "gate: {optional: [consents]}\n" + Self.forgetful)
    #expect(try finding("consent/link-phone").map { "\($0.verdict) \($0.state)" } == "inconclusive existing")
  }

  @Test func eachEndHasItsCause() throws {
    try night(18)
    try night(19, ["users.json": Sample.export(Sample.user("u1"), Sample.user("u2"))])
    #expect(try cause("consent/link-phone") == "subject-gone")
    try night(20)
    try night(21, ["users.json": Sample.export(Sample.user("u2"))])
    #expect(try cause("consent/link-phone") == "subject-gone")
    try night(22, ["deletions.ndjson": Self.request("u2", ",\"status\":\"cancelled\"")])
    #expect(try cause("deletion/token-revoked") == "request-cancelled")
    try night(23)
    try night(24, ["deletions.ndjson": nil], config: "gate: {optional: [deletions]}\n" + Self.forgetful)
    #expect(try cause("deletion/token-revoked") == "evidence-released")
    try night(25, ["users.json": nil], config: "rules: {disable: [consent/link-phone]}\n" + Self.forgetful)
    #expect(try cause("consent/link-phone") == "rule-disabled")
  }

  /// The account may stand behind the break.
  @Test func whatABrokenExportLeavesOutIsCarried() throws {
    try night(18)
    let whole = Sample.export(Sample.user("u2"), Sample.user("u1", phone: "+15550101"))
    try night(19, ["users.json": String(whole.prefix(whole.count - 40))])
    #expect(try finding("consent/link-phone")?.state == "carried")
    // A file of no bytes is no empty project either.
    #expect(try night(20, ["users.json": ""]).status == 1)
    #expect(try finding("consent/link-phone")?.state == "carried")
  }

  @Test func aRuleThatFailsCarriesItsFindings() throws {
    try place.run("rules", "new", "house/two-factors")
    let config = "rules: {paths: [rules]}\n" + Self.forgetful
    try night(18, config: config)
    #expect(try place.findings().count { $0.rule == "house/two-factors" } == 2)
    let rule = try String(contentsOf: place.path("rules/house/two-factors.sql"), encoding: .utf8)
    try place.write("rules/house/two-factors.sql", rule.replacing("'apple-only'", with: "'undeclared'"))
    try night(19, config: config)
    #expect(try place.findings().filter { $0.rule == "house/two-factors" }.map(\.state) == ["carried", "carried"])
    #expect(try counts("house/two-factors")["fail"] == 2)
    try place.write(
      "rules/house/two-factors.sql", rule.replacing("WHERE a.present", with: "WHERE a.uid = 'u1' AND a.present"))
    try night(20, config: config)
    #expect(try cause("house/two-factors") == "rule-changed")
    #expect(try place.findings().count { $0.rule == "house/two-factors" } == 1)
  }

  /// A rule about tonight's log as a whole that says nothing resolves nothing, unless it says so by another text.
  @Test func aSilentRuleAboutALogCarriesItsFinding() throws {
    func write(_ least: Int) throws {
      try place.write(
        "rules/house/calls.sql",
        """
        -- title: The log has few calls.
        -- severity: low
        -- needs: [revocations]
        -- scope: run
        -- rationale: For a test.
        -- reasons:
        --   many:
        --     message: Many calls.
        --     remediation: Make fewer.
        SELECT NULL AS account, 'calls' AS object, 'fail' AS verdict, 'many' AS reason, NULL AS due_at, NULL AS at
        FROM coverage
        WHERE kind = 'revocations' AND records >= \(least)
        """)
    }
    let config = "rules: {paths: [rules]}\n" + Self.forgetful
    let many = ["revocations.ndjson": (1...9).map { Self.revocation("u1", "2026-11-0\($0)T00:00:00Z") }.joined()]
    try write(9)
    try night(18, many, config: config)
    #expect(try finding("house/calls")?.state == "new")
    try night(19, config: config)
    #expect(try finding("house/calls")?.state == "carried")
    try write(10)
    try night(20, many, config: config)
    #expect(try cause("house/calls") == "rule-changed")
  }

  @Test func waiversApplyToWhatIsCarried() throws {
    try night(18)
    let id = try #require(try finding("deletion/token-revoked")?.id)
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - {findings: [\(id)], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31, reason: known}

      """)
    let flags = ["--waivers", "waivers.yaml", "--fail-on", "critical"]
    #expect(try night(19, ["deletions.ndjson": nil], flags: flags).status == 2)
    #expect(try finding("deletion/token-revoked")?.state == "carried")
    #expect(try night(20, ["deletions.ndjson": nil], flags: ["--fail-on", "critical"]).status == 1)
  }

  /// What a kept report shows is masked or hashed already.
  @Test(arguments: [
    ("masked", "hashed"), ("hashed", "masked"), ("full", "hashed"), ("full", "masked"), ("hashed", "full"),
  ])
  func personalDataIsCoveredOnce(before: String, after: String) throws {
    func subject() throws -> [String: String] {
      let findings = try #require(try place.report()["findings"] as? [[String: Any]])
      let found = findings.first { $0["rule"] as? String == "consent/link-phone" }
      return try #require(found?["subject"] as? [String: Any]).compactMapValues { $0 as? String }
    }
    try night(18, flags: ["--pii", before])
    let first = try subject()
    try night(19, ["users.json": nil], flags: ["--pii", before])
    #expect(try finding("consent/link-phone")?.state == "carried")
    #expect(try subject() == first)
    try night(20, ["users.json": nil], flags: ["--pii", after])
    let second = try subject()
    if before == "hashed" { #expect(second == first) }
    let text = try String(contentsOf: place.path("reports/out/report.json"), encoding: .utf8)
    if after == "hashed" { #expect(!text.contains("privaterelay") && second["uid"]?.hasPrefix("h:") == true) }
    if after == "masked" { #expect(!text.contains("u1@privaterelay")) }
  }

  /// A night that is judged again sees what was known then; one over older captures is nobody's run before.
  @Test func aNightJudgedAgainComparesWithWhatWasKnown() throws {
    func run() throws -> [String: Any] { try #require(try place.report()["run"] as? [String: Any]) }
    try night(18)
    let first = try run()["id"] as? String
    try place.write("again.txt", "")
    try night(20, ["users.json": Sample.export(Sample.user("u1"), Sample.user("u2"))])
    let second = try run()["id"] as? String
    // The 18th again: the files of then, the as-of of then.
    try FileManager.default.removeItem(at: place.path("reports"))
    let again = try night(18)
    #expect(try run()["previous_run"] as? String == first)
    #expect(again.output.contains("out of order"), "\(again.output)")
    #expect(try place.findings().allSatisfy { $0.state == "existing" })
    try FileManager.default.removeItem(at: place.path("reports"))
    try night(21)
    #expect(try run()["previous_run"] as? String == second)
    #expect(try finding("consent/link-phone")?.state == "new")
  }

  /// Whoever was known by a request alone may have an account by now, and what they are judged by may pass.
  @Test func aPersonWhoGetsAnAccountMayPass() throws {
    let nights = try Nights()
    let rule = "deletion/token-revoked"
    try nights.night(
      8,
      [
        "users.json": Export.users("u2"), "deletions.ndjson": Line.request("u1", time(1)),
        "revocations.ndjson": Line.revocation("u2", time(2)),
      ]
    ).expect(rule, ["u1": "fail no-revocation"])
    let next = try nights.night(
      9, ["users.json": Export.users("u1", "u2"), "revocations.ndjson": Line.revocation("u1", time(1, 12))])
    next.expect(rule, ["u1": "pass"])
    #expect(next.resolved.contains { $0.rule == rule && $0.cause == "passed" }, "\(next.resolved)")
  }
}
