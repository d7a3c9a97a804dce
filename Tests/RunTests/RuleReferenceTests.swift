import Foundation
import Testing
import Timestamps

@testable import Judgement
@testable import Run

@Suite struct RuleReferenceTests {
  /// `RECORD=1` rewrites the page, and fails so that no test run passes by recording.
  @Test func thePageIsFresh() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/rules.md")
      .standardizedFileURL
    let page = try RuleReference.page()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(page.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == page, "run with RECORD=1, and review the difference")
    #expect(ProcessInfo.processInfo.environment["RECORD"] != "1")
  }

  @Test func everyRequirementThatARuleNamesStandsInAFramework() throws {
    let book = try RuleBook.builtIn()
    let known = Set(book.frameworks.flatMap(\.requirements).map(\.id))
    for rule in book.rules { #expect(Set(rule.metadata.frameworks).isSubset(of: known), "\(rule.id)") }
    // Frameworks list uncovered requirements too, so that the gaps show.
    #expect(
      book.frameworks.flatMap { framework in
        framework.requirements.filter { framework.rules(for: $0, in: book).isEmpty }
      }.map(\.id)
        == ["apple/4.8", "ccpa/1798.100", "gdpr/33"])
  }

  @Test func aSubjectIsJudgedByTheRuleOfItsTime() throws {
    func rule(_ period: String) throws -> Rule {
      let text =
        "-- title: T\n-- severity: low\n-- rationale: R\n-- reasons: {x: {message: M, remediation: R}}\n\(period)SELECT 1\n"
      return try RuleFile.read(text, id: "a/b", origin: "x.sql")
    }
    let limited = try rule("-- effective_from: 2026-07-01\n-- effective_until: 2026-08-01T00:00:00Z\n").metadata
    #expect(limited.period == "from 1 July 2026, 00:00 UTC until 1 August 2026, 00:00 UTC")
    for (time, isInForce) in [
      ("2026-06-30T23:59:59.999Z", false), ("2026-07-01T00:00:00Z", true), ("2026-07-31T23:59:59.999Z", true),
      ("2026-08-01T00:00:00Z", false),
    ] {
      #expect(limited.isInForce(at: try #require(Timestamp(rfc3339: time))) == isInForce, "\(time)")
    }
    #expect(try rule("").metadata.period == nil)
    #expect(throws: RuleError.self) { try rule("-- effective_from: some day\n") }
  }
}
