import Foundation
import Testing

/// `history` and `baseline write`.
@Suite struct HistoryCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  @discardableResult
  private func night(_ day: Int, phone: String?, flags: [String] = []) throws -> Workplace.Outcome {
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: phone), Sample.user("u9")), at: "2026-11-\(day)T05:00:00Z"
    )
    return try place.run(["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z"] + flags)
  }

  private func history() throws -> [[String: Any]] {
    let output = try place.run("history", "--json").output
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  @Test func runsAreListedNewestFirst() throws {
    try night(18, phone: "+15550101")
    try night(19, phone: nil)
    let runs = try history()
    #expect(runs.map { $0["number"] as? Int } == [2, 1])
    #expect(runs.map { $0["outcome"] as? String } == ["pass", "fail"])
    #expect(runs.map { $0["exit_status"] as? Int } == [0, 1])
    #expect(runs.map { $0["new"] as? Int } == [0, 1])
    #expect(runs.map { $0["resolved"] as? Int } == [1, 0])
    #expect(runs.map { $0["carried"] as? Int } == [0, 0])
    #expect(runs.map { ($0["counts"] as? [String: Int])?["fail"] } == [0, 1])
    #expect(runs.allSatisfy { $0["withdrawn"] is NSNull })
    let heads = runs.compactMap { $0["head"] as? String }
    #expect(heads.map { $0.prefix(2) } == ["2:", "1:"])
    #expect(try place.run("verify", "--head", heads[1]).output.contains(heads[0]))
    #expect(runs[0]["as_of"] as? String == "2026-11-19T06:00:00.000Z")
    let lines = try place.run("history").output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("2  ") && lines[1].contains("1 fail"), "\(lines)")
  }

  /// A run that has none before it is not the project's first for that.
  @Test func aRunWithoutOneBeforeIsNotCalledTheFirst() throws {
    try night(18, phone: nil)
    #expect(try place.run("history", "--withdraw", "1", "--reason", "the export of staging").status == 0)
    try night(19, phone: nil)
    let page = try place.text("reports/out/report.html")
    #expect(page.contains("There is no earlier run to compare this one with.") && !page.contains("first report"))
  }

  @Test func aWithdrawnRunIsNobodysRunBefore() throws {
    try night(18, phone: "+15550101")
    // A mistake: an export of another environment, in which nobody is linked.
    try night(19, phone: nil)
    #expect(try place.run("history", "--withdraw", "last").status == 64)
    #expect(try place.run("history", "--withdraw", "7", "--reason", "no such run").status == 66)
    #expect(try place.run("history", "--withdraw", "last", "--reason", "the export of staging").status == 0)
    #expect(try place.run("history", "--withdraw", "2", "--reason", "again").status == 64)
    #expect(try history()[0]["withdrawn"] as? String == "the export of staging")
    #expect(try place.run("history").output.contains("withdrawn: the export of staging"))
    try night(20, phone: "+15550101")
    #expect(try place.findings().map(\.state) == ["existing"])
    let first = try history()[2]["id"] as? String
    #expect((try place.report()["run"] as? [String: Any])?["previous_run"] as? String == first)
    // `last` and what is before it are runs that count.
    #expect(try place.run("history", "--withdraw", "last~1", "--reason", "the first one").status == 0)
    #expect(try history().map { $0["withdrawn"] is NSNull } == [true, false, false])
  }

  /// What failed when a gate passed that stopped as much is known, and no more.
  @Test func withoutABaselineTheLastPassedGateTellsWhatIsKnown() throws {
    let critical = ["--fail-on", "critical"]
    #expect(try night(17, phone: "+15550101", flags: critical).status == 0)
    try place.write("relay-audit.yaml", "rules: {severity: {consent/link-phone: critical}}\n")
    let known = try night(18, phone: "+15550101", flags: critical + ["--gate", "new"])
    #expect(known.status == 0)
    #expect(known.output.contains("run 1 of 17 November 2026, 06:00 UTC"), "\(known.output)")
    #expect(try night(18, phone: "+15550101", flags: critical).status == 1)
    let stricter = try night(18, phone: "+15550101", flags: ["--fail-on", "high", "--gate", "new"])
    #expect(stricter.status == 1)
    #expect(stricter.output.contains("Every failing finding is new"), "\(stricter.output)")
    #expect(try place.run("history", "--withdraw", "1", "--reason", "a mistake").status == 0)
    #expect(try night(18, phone: "+15550101", flags: critical + ["--gate", "new"]).status == 1)
  }

  @Test func aBaselineIsWrittenAndHeldTo() throws {
    #expect(try night(18, phone: "+15550101").status == 1)
    #expect(try place.run("baseline", "write", "known.txt").status == 0)
    let id = try #require(try place.findings().first?.id)
    #expect(
      try String(contentsOf: place.path("known.txt"), encoding: .utf8)
        == "relay-audit baseline 1\n\(id)  consent/link-phone\n")
    let flags = ["--gate", "new", "--baseline", "known.txt"]
    #expect(try night(18, phone: "+15550101", flags: flags).status == 0)
    let baseline = try #require(try place.report()["baseline"] as? [String: Any])
    #expect(baseline["path"] as? String == "known.txt" && baseline["entries"] as? Int == 1)
    #expect(baseline["matched"] as? Int == 1 && (baseline["stale"] as? [String])?.isEmpty == true)

    // Consent came to light: judged again, and no failure. Also in a store that never had the finding.
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    for store in ["a.sqlite", ".relay-audit/audit.sqlite", ".relay-audit/audit.sqlite"] {
      let cleared = try night(19, phone: "+15550101", flags: flags + ["--store", store])
      #expect(
        cleared.status == 0 && cleared.output.contains("stale") && cleared.output.contains(id), "\(cleared.output)")
      #expect((try place.report()["baseline"] as? [String: Any])?["stale"] as? [String] == [id])
    }
    #expect(try place.run("baseline", "write", "known.txt").status == 0)
    #expect(try String(contentsOf: place.path("known.txt"), encoding: .utf8) == "relay-audit baseline 1\n")
    #expect(try place.run("baseline", "write", "known.txt", "--run", "1").status == 0)
    #expect(try place.run("baseline", "write", "known.txt", "--run", "last~9").status == 66)
    #expect(try place.run("baseline", "write", "known.txt", "--run", "abc").status == 66)
    #expect(try place.run("baseline", "write", "in/users.json").status == 64)
    #expect(try place.run("baseline", "write", "other.txt", "--project", "other").status == 66)
    #expect(try place.run("baseline", "write", "other.txt", "--store", "none.sqlite").status == 66)
    #expect(try place.run("baseline", "write", "no/folder.txt").status == 73)
  }

  @Test(arguments: [
    ("relay-audit baseline 2\n", 1), ("", 1), ("relay-audit baseline 1\nra-0123456789abcdef consent/link-phone\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef  consent/link-phone\n\n", 3),
    ("relay-audit baseline 1\n<<<<<<< HEAD\n", 2), ("relay-audit baseline 1\nra-0123456789ABCDEF  a/b\n", 2),
    ("relay-audit baseline 1\nra-0123456789abcdef  a/b # known\n", 2),
  ])
  func aMalformedBaselineIsRefused(text: String, line: Int) throws {
    try place.write("known.txt", text)
    let outcome = try night(18, phone: nil, flags: ["--baseline", "known.txt"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("known.txt:\(line): "), "\(outcome.errors)")
    #expect(try night(18, phone: nil, flags: ["--baseline", "missing.txt"]).status == 66)
  }
}
