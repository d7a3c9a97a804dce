import Foundation
import Testing

@Suite struct CommandTests {
  private func failing() throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-11-20T05:30:00Z"))
    return place
  }

  @Test func explainShowsTheEvidenceInOrderOfTime() throws {
    let place = try failing()
    #expect(try place.audit("in").status == 1)
    let finding = try #require(try place.findings().first)
    #expect(finding.reason == "after-link")
    let outcome = try place.run("explain", finding.id)
    #expect(outcome.status == 0)
    for text in [
      "in/consents.ndjson, line 1", "in/users.json, record 1", "  20 November 2026, 05:30 UTC  ", "account created",
      "consent/link-phone",
    ] {
      #expect(outcome.output.contains(text), "\(text)")
    }
    #expect(!outcome.output.contains("u1@privaterelay.appleid.com"))
    // Dates for people, once a line; programs read RFC 3339.
    #expect(!outcome.output.contains(#/\d{4}-\d\d-\d\dT/#), "\(outcome.output)")
    #expect(outcome.output.contains("consent record for link:phone, state given  [in/consents.ndjson, line 1]"))
    let json = try place.run("explain", finding.id, "--json").output
    #expect(json.contains(#""at": "2026-11-20T05:30:00.000Z""#), "\(json)")
  }

  /// Findings about one person share one timeline, and a run of another project removes it.
  @Test func explainKeepsTheTimelineOfAProjectsLastRunOnly() throws {
    let place = try Workplace()
    try place.write(
      "in/users.json",
      Sample.export(Sample.user("u1", phone: "+15550101", google: true), Sample.user("u2", google: true)))
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-11-20T05:30:00Z"))
    func stories() throws -> [String: String] {
      try place.findings().filter { $0.rule.hasPrefix("consent/") }.reduce(into: [:]) { stories, finding in
        let text = try place.run("explain", finding.id).output
        stories["\(finding.uid ?? "") \(finding.rule)"] = text.components(separatedBy: "Timeline:\n").last
      }
    }
    try place.audit("in")
    let first = try stories()
    #expect(first.count == 3)
    let (phone, social) = (first["u1 consent/link-phone"], first["u1 consent/link-social"])
    #expect(phone != nil && phone == social && phone != first["u2 consent/link-social"])
    #expect(first.values.allSatisfy { $0.components(separatedBy: "account created").count == 2 })
    try place.audit("in")
    #expect(try stories() == first)

    let id = try #require(try place.findings().first { $0.rule.hasPrefix("consent/") }).id
    try place.write("other.yaml", "project: other\ninputs:\n  - path: in\n")
    #expect(try place.run("audit", "--config", "other.yaml", "--as-of", "2026-11-20T06:00:00Z").status == 1)
    let outcome = try place.run("explain", id)
    // Another project's run takes nothing of this one's.
    #expect(outcome.status == 0 && outcome.output.contains("account created"), "\(outcome)")
    let past = try place.run("explain", id, "--project", "", "--run", "1")
    #expect(past.status == 0 && past.output.contains("not kept: the store has the timelines"), "\(past)")
  }

  @Test func aWaiverAcceptsANamedFindingUntilItExpires() throws {
    let place = try failing()
    try place.audit("in")
    let id = try #require(try place.findings().first).id
    func waiver(_ date: String, _ expires: String, signed: String = "signed_by: A. Person") -> String {
      "waivers:\n  - findings: [\(id)]\n    \(signed)\n    date: \(date)\n    expires: \(expires)\n    reason: Given on paper.\n"
    }
    try place.write("waivers.yaml", waiver("2026-11-01", "2026-11-20"))
    #expect(try place.audit("in", "--waivers", "waivers.yaml").status == 0)
    let finding = try #require((try place.report()["findings"] as? [[String: Any]])?.first)
    #expect((finding["waiver"] as? [String: Any])?["signed_by"] as? String == "A. Person")
    #expect(finding["verdict"] as? String == "fail")
    try place.write("waivers.yaml", waiver("2026-11-01", "2026-11-19"))
    #expect(try place.audit("in", "--waivers", "waivers.yaml").status == 1)
    try place.write("waivers.yaml", waiver("2026-11-21", "2026-12-19"))
    #expect(try place.audit("in", "--waivers", "waivers.yaml").status == 1)
    try place.write("waivers.yaml", waiver("2026-11-01", "2026-12-19", signed: "signed_by: ''"))
    let unsigned = try place.audit("in", "--waivers", "waivers.yaml")
    #expect(unsigned.status == 64)
    #expect(unsigned.errors.contains("waivers.yaml:"))
  }

  @Test func aCopiedBinaryWorksAlone() throws {
    let place = try failing()
    let copy = place.path("elsewhere/relay-audit")
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Workplace.program, to: copy)
    #expect(try place.run("audit", "in", "--as-of", Workplace.asOf, program: copy).status == 1)
    #expect(try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8).contains("<style>"))
  }

  @Test func rulesAreListedAndShown() throws {
    let place = try Workplace()
    let list = try place.run("rules", "list")
    #expect(list.output.contains("deletion/token-revoked"))
    #expect(
      try place.run("rules", "show", "consent/link-mail").errors.contains("no rule consent/link-mail; did you mean"))
    #expect(
      try place.run("rules", "show", "x/\(String(repeating: "y", count: 40))").errors.contains(
        "yy; `relay-audit rules list`"))
    let show = try place.run("rules", "show", "deletion/token-revoked")
    for text in ["critical", "wrong-token", "What to do:", "revoke_within (duration)\n    72h", "SELECT"] {
      #expect(show.output.contains(text), "\(text)")
    }
  }

  @Test func aUsersRuleIsJudgedAndTested() throws {
    let place = try failing()
    try place.write(
      "rules/mine/no-phones.sql",
      """
      -- title: No account has a phone number.
      -- severity: critical
      -- needs: [accounts]
      -- rationale: We do not want them.
      -- reasons:
      --   has-phone:
      --     message: "The account has a phone number."
      --     remediation: "Remove it."
      SELECT account, 'phone' AS object,
        CASE WHEN phone IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
        CASE WHEN phone IS NULL THEN NULL ELSE 'has-phone' END AS reason,
        NULL AS due_at, captured_at AS at
      FROM account WHERE present = 1

      """)
    let cases = """
      cases:
        - name: With
          accounts: [{uid: u1, email: a@privaterelay.appleid.com, phone: "+15550101", credentials: []}]
          expect: [{subject: u1, object: phone, verdict: fail, reason: has-phone}]
        - name: Without
          accounts: [{uid: u1, email: a@privaterelay.appleid.com, credentials: []}]
          expect: [{subject: u1, object: phone, verdict: VERDICT}]
      """
    try place.write("rules/mine/no-phones.cases.yaml", cases.replacing("VERDICT", with: "pass"))
    let good = try place.run("rules", "test", "rules")
    #expect(good.status == 0, "\(good.output)")
    try place.write("rules/mine/no-phones.cases.yaml", cases.replacing("VERDICT", with: "fail"))
    let bad = try place.run("rules", "test", "rules")
    #expect(bad.status == 1)
    #expect(bad.output.contains("expected  u1  phone  fail"))
    #expect(bad.output.contains("got       u1  phone  pass"))
    try place.write("relay-audit.yaml", "rules: {paths: [rules]}\n")
    try place.audit("in")
    #expect(try place.findings().first?.rule == "mine/no-phones")
  }

  /// Cron mails what is printed.
  @Test func quietPrintsNothingWhereTheGatePasses() throws {
    let place = try failing()
    let outcome = try place.audit("in", "--quiet")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("1 serious violation found."), "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
    let passed = try place.audit("in", "--quiet", "--fail-on", "none")
    #expect(passed.status == 0)
    #expect(passed.output.isEmpty)
    #expect(passed.errors.isEmpty)
    // Evidence that was not read, and waivers that do not hold, are no part of a good night.
    try place.write("in/notes.txt", "nothing that anybody knows\n")
    try place.write(
      "in/consents.ndjson", try place.text("in/consents.ndjson") + Sample.consent("u2", "link:phone", "yesterday"))
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - findings: [ra-0000000000000000]
          signed_by: A. Person
          date: 2026-11-01
          expires: 2026-12-01
          reason: none
      """)
    let warned = try place.audit(
      "in", "--quiet", "--fail-on", "none", "--max-rejects", "100%", "--waivers", "waivers.yaml")
    #expect(warned.status == 0 && warned.output.isEmpty, "\(warned)")
    for text in ["in/notes.txt: not recognised", "in/consents.ndjson: line 2", "ra-0000000000000000"] {
      #expect(warned.errors.contains(text), "\(warned.errors)")
    }
    #expect(warned.errors.split(separator: "\n").allSatisfy { $0.contains("warning: ") }, "\(warned.errors)")
    let logged = try place.run("audit", "missing", "--log-format", "json")
    let line = try #require(try JSONSerialization.jsonObject(with: Data(logged.errors.utf8)) as? [String: Any])
    #expect(line["level"] as? String == "error")
  }
}
