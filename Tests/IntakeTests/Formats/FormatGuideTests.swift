import Evidence
import Foundation
import Testing

@testable import Intake

@Suite struct FormatGuideTests {
  @Test func everyFormatIsTold() {
    for format in Registry.formats {
      let name = format.name(of: format.kind == .accounts ? .members : .lines)
      #expect(
        FormatGuide.all.contains { guide in guide.kind == format.kind && (name == guide.name || name.hasPrefix(guide.name + "-")) },
        "\(name)")
    }
    #expect(FormatGuide.all.allSatisfy { $0.example.split(separator: "\n").count <= 3 })
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
