import Foundation
import Testing

/// How the summary begins and ends.
@Suite struct SummaryEndTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-11-20T05:30:00Z"))
  }

  /// The last line, pasted into a shell.
  private func paste(_ outcome: Workplace.Outcome) throws -> Workplace.Outcome {
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.suffix(2).first == "To see the evidence of the most serious finding:", "\(outcome)")
    return try place.run(["-c", String(try #require(lines.last))], program: URL(fileURLWithPath: "/bin/bash"))
  }

  @Test(arguments: [
    [], ["--store", "it's $HOME.sqlite"], ["--store", "a\u{1B}[31m\nb.sqlite"], ["--project", "other"],
  ])
  func itsLastLineExplainsTheWorstFinding(arguments: [String]) throws {
    let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf] + arguments)
    #expect(outcome.status == 1)
    let explained = try paste(outcome)
    #expect(explained.status == 0 && explained.output.contains("fail, after-link"), "\(explained)")
    #expect(outcome.output.contains("--store") == arguments.contains("--store"))
  }

  @Test func aConfigurationElsewhereSaysWhereItsStoreIs() throws {
    try place.write("elsewhere/relay-audit.yaml", "inputs:\n  - path: ../in\n")
    let outcome = try place.audit("--config", "elsewhere/relay-audit.yaml")
    #expect(try outcome.status == 1 && paste(outcome).status == 0)
  }

  @Test func aPassEndsWithTheReport() throws {
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    #expect(try place.audit("in").output.hasSuffix("\nReport: reports/out/report.html\n"))
    #expect(try place.audit("in", "--format", "json,csv").output.hasSuffix("\nReport: reports/out\n"))
  }

  /// The store does not have the run, so that nothing can be explained.
  @Test func aRunThatLeavesNothingEndsWithTheReport() throws {
    #expect(try place.audit("in", "--no-remember").output.hasSuffix("\nReport: reports/out/report.html\n"))
  }

  @Test func theVerdictHasItsColourOnATerminal() throws {
    func first(_ variables: [String: String] = [:], _ arguments: String...) throws -> String? {
      try place.run(
        ["audit", "in", "--as-of", Workplace.asOf] + arguments, columns: 80, variables: variables, isOutputShown: true
      ).screen.lines.first
    }
    #expect(try first() == "\u{1B}[1;31m1 serious violation found.\u{1B}[0m")
    #expect(try first(["NO_COLOR": ""])?.hasPrefix("\u{1B}[1;31m1") == true)
    #expect(try first(["NO_COLOR": "1"]) == "1 serious violation found.")
    #expect(try first(["TERM": "dumb"]) == "1 serious violation found.")
    #expect(try place.audit("in").output.hasPrefix("1 serious violation found.\n"))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    // Nothing tells whether anybody asked for deletion.
    #expect(try first()?.hasPrefix("\u{1B}[1;33mNo serious violations found") == true)
    try place.write("in/deletions.csv", "uid,request_id,requested_at\n")
    #expect(try first()?.hasPrefix("\u{1B}[1;32mNo serious violations found") == true)
  }
}
