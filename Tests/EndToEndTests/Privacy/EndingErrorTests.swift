import Foundation
import Testing

/// What ends a command is said with addresses and numbers masked, as warnings are.
@Suite struct EndingErrorTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/alice@example.com.csv", "hello world\n")
    try place.write("in/+15550100123.json", "hello world\n")
  }

  @Test(arguments: [
    (["audit", "in"], 65), (["audit", "in", "--pii", "hashed"], 65), (["audit", "in", "--log-format", "json"], 65),
    (["sample", "in", "--rule", "a/b", "--size", "1", "--seed", "s"], 64),
    (["audit", "alice@example.com"], 66), (["audit", "in", "--config", "alice@example.com.yaml"], 64),
    (["report", "last", "--store", "+15550100123.sqlite"], 66), (["init", "in/alice@example.com.csv"], 64),
    (["forget", "--uid", "x", "alice@example.com", "+15550100123"], 64), (["audit", "in", "--alice@example.com"], 64),
    (["audit", "in", "--fail-on", "alice@example.com"], 64), (["audit", "in", "--as-of=+15550100123"], 64),
    (["audit", "in", "--input", "alice@example.com=+15550100123"], 64),
    (["verify", "--head", "alice@example.com"], 64),
    (["audit", "in", "--as-of", "+1555010\u{200B}0123 alice@example.com"], 64),
  ])
  func isMasked(command: [String], status: Int) throws {
    let outcome = try place.run(command)
    #expect(Int(outcome.status) == status, "\(command): \(outcome)")
    #expect(!outcome.errors.contains("alice@") && !outcome.errors.contains("5550100"), "\(outcome.errors)")
  }

  @Test func isInTheClearWhereReportsAre() throws {
    let outcome = try place.run("audit", "in", "--pii", "full")
    let end = try #require(outcome.errors.split(separator: "\n").last)
    #expect(end.contains("error: none of the 2 files") && end.contains("in/alice@example.com.csv"), "\(outcome.errors)")
    try place.write("full.yaml", "reports: {pii: full}\n")
    let missing = try place.run("audit", "alice@example.com", "--config", "full.yaml")
    #expect(missing.status == 66 && missing.errors.contains("alice@example.com"), "\(missing)")
  }
}
