import Foundation
import Testing

/// `reports.max_findings`: lists are cut, and nothing that is decided rests on a list.
@Suite struct ListedFindingsTests {
  private func night(_ place: Workplace, _ day: Int, _ users: [Int], _ flags: String...) throws -> Workplace.Outcome {
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    let accounts = users.map { Sample.user("u\($0)", phone: "+1555010\($0)") }
    try place.write(
      "in/users.json", "{\"users\": [\n" + accounts.joined(separator: ",\n") + "]}", at: "2026-11-\(day)T05:00:00Z")
    return try place.run(
      ["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "night-\(day)"] + flags)
  }

  /// What a report says besides its lists.
  private func facts(_ place: Workplace, _ folder: String) throws -> NSDictionary {
    var report = try place.report(folder)
    var run = try #require(report["run"] as? [String: Any])
    for key in ["id", "started_at", "finished_at", "config_sha256", "previous_run"] { run[key] = nil }
    report["run"] = run
    for key in ["findings", "limits", "ledger"] { report[key] = nil }
    report["trend"] = (report["trend"] as? [[String: Any]])?.map { $0.filter { $0.key != "run" } }
    return report as NSDictionary
  }

  private func json(_ place: Workplace, _ arguments: String...) throws -> [String: Any] {
    let outcome = try place.run(arguments + ["--json"])
    #expect(outcome.status == 0, "\(outcome)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func twoNightsAreJudgedAsWithoutALimit() throws {
    let (all, cut) = (try Workplace(), try Workplace())
    try cut.write("relay-audit.yaml", "reports: {max_findings: 2}\n")
    for place in [all, cut] {
      #expect(try night(place, 18, [1, 2, 3, 4, 5, 9], "--format", "html,json,csv").status == 1)
      #expect(try place.run("baseline", "write", "known.txt").status == 0)
    }
    #expect(try cut.text("known.txt") == all.text("known.txt"))
    // Without csv among the formats: all findings are somewhere all the same.
    let second = try night(cut, 19, [1, 2, 4, 5, 6, 9], "--gate", "new", "--baseline", "known.txt")
    let known = try night(cut, 20, [1, 2, 4, 5, 9], "--gate", "new", "--baseline", "known.txt")
    let other = try night(all, 19, [1, 2, 4, 5, 6, 9], "--gate", "new", "--baseline", "known.txt")
    #expect(second.status == 1 && other.status == 1)
    #expect(known.status == 0, "a finding that is not listed is no new one: \(known.output)")
    for (day, status) in [(18, 1), (19, 1)] {
      #expect(try facts(cut, "night-\(day)") == facts(all, "night-\(day)"), "\(day), \(status)")
    }
    #expect(try cut.text("night-18/findings.csv") == all.text("night-18/findings.csv"))
    #expect(!FileManager.default.fileExists(atPath: all.path("night-19/findings.csv").path))

    let rows = try cut.text("night-19/findings.csv").split(separator: "\r\n").filter {
      $0.contains("consent/link-phone")
    }
    #expect(rows.count == 5)
    #expect(rows.count { $0.contains(",existing,") } == 4 && rows.count { $0.contains(",new,") } == 1)
    let listed = try cut.findings("night-19").filter { $0.rule == "consent/link-phone" }
    #expect(listed.map(\.uid) == ["u1", "u2"])
    let limits = try #require(try cut.report("night-19")["limits"] as? [[String: Any]])
    let limit = try #require(
      limits.first { ($0["text"] as? String)?.contains("`consent/link-phone` has 5 findings") == true })
    #expect(limit["code"] as? String == "findings-cut")
    #expect(second.output.contains("findings.csv lists all of them"), "\(second.output)")

    // What is asked of the store afterwards.
    let unlisted = try #require(try all.findings("night-19").first { $0.uid == "u5" && $0.object == "phone" })
    let page = try cut.text("night-19/report.html")
    #expect(page.contains("findings.csv lists all of them") && !page.contains(unlisted.id))
    #expect(page.contains(listed[0].id))
    #expect(try cut.run("explain", unlisted.id, "--run", "2").output.contains("u5"))
    #expect(try cut.run("report", "2", "--out", "again").status == 0)
    for name in ["report.json", "report.html", "findings.csv"] {
      #expect(try cut.text("again/\(name)") == cut.text("night-19/\(name)"), "\(name)")
    }
    let (changes, others) = (try json(cut, "diff", "1", "2"), try json(all, "diff", "1", "2"))
    for key in ["new", "resolved", "changed", "unchanged"] {
      // Members of a description come in any order.
      let lists = try [changes, others].map {
        try JSONSerialization.data(withJSONObject: [$0[key] ?? 0], options: .sortedKeys)
      }
      #expect(lists[0] == lists[1], "\(key)")
    }
    #expect(try cut.run("verify", "--report", "night-19/report.json").status == 0)
    #expect(try cut.run("verify", "--report", "night-19/findings.csv").status == 0)
    // A person whose finding is not listed.
    #expect(try cut.run("forget", "--uid", "u5").status == 0)
    #expect(try cut.run("verify").status == 0)
    #expect(try cut.run("report", "2", "--out", "redacted").status == 0)
    #expect(try !cut.text("redacted/findings.csv").contains("u5"))
    #expect(try StoreSearch(place: cut).problems() == [])
  }

  @Test func aLimitIsANumber() throws {
    let place = try Workplace()
    for value in ["-1", "many", "1.5"] {
      try place.write("relay-audit.yaml", "reports: {max_findings: \(value)}\n")
      let outcome = try night(place, 18, [1])
      #expect(outcome.status == 64, "\(value)")
      #expect(
        outcome.errors.contains("relay-audit.yaml:1") && outcome.errors.contains("max_findings")
          && outcome.errors.contains("0 or more"), "\(outcome.errors)")
    }
    try place.write("relay-audit.yaml", "reports: {max_findings: 0}\n")
    #expect(try night(place, 18, [1]).status == 1)
    #expect(try place.findings("night-18").isEmpty)
    #expect(try place.text("night-18/findings.csv").contains("u1"))
  }
}
