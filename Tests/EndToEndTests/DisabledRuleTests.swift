import Foundation
import Testing

/// What the configuration switches off, or takes less seriously, is told wherever the report says what was judged.
@Suite struct DisabledRuleTests {
  private static let rule = "deletion/token-revoked"

  /// One request of weeks ago, after which nothing was revoked.
  private func audited(_ config: String) throws -> (place: Workplace, outcome: Workplace.Outcome) {
    let place = try Workplace()
    try place.write("relay-audit.yaml", config)
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write(
      "in/deletions.ndjson",
      #"{"uid":"u1","request_id":"r1","requested_at":"2026-11-10T00:00:00Z","apple_credential":true}"# + "\n")
    try place.write(
      "in/revocations.ndjson", #"{"uid":"u9","at":"2026-11-19T00:00:00Z","endpoint":"apple","http_status":200}"# + "\n")
    return (place, try place.audit("in", "--format", "html,json,markdown", "--store", "s.sqlite"))
  }

  private func states(_ place: Workplace) throws -> [String: String] {
    let requirements = try #require(try place.report()["requirements"] as? [[String: Any]])
    return Dictionary(
      try requirements.map { (try #require($0["id"] as? String), try #require($0["state"] as? String)) }
    ) { first, _ in first }
  }

  @Test func aDisabledRuleIsNamedAndMeetsNoRequirement() throws {
    let plain = try audited("")
    #expect(plain.outcome.status == 1)
    #expect(try states(plain.place)["apple/5.1.1(v)"] == "violated")

    let (place, outcome) = try audited("rules: {disable: [\(Self.rule)]}\n")
    #expect(outcome.status == 0)
    #expect(try states(place)["apple/5.1.1(v)"] == "unproven")
    let sentence = "The configuration disables the rule `\(Self.rule)`, so the report does not show whether this holds:"
    let limits = try #require(try place.report()["limits"] as? [[String: String]])
    #expect(limits.filter { $0["code"] == "rules-disabled" }.map { $0["text"]?.hasPrefix(sentence) } == [true])
    #expect(outcome.output.contains(sentence))
    #expect(try place.text("reports/out/summary.md").contains(sentence))
    let page = try place.text("reports/out/report.html")
    #expect(page.contains("The configuration disables the rule <code>\(Self.rule)</code>"))
    #expect(page.contains("\(Self.rule): disabled by the configuration"))
    // The store keeps what the page shows.
    try place.run("report", "last", "--store", "s.sqlite", "--out", "again", "--format", "html,json,markdown")
    for file in ["report.html", "report.json", "summary.md"] {
      #expect(try place.text("again/\(file)") == place.text("reports/out/\(file)"), "\(file)")
    }
  }

  @Test func aRequirementOfDisabledRulesAloneIsNotUncovered() throws {
    let place = try audited("").place
    let requirements = try #require(try place.report()["requirements"] as? [[String: Any]])
    let rules = try #require(requirements.first { $0["id"] as? String == "apple/5.1.1(v)" }?["rules"] as? [String])
    let disabled = try audited("rules: {disable: [\(rules.joined(separator: ", "))]}\n").place
    #expect(try states(disabled)["apple/5.1.1(v)"] == "unproven")
    let page = try disabled.text("reports/out/report.html")
    #expect(page.contains("The configuration disables \(rules.count) rules"))
  }

  @Test func aChangedSeverityStandsAmongTheSettings() throws {
    let (place, outcome) = try audited("rules: {severity: {\(Self.rule): low}}\n")
    #expect(outcome.status == 0)
    let page = try place.text("reports/out/report.html")
    #expect(page.contains("rules.severity.\(Self.rule)"))
    #expect(page.contains("low instead of critical"))
  }
}
