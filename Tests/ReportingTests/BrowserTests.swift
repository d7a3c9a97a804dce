import Foundation
import Testing

@testable import Reporting

/// The report in real Chromium, on the screen and on paper: a small one, a hostile one, one without findings, some that
/// are large in one way, and one whose findings go on over many pages. `Benchmarks/run` opens one of 100,000 and more.
@Suite struct BrowserTests {
  @Test func opensAndWorks() throws {
    try Fixture.withFolder { folder in
      let many = Fixture.report(findings: (1...20_000).map { Fixture.finding($0) })
      let reports = [
        ("small", Fixture.small), ("hostile", Fixture.hostile), ("empty", Fixture.report(findings: [])),
        ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("passed", Fixture.passed),
        ("waived", Fixture.passedByWaivers),
        ("register", Fixture.report(findings: 4000, causes: 80)),
        ("causes", Fixture.report(findings: 168, causes: 168)),
        ("sources", Fixture.report(findings: [], sources: Fixture.sources(1200))), ("many", many),
      ]
      for (name, report) in reports {
        try Fixture.write(report, to: folder.appending(path: name), ReportRenderers.standard)
      }
      let text = try PythonScript(name: "check_report.py", folder: "Browser")
        .run(reports.map { folder.appending(path: $0.0).path })
      #expect(text.contains("20000 findings"), "\(text)")
    }
  }
}
