import Foundation
import Testing

/// A user's rules, from the first file to the report.
@Suite struct OwnRuleTests {
  @Test func aNewRuleWorks() throws {
    let place = try Workplace()
    #expect(try place.run("rules", "new", "house/two-factors").output.contains("Wrote rules/house/two-factors.sql"))
    let check = try place.run("rules", "check", "rules")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let test = try place.run("rules", "test", "rules")
    #expect(test.status == 0 && test.output.contains("1 rule, 4 cases"), "\(test.output)")
    #expect(try place.run("rules", "new", "house/two-factors").status == 73)
    for name in ["house", "House/x", "a/b/c", "consent/link-email", "frameworks/x"] {
      #expect(try place.run("rules", "new", name).status == 64, "\(name)")
    }

    try place.write("relay-audit.yaml", "rules: {paths: [rules]}\n")
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2", google: true)))
    try place.audit("in", "--require", "none")
    #expect(try place.findings().filter { $0.rule == "house/two-factors" }.map(\.uid) == ["u1"])
  }

  @Test func aFailedCaseShowsGivenExpectedAndGot() throws {
    let place = try Workplace()
    try place.run("rules", "new", "house/two-factors")
    let cases = try String(contentsOf: place.path("rules/house/two-factors.cases.yaml"), encoding: .utf8)
    try place.write(
      "rules/house/two-factors.cases.yaml", cases.replacing("verdict: fail, reason: apple-only", with: "verdict: pass"))
    let outcome = try place.run("rules", "test", "rules")
    #expect(outcome.status == 1)
    for words in [
      "given     accounts: [{uid: u1", "expected  u1  sign-in  pass", "got       u1  sign-in  fail apple-only",
    ] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
  }

  /// In a shard it would not see the other person.
  @Test func aRuleByWhichOnePersonsVerdictRestsOnAnotherIsShown() throws {
    let place = try Workplace()
    try place.write(
      "rules/house/alone.sql",
      """
      -- title: No account beside another
      -- rationale: It counts people.
      -- severity: low
      -- needs: [accounts]
      -- reasons:
      --   many:
      --     message: "There is another account."
      --     remediation: "Remove it."
      SELECT a.account, 'account' AS object,
        CASE WHEN (SELECT COUNT(*) FROM account) > 1 THEN 'fail' ELSE 'pass' END AS verdict,
        CASE WHEN (SELECT COUNT(*) FROM account) > 1 THEN 'many' END AS reason,
        NULL AS due_at, a.captured_at AS at
      FROM account a
      """)
    func user(_ name: String) -> String {
      "{uid: \(name), email: \(name)@example.com, created_at: 2026-01-01T00:00:00Z, "
        + "credentials: [{provider: apple.com, id: sub-\(name)}]}"
    }
    try place.write(
      "rules/house/alone.cases.yaml",
      """
      cases:
        - name: Alone
          accounts: [\(user("u1"))]
          expect: [{subject: u1, object: account, verdict: pass}]
        - name: Two
          accounts: [\(user("u1")), \(user("u2"))]
          expect:
            - {subject: u1, object: account, verdict: fail, reason: many}
            - {subject: u2, object: account, verdict: fail, reason: many}
      """)
    let outcome = try place.run("rules", "test", "rules")
    #expect(outcome.status == 1)
    for words in [
      "house/alone, case of line 5: Two (people who share no name judged apart)",
      "expected  u1  account  fail many", "got       u2  account  pass",
      "remedy    a verdict rests on records of other",
      "1 rule, 2 cases: 1 not as expected.",
    ] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
  }

  @Test(arguments: [
    ("SELECT a.account", "SELECT a.colour", "two-factors.sql:18: no such column: a.colour"),
    (
      "'sign-in' AS object", "lower('X') AS object",
      "two-factors.sql:18: `lower`; text that is compared is stored lower-case"
    ),
    ("a.ref AS evidence_1", "a.ref AS proof", "the column `proof` is unknown"),
    ("WHERE a.present", "WHERE a.created_at > :nobody AND a.present", "unknown parameter :nobody"),
    ("FROM account a", "FROM account_row a", "denied: `account_row`"),
    ("FROM account a", "FROM stored_account a", "no such table: stored_account"),
    ("severity: low", "severity: slight", "must be low, medium, high or critical"),
    ("frameworks: []", "frameworks: [gdpr/77]", "no framework has the requirement `gdpr/77`; did you mean `gdpr/17`?"),
    ("  apple-only:", "  apple-alone:", "no case for its reason `apple-alone`"),
    ("ON c.account = a.account", "ON c.account > a.account", "goes through a whole table again"),
    ("title:", "titel:", "unknown metadata `titel`"),
    (
      "-- uses: []", "-- witnesses: {repeated_name: SELECT name FROM repeated_name}",
      "two-factors.sql:4: its query does not read `repeated_name`, of which it has witnesses"
    ),
    ("-- uses: []", "-- witnesses: {credential: SELECT provider FROM credential}", "the column `account` is missing"),
    (
      "-- uses: []", "-- witnesses:\n--   credential: |\n--     SELECT provider\n--     FROM credential c, stored",
      "two-factors.sql: witnesses of `credential`: no such table: stored"
    ),
    (
      "-- uses: []",
      "-- witnesses:\n--   credential: |\n--     SELECT provider,\n--       c.colour\n--     FROM credential c",
      "two-factors.sql:7: witnesses of `credential`: no such column: c.colour"
    ),
    ("-- uses: []", "-- witnesses: {credential: \"SELECT lower('X')\"}", "two-factors.sql:4: `lower`"),
    ("-- uses: []", "-- witnesses: {credential: SELECT name FROM account_row}", "denied: `account_row`"),
  ])
  func aCheckNamesTheProblem(old: String, new: String, words: String) throws {
    let place = try Workplace()
    try place.run("rules", "new", "house/two-factors")
    let rule = try String(contentsOf: place.path("rules/house/two-factors.sql"), encoding: .utf8)
    try place.write("rules/house/two-factors.sql", rule.replacing(old, with: new))
    let outcome = try place.run("rules", "check", "rules")
    #expect(outcome.status == 1 && outcome.output.contains(words), "\(outcome.output)\(outcome.errors)")
  }

  @Test func theBuiltInRulesPassTheCheck() throws {
    let outcome = try Workplace().run("rules", "check")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("Judged as a whole, not by person: config/secret-exposed, "), "\(outcome.output)")
  }

  @Test func aRuleThatReadsNoRecordsIsSaidToJudgeTheWhole() throws {
    let place = try Workplace()
    try place.run("rules", "new", "house/two-factors")
    #expect(try !place.run("rules", "check", "rules").output.contains("as a whole"))
    let rule = try String(contentsOf: place.path("rules/house/two-factors.sql"), encoding: .utf8)
    try place.write("rules/house/two-factors.sql", rule.replacing("-- uses: []", with: "-- witnesses: {}"))
    try place.write("relay-audit.yaml", "rules: {paths: [rules]}\n")
    let outcome = try place.run("rules", "check", "rules")
    #expect(outcome.output.contains("Judged as a whole, not by person: house/two-factors."), "\(outcome.output)")
    let shown = try place.run("rules", "show", "house/two-factors").output
    #expect(shown.contains("Judges the evidence as a whole, and nobody in particular."), "\(shown)")
  }

  @Test func rulesAreFilteredByFamilySeverityAndFramework() throws {
    let place = try Workplace()
    func listed(_ arguments: String...) throws -> [String] {
      try place.run(["rules", "list"] + arguments).output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }
    #expect(try listed("--family", "sign-in").count == 4)
    #expect(
      try listed("--severity", "critical", "--family", "deletion")
        == ["deletion/revocation-outage", "deletion/token-alive", "deletion/token-revoked"])
    #expect(try listed("--framework", "gdpr/12(3)") == ["deletion/deadline"])
    #expect(try listed("--framework", "ccpa").contains("deletion/account-removed"))
    #expect(try place.run("rules", "list", "--severity", "dire").status == 64)
    for (flag, name, advice) in [
      ("--family", "consents", "did you mean `consent`?"), ("--framework", "gdpr/99", "no rule in force is for"),
      ("--framework", "aple", "did you mean `apple`?"),
    ] {
      let outcome = try place.run("rules", "list", flag, name)
      #expect(outcome.status == 64 && outcome.errors.contains(advice), "\(outcome)")
    }
    #expect(try place.run("rules", "list", "--not-evaluated").errors.contains("audit first"))
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.audit("in", "--require", "none")
    let missing = try place.run("rules", "list", "--not-evaluated", "--family", "deletion").output
    #expect(missing.contains("not supplied: deletions, revocations"), "\(missing)")
  }

  @Test func parametersAreSetInTheConfiguration() throws {
    let place = try Workplace()
    try place.write("relay-audit.yaml", "rules: {params: {deletion/fresh-sign-in: {max_code_age: 10m}}}\n")
    #expect(try place.run("rules", "show", "deletion/fresh-sign-in").output.contains("10m, the default is 5m"))
    for (params, words) in [
      ("{deletion/fresh-sign-in: {max_age: 10m}}", "which has only max_code_age"),
      ("{deletion/fresh-sign-in: {max_code_age: soon}}", "to `soon`, which is no duration"),
      ("{deletion/fresh: {x: 1}}", "does not exist"),
    ] {
      try place.write("relay-audit.yaml", "rules: {params: \(params)}\n")
      let outcome = try place.run("rules", "list")
      #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("disable: [consent/link-fone]", "3: `rules.disable` names `consent/link-fone`, which does not exist"),
    ("severity:\n    consent/link-fone: low", "4: `rules.severity` names `consent/link-fone`, which does not exist"),
    ("params:\n    consent/link-fone: {a: 1}", "4: `rules.params` names `consent/link-fone`, which does not exist"),
    ("params:\n    deletion/fresh-sign-in: {max_code_aeg: 10m}", "4: `rules.params` sets `max_code_aeg` of"),
    ("paths: [nope]", "3: `rules.paths` names `nope`, and conf/nope is not a folder that can be read"),
  ])
  func whatDoesNotExistIsNamedWithItsPlace(rules: String, message: String) throws {
    let place = try Workplace()
    try place.write("conf/nightly.yaml", "project: x\nrules:\n  \(rules)\n")
    let outcome = try place.run("rules", "list", "--config", "conf/nightly.yaml")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("conf/nightly.yaml:\(message)"), "\(outcome.errors)")
  }

  /// A rule without an end, and one without measure, take neither the night nor the machine; what they would have said is
  /// missed.
  @Test func aRuleIsStoppedAtItsLimits() throws {
    let place = try Workplace()
    func rule(_ name: String, _ expression: String) throws {
      try place.write(
        "rules/house/\(name).sql",
        """
        -- title: A rule of the house
        -- rationale: It shows what becomes of a rule that takes too much.
        -- severity: low
        -- frameworks: []
        -- needs: [accounts]
        -- uses: []
        -- reasons:
        --   found:
        --     message: Something was found.
        --     remediation: Nothing is to be done.
        -- sources:
        --   - url: https://example.com/policy
        --     says: Rules have limits.
        --     read: 2026-11-22

        SELECT a.account, 'x' AS object, 'fail' AS verdict, 'found' AS reason, NULL AS due_at, NULL AS at
        FROM account a WHERE a.uid <> \(expression)
        """)
    }
    try rule("endless", "(WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n)")
    try rule("long", "hex(zeroblob(1000000000))")
    try rule("many", "max(\((0..<20).map { "hex(zeroblob(15000000 + \($0)))" }.joined(separator: ", ")))")
    try rule("printed", "printf('%1000000000d', 1)")
    try rule("good", "'nobody'")
    try place.write("relay-audit.yaml", "rules: {paths: [rules], time_limit: 1s}\n")
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    let outcome = try place.audit("in", "--require", "none")
    #expect(outcome.status == 2, "\(outcome)")
    for words in [
      "house/endless was not evaluated: stopped: it ran longer than 1 s",
      "house/long was not evaluated: stopped: it made a value of more than 32 MiB",
      "house/many was not evaluated: stopped: it took more than 256 MiB of memory",
      "house/printed was not evaluated: denied: `printf`",
    ] {
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try place.findings().filter { $0.rule.hasPrefix("house/") }.map(\.rule) == ["house/good"])
    let rules = try #require(try place.report()["rules"] as? [[String: Any]])
    let stopped = rules.filter { ($0["not_evaluated"] as? String)?.contains("stopped") == true }
    #expect(stopped.count == 3 && stopped.allSatisfy { $0["evaluated"] as? Bool == false })
  }

  /// The rule's subjects have the time of the export, 2026-11-20T05:00:00Z.
  @Test(arguments: [
    ("effective_from: 2026-11-20", 1), ("effective_from: 2026-11-21", 0), ("effective_until: 2026-11-20T05:00:00Z", 0),
    ("effective_until: 2026-11-20T05:00:00.001Z", 1),
  ])
  func aRuleJudgesTheSubjectsOfItsTime(period: String, findings: Int) throws {
    let place = try Workplace()
    try place.run("rules", "new", "house/two-factors")
    let rule = try String(contentsOf: place.path("rules/house/two-factors.sql"), encoding: .utf8)
    try place.write(
      "rules/house/two-factors.sql", rule.replacing("-- severity: low", with: "-- severity: low\n-- \(period)"))
    try place.write("relay-audit.yaml", "rules: {paths: [rules]}\n")
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.audit("in", "--require", "none")
    #expect(try place.findings().count { $0.rule == "house/two-factors" } == findings)
    let html = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    let day = period.contains("11-21") ? 21 : 20
    #expect(html.contains("In force \(period.contains("from") ? "from" : "until") \(day) November 2026, 0"))
  }

  @Test func theReportShowsFrameworksOfTheUsersOwn() throws {
    let place = try Workplace()
    try place.write(
      "rules/frameworks/house.yaml",
      """
      title: The house's own terms
      url: https://example.com/terms
      requirements:
        - {id: house/1, text: No duplicates., rules: [relay/shared-address]}
        - {id: house/2, text: Coffee is free.}

      """)
    try place.write("relay-audit.yaml", "rules: {paths: [rules]}\n")
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.audit("in", "--require", "none")
    let html = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    for words in ["The house's own terms", "No duplicates.", "no violation found", "no rule checks it"] {
      #expect(html.contains(words), "\(words)")
    }
    try place.write("rules/frameworks/bad.yaml", "title: x\n")
    #expect(try place.audit("in").errors.contains("rules/frameworks/bad.yaml"))
  }
}
