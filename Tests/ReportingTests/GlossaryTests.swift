import Foundation
import Prose
import Testing
import Vocabulary

@testable import Reporting

@Suite struct GlossaryTests {
  /// `RECORD=1` rewrites the page, and fails so that no test run passes by recording.
  @Test func thePageIsFresh() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/glossary.md")
      .standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(Glossary.page.utf8).write(to: page) }
    #expect(try String(contentsOf: page, encoding: .utf8) == Glossary.page, "run with RECORD=1")
    #expect(ProcessInfo.processInfo.environment["RECORD"] != "1")
  }

  @Test func everyTermHasAShortMeaning() {
    for entry in Glossary.entries {
      #expect(Prose.faults(in: entry.meaning) == [], "\(entry.term)")
      #expect(entry.meaning.split(separator: " ").count <= 50, "\(entry.term)")
    }
    #expect(Set(Glossary.entries.map(\.term)).count == Glossary.entries.count)
  }

  /// The words that a report shows as they are.
  @Test func theWordsOfTheReportAreInIt() {
    let terms = Set(Glossary.entries.map(\.term))
    let shown =
      Verdict.allCases.map(\.rawValue) + Outcome.allCases.map(\.rawValue) + FindingState.allCases.map(\.rawValue)
      + ["severity", "waived", "not evaluated", "gate", "baseline", "ledger head", "sign-off", "kind", "relay address"]
    for word in shown { #expect(terms.contains(word), "\(word)") }
  }

  /// Every page shows it; a report for a person who signs has to explain itself.
  @Test func theReportHasIt() throws {
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.small, to: folder, [HTMLRenderer()])
      let page = try String(contentsOf: folder.appending(path: "report.html"), encoding: .utf8)
      #expect(page.contains("<a href=\"#glossary\">") && page.contains("<dt>relay address</dt>"))
    }
  }
}
