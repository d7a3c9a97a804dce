import Foundation
import PythonScripts
import Testing

@testable import Reporting

/// The report in real Chromium, on the screen and on paper. `Benchmarks/run` opens one of 100,000 findings and more.
///
/// Each test has a browser of its own, so that they can run at a time.
@Suite struct BrowserTests {
  /// - Returns: what was checked, a line for each report.
  private func open(_ reports: [(String, Report)]) throws -> String {
    try Fixture.withFolder { folder in
      for (name, report) in reports {
        try Fixture.write(report, to: folder.appending(path: name), ReportRenderers.standard)
      }
      return try PythonScript(name: "check_report.py", folder: "Browser")
        .run(reports.map { folder.appending(path: $0.0).path })
    }
  }

  @Test func smallReports() throws {
    let text = try open([
      ("small", Fixture.small), ("hostile", Fixture.hostile), ("empty", Fixture.report(findings: [])),
      ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("passed", Fixture.passed),
      ("waived", Fixture.passedByWaivers),
    ])
    #expect(text.contains("waived: "), "\(text)")
  }

  @Test func reportsThatAreLargeInOneWay() throws {
    let text = try open([
      ("register", Fixture.report(findings: 4000, causes: 80)),
      ("causes", Fixture.report(findings: 168, causes: 168)),
      ("sources", Fixture.report(findings: [], sources: Fixture.sources(1200))),
    ])
    #expect(text.contains("sources: 0 findings"), "\(text)")
  }

  @Test func findingsThatGoOnOverManyPages() throws {
    let text = try open([("many", Fixture.report(findings: (1...20_000).map { Fixture.finding($0) }))])
    #expect(text.contains("20000 findings"), "\(text)")
  }
}
