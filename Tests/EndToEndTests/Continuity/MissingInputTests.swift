import Foundation
import Testing

/// What the configuration names and is not there on a later night.
@Suite struct MissingInputTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let inputs = """
    rules: {disable: [config/secret-exposed]}
    inputs:
      - path: users.json
      - {path: consents.csv, kind: consents}
      - {path: 'logs/*.ndjson', kind: revocations}

    """
  private static let revocation =
    "{\"uid\":\"u9\",\"at\":\"2026-11-01T00:00:00Z\",\"endpoint\":\"apple\",\"http_status\":200}\n"

  private func night(_ day: Int, without missing: Set<String> = [], config: String = inputs) throws -> Workplace.Outcome
  {
    let time = "2026-11-\(day)T05:00:00Z"
    let files = [
      "users.json": Sample.export(Sample.user("u1", phone: "+15550101")),
      "consents.csv": "uid,purpose,given_at,explicit\nu9,link:phone,2026-01-01T00:00:00Z,true\n",
      "logs/a.ndjson": Self.revocation, "logs/b.ndjson": Self.revocation.replacing("u9", with: "u8"),
    ]
    for (name, text) in files {
      try? FileManager.default.removeItem(at: place.path(name))
      if !missing.contains(name) { try place.write(name, text, at: time) }
    }
    try place.write("relay-audit.yaml", config)
    return try place.run("audit", "--as-of", "2026-11-\(day)T06:00:00Z", "--fail-on", "none")
  }

  @Test func onTheFirstNightItIsAMistake() throws {
    for name in ["users.json", "consents.csv"] {
      let outcome = try night(10, without: [name])
      #expect(outcome.status == 66 && outcome.errors.contains(name), "\(outcome)")
    }
    let outcome = try night(10, without: ["logs/a.ndjson", "logs/b.ndjson"])
    #expect(outcome.status == 66 && outcome.errors.contains("no file matches `logs/*.ndjson`"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: place.path("reports").path))
  }

  @Test func onALaterNightTheRestIsJudged() throws {
    #expect(try night(10).status == 0)
    let consents = try night(11, without: ["consents.csv"])
    #expect(consents.status == 2, "\(consents)")
    #expect(
      consents.output.contains("No source of kind `consents` was supplied. The last run that had one was run 1 of"),
      "\(consents.output)")
    #expect(consents.errors.contains("consents.csv is left out"), "\(consents.errors)")
    // The consents of the night before still count, so the finding is judged again.
    #expect(try place.findings().filter { $0.rule == "consent/link-phone" }.map(\.verdict) == ["fail"])
    let logs = try night(12, without: ["logs/a.ndjson", "logs/b.ndjson"])
    #expect(logs.status == 2 && logs.output.contains("No source of kind `revocations` was supplied"), "\(logs)")
    let users = try night(13, without: ["users.json"])
    #expect(users.status == 2 && users.output.contains("No source of kind `accounts` was supplied"), "\(users)")
    // A path that no run read is a mistake on any night.
    let typo = try night(14, config: Self.inputs.replacing("users.json", with: "user.json"))
    #expect(typo.status == 66 && typo.errors.contains("user.json"), "\(typo)")
    #expect(try night(15).status == 0)
  }

  /// Once a week, or not at all any more.
  @Test func aKindThatIsReleasedIsNotMissed() throws {
    #expect(try night(10).status == 0)
    let weekly = Self.inputs + "evidence: {max_age: {consents: 8d}}\n"
    #expect(try night(11, without: ["consents.csv"], config: weekly).status == 0)
    let released = Self.inputs + "gate: {optional: [consents]}\n"
    #expect(try night(12, without: ["consents.csv"], config: released).status == 0)
  }

  /// One of two files of a kind: the other looks like all there is.
  @Test func aPartOfAKindIsMissedByItsName() throws {
    let two =
      Self.inputs.replacing("'logs/*.ndjson'", with: "logs/a.ndjson")
      + "  - {path: logs/b.ndjson, kind: revocations}\n"
    #expect(try night(10, config: two).status == 0)
    let part = try night(11, without: ["logs/b.ndjson"], config: two)
    #expect(part.status == 2 && part.output.contains("`logs/b.ndjson` was not read: there is no file"), "\(part)")
  }
}
