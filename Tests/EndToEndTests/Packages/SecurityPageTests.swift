import Foundation
import Testing

/// docs/security.md names the tests that hold what it says.
@Suite struct SecurityPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyTestThatItNamesExists() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/security.md"), encoding: .utf8)
    var named = 0
    for match in page.matches(of: /`([A-Za-z]+Tests)(?:\/([A-Za-z0-9]+))?`/) {
      let texts = try Self.texts(of: String(match.1))
      #expect(!texts.isEmpty, "\(match.1).swift")
      guard let function = match.2 else { continue }
      named += 1
      #expect(texts.contains { Self.hasTest(named: function, $0) }, "\(match.0)")
    }
    #expect(named > 40)
  }

  /// A function right below or beside `@Test`.
  private static func hasTest(named function: Substring, _ text: String) -> Bool {
    guard let place = text.range(of: "func \(function)(") else { return false }
    let before = text[..<place.lowerBound]
    let end = before.range(of: "}\n", options: .backwards)?.upperBound ?? before.startIndex
    return before[end...].contains("@Test")
  }

  /// Two rooms may have a file of one name.
  private static func texts(of suite: String) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Tests").path)
    return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix("/\(suite).swift") }.map {
      try String(contentsOf: root.appending(path: "Tests/\($0)"), encoding: .utf8)
    }
  }
}
