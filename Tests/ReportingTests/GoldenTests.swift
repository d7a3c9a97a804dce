import Foundation
import Testing

@testable import Reporting

/// Each format of the small report, byte for byte. `RECORD=1` writes the files anew, and fails the run.
@Suite struct GoldenTests {
  @Test(arguments: ["report.json", "report.html", "flagged-accounts.csv"])
  func isWrittenAsBefore(name: String) throws {
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    try Fixture.withFolder { folder in
      try Fixture.write(PersonalData(mode: .masked, key: Data()).applied(to: Fixture.small), to: folder)
      let data = try Data(contentsOf: folder.appending(path: name))
      if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try data.write(to: golden)
        Issue.record("\(name) was recorded")
      }
      #expect(try data == Data(contentsOf: golden), "run with RECORD=1, and look at the difference")
    }
  }
}
