import Foundation
import Testing

@testable import Evidence

@Suite struct ViewPageTests {
  /// `RECORD=1` writes the page anew, and fails all the same.
  @Test func thePageIsFresh() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/views.md")
      .standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(PublicView.page.utf8).write(to: page) }
    #expect(try String(contentsOf: page, encoding: .utf8) == PublicView.page)
    #expect(ProcessInfo.processInfo.environment["RECORD"] != "1")
  }
}
