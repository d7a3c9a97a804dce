import Evidence
import Foundation
import Testing

@testable import Intake

@Suite struct FormatGuideTests {
  @Test(arguments: FormatFixtures.all)
  func everyFormatIsTold(fixtures: FormatFixtures) throws {
    let guide = fixtures.guide
    #expect(!guide.title.isEmpty && !guide.example.isEmpty)
    #expect(guide.example.split(separator: "\n").count <= 3)
    // Whoever follows an example writes a file of that format.
    let claims = withHead(Array(guide.example.utf8)) { head in
      Registry.formats.filter { $0.recognise(head) != nil }.map { FormatFixtures(guide: $0.guide).name }
    }
    #expect(claims == [fixtures.name])
  }

  /// `RECORD=1` writes the page anew, and fails all the same.
  @Test func thePageIsFresh() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/formats.md")
      .standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(FormatGuide.page.utf8).write(to: page)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == FormatGuide.page)
    #expect(ProcessInfo.processInfo.environment["RECORD"] != "1")
  }
}
