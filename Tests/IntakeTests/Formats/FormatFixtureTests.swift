import Evidence
import Foundation
import Testing

@testable import Intake

/// What every registered format has to have. A new one that lacks it fails here by its name.
@Suite struct FormatFixtureTests {
  /// `RECORD=1` writes `expected.csv` anew, and fails all the same.
  @Test(arguments: FormatFixtures.all)
  func filesAreReadAsExpected(fixtures: FormatFixtures) throws {
    var found: [FormatFixtures.Expectation] = []
    for file in fixtures.files {
      let result = try read(fixtures.bytes(file))
      #expect(fixtures.claims(result.outcome), "\(file) is \(result.outcome)")
      found.append(FormatFixtures.Expectation(file: file, result.summary))
      // Neither a token nor a key is kept, and no reject shows a value.
      let kept = "\(result.sink.taken)"
      #expect(!kept.contains("secret") && !kept.contains("$2a$"))
      #expect(!result.summary.rejects.contains { $0.reason.contains("@") })
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1", !found.isEmpty {
      let text = ([FormatFixtures.header] + found.map(\.line)).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: fixtures.folder.appending(path: FormatFixtures.expectedName))
    }
    #expect(try found == fixtures.expectations())
    #expect(found.contains { $0.records > 0 && $0.rejected == 0 }, "no file that is as it should be")
    #expect(found.contains { $0.rejected > 0 && $0.isTruncated }, "no file that is damaged and cut short")
    #expect(ProcessInfo.processInfo.environment["RECORD"] != "1")
  }

  /// Every fixture against every format: one alone claims it.
  @Test(arguments: FormatFixtures.all)
  func oneFormatClaimsEachFile(fixtures: FormatFixtures) throws {
    for file in fixtures.files {
      let claims = try withHead(fixtures.bytes(file)) { head in
        Registry.formats.filter { $0.recognise(head) != nil }.map { $0.name(of: head.shape ?? .lines) }
      }
      #expect(claims.count == 1, "\(file): \(claims)")
    }
  }

  @Test func everyFolderIsOfAFormat() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder.path)
    #expect(Set(names).subtracting(FormatFixtures.all.map(\.name)).sorted() == [])
    #expect(Set(FormatFixtures.all.map(\.name)).count == FormatFixtures.all.count)
  }
}

/// Looks at the beginning of a text as the recogniser does.
func withHead<Result>(_ bytes: [UInt8], _ body: (Head) throws -> Result) rethrows -> Result {
  let padded = bytes + Array(repeating: 0, count: 64)
  return try padded.withUnsafeBufferPointer { buffer in
    try body(Head(BorrowedText(rebasing: buffer[..<min(bytes.count, Head.size)]), isWhole: bytes.count <= Head.size))
  }
}
