import Foundation
import Testing

@testable import Reporting

/// The report in real Chromium: a small one, a hostile one, one without findings, and one of 100,000 findings.
@Suite struct BrowserTests {
  @Test func opensAndWorks() throws {
    try Fixture.withFolder { folder in
      let many = Fixture.report(findings: (1...100_000).map { Fixture.finding($0) })
      let reports = [
        ("small", Fixture.small), ("hostile", Fixture.hostile), ("empty", Fixture.report(findings: [])),
        ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("many", many),
      ]
      for (name, report) in reports { try Fixture.write(report, to: folder.appending(path: name)) }
      let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "../Browser/check_report.py")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [python, script.standardizedFileURL.path] + reports.map { folder.appending(path: $0.0).path }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      #expect(text.contains("100000 findings"), "\(text)")
    }
  }
}
