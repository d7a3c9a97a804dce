import Effort
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
  @Test func aHostileLineIsGivenUp() throws {
    let hostile = String(repeating: "a", count: 40_000)
    let (result, seconds) = try effort {
      try read("1767225600 \(hostile)!\n1767225600 aaa\n", settings: settings(#"^(?<at>\d+) (?<uid>(a+)+)$"#))
    }
    #expect(seconds < 10)
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
    // Half a line, whole ones, one that was cut within its last value, and mere white space.
    ("2026-01-01T00:00:00Z revoked uid=u2 sta", 1, 1, true), ("2026-01-01T00:00:00Z revoked uid=u2 sta\n", 1, 0, false),
    ("2026-01-01T00:00:00Z revoked uid=u2 status=404", 2, 0, false),
    ("2026-01-01T00:00:00Z revoked uid=u2 status=2", 1, 1, true),
    ("2026-01-01T00:00:00Z revoked uid=u2 status=2\n", 1, 1, false), ("  \r", 1, 0, false),
  ])
  func aHalfLastLineIsABreak(last: String, records: Int64, rejected: Int64, isTruncated: Bool) throws {
    let text = "2026-01-01T00:00:00Z revoked uid=u1 status=200\n" + last
    for chunk in [1 << 16, 7, 1] {
      let summary = try read(text, settings: settings(Self.pattern)) { $0.chunkSize = chunk }.summary
      #expect(summary.records == records && summary.rejected == rejected, "\(summary.rejects)")
      #expect(summary.isTruncated == isTruncated)
      #expect(summary.rejects.allSatisfy { $0.locator == "line 2" })
    }
  }

  @Test func aLastLineThatIsCutWithinACharacterIsABreak() throws {
    let text = Array("2026-01-01T00:00:00Z revoked uid=u1 status=200\n2026-01-01T00:00:00Z revoked uid=".utf8) + [0xC3]
    let summary = try read(text, settings: settings(Self.pattern)).summary
    #expect(summary.records == 1 && summary.rejected == 1 && summary.isTruncated)
  }

  private static let token = "r5a1b2c3d4e5f60718293a4b5c6d7e8f9.0.mwxyz.AbCdEfGhIjKlMnOp"

  /// Outside of the groups, in lines that do not match, and in such as are no text.
  @Test(
    arguments: [
      ("2026-01-01T00:00:00Z revoked uid=u1 status=200 refresh_token=\(token)", [.rawToken]),
      ("2026-01-01T00:00:00Z revoked uid=u1 status=200 body={\"appleRefreshToken\": \"\(token)\"}", [.rawToken]),
      ("debug client_id=x&client_secret=abc&refresh_token=\(token)", [.rawToken]),
      ("debug refresh_token=\"\(token)\" and more", [.rawToken]),
      ("debug client_secret=eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJURUFNIn0.c2lnbmF0dXJlc2ln", [.clientSecret]),
      ("debug -----BEGIN PRIVATE KEY-----", [.privateKey]), ("debug refresh_token=*** token_type=refresh_token", []),
    ] as [(String, Set<ExposedSecret.Kind>)])
  func secretsAreFoundInTheWholeLine(line: String, expected: Set<ExposedSecret.Kind>) throws {
    let text = Array("starting up\n\(line)\n".utf8)
    for bytes in [text, Array(text.dropLast()) + [0x20, 0xFF, 0x0A]] {
      let secrets = try read(bytes, settings: settings(Self.pattern)).summary.secrets
      #expect(Set(secrets.map(\.kind)) == expected)
      #expect(secrets.allSatisfy { $0.firstNumber == 2 && $0.records == 1 })
    }
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
