import Evidence
import Intake
import Testing

@Suite struct TextLogTests {
  private static let pattern = #"^(?<at>[0-9TZ:.-]+) revoked uid=(?<uid>\S+) status=(?<http_status>\d+)"#

  private func settings(_ pattern: String) -> SourceSettings {
    var settings = SourceSettings(kind: .revocations)
    settings.record.pattern = pattern
    return settings
  }

  private func revocations(_ result: Result) -> [RevocationRecord] {
    result.sink.records.compactMap { if case .revocation(let record) = $0 { record } else { nil } }
  }

  @Test func groupsAreColumnsAndOtherLinesAreSkipped() throws {
    let text = """
      2026-01-01T00:00:00Z revoked uid=u1 status=200\r
      starting up
        2026-01-01T00:00:00Z revoked uid=u2 status=200

      2026-01-01T00:00:00Z revoked uid=u3 status=2
      2026-01-01T00:00:00Z revoked uid=u4 status=404 and more
      """
    let result = try read(text, settings: settings(Self.pattern))
    #expect(revocations(result).map(\.subject.uid) == ["u1", "u4"])
    #expect(result.sink.places == [1, 6])
    #expect(result.summary.skipped == 2)
    #expect(result.summary.rejects.map(\.locator) == ["line 5"])
    #expect(result.outcome == .recognised(kind: .revocations, format: "text"))
  }

  /// It begins as JSON does, and is none.
  @Test func bracketsAreNoJSON() throws {
    let text = "[2026-01-01 00:00:00,123] {\"uid\": u1}\n"
    var settings = settings(#"^\[(?<at>[^]]+)\] \{"uid": (?<uid>\w+)\}"#)
    settings.record.timeZone = "UTC"
    #expect(try read(text, settings: settings).summary.records == 1)
  }

  @Test func groupsMayBeRenamedAndOptional() throws {
    var settings = settings(#"(?<t>\d+) (?<who>\w+)(?: (?<why>\w+))?$"#)
    settings.columns = ["uid": "who", "at": "t", "error": "why"]
    let result = try read("1767225600 u1\n1767225600 u2 no\n", settings: settings)
    #expect(revocations(result).map(\.error) == [nil, "no"])
  }

  /// A group before one that took part is as empty as one after it.
  @Test func anyGroupMayTakeNoPart() throws {
    let text = "1767225600 in u1\n1767225600 out u2\n"
    var settings = settings(#"^(?<at>\d+) (?:in (?<why>\w+)|out (?<uid>\w+))"#)
    settings.columns = ["uid": "uid", "at": "at", "error": "why"]
    #expect(revocations(try read(text, settings: settings)).map(\.subject.uid) == ["u2"])
  }

  /// Without a limit this line would take as many steps as there are ways to part it.
  @Test(.timeLimit(.minutes(1))) func aHostileLineIsGivenUp() throws {
    let hostile = String(repeating: "a", count: 40_000)
    let result = try read(
      "1767225600 \(hostile)!\n1767225600 aaa\n", settings: settings(#"^(?<at>\d+) (?<uid>(a+)+)$"#))
    #expect(result.summary.rejects.map(\.locator) == ["line 1"])
    #expect(result.summary.rejects.first?.reason.contains("too many steps") == true)
    #expect(result.summary.records == 1)
  }

  @Test func linesThatAreNoTextAreRejected() throws {
    let line = Array("1767225600 u".utf8)
    let result = try read(
      line + [0xFF, 0x0A] + line + [0x0A], settings: settings(#"^(?<at>\d+) (?<uid>\w+)"#))
    #expect(result.summary.records == 1)
    #expect(result.summary.rejects.map(\.locator) == ["line 1"])
  }

  @Test(arguments: [
    ("(", "is not a valid regular expression"), ("a", "has no named group"), ("(?<uid>.*)", "matches an empty line"),
    (#"(?<uid>\d)(?<uid>\w)"#, "is not a valid regular expression"),
  ])
  func aPatternHasToBeOfUse(pattern: String, problem: String) {
    #expect {
      try LinePattern(pattern)
    } throws: { error in
      (error as? LinePattern.Malformed)?.problem.contains(problem) == true
    }
  }
}
