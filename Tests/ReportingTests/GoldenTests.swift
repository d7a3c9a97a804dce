import Foundation
import Testing

@testable import Reporting

/// The small report in each format, byte for byte. `RECORD=1` writes the golden files, and fails the run.
@Suite struct GoldenTests {
  @Test(arguments: ReportRenderers.all.map(\.file))
  func isWrittenAsBefore(name: String) throws {
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    try Fixture.withFolder { folder in
      var report = PersonalData(mode: .masked, key: Data()).applied(to: Fixture.small)
      // The golden files show these in full.
      report.flagged = Fixture.flagged(Fixture.accounts)
      try Fixture.write(report, to: folder)
      let data = try Data(contentsOf: folder.appending(path: name))
      if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try data.write(to: golden)
        Issue.record("\(name) was recorded")
      }
      #expect(try data == Data(contentsOf: golden), "run with RECORD=1, and look at the difference")
    }
  }
}
