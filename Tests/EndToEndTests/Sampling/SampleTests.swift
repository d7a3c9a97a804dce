import Crypto
import Foundation
import Testing

/// `sample`: what an auditor tests a control with.
@Suite struct SampleTests {
  private static let rule = "consent/link-phone"
  private let place: Workplace

  /// 40 accounts with a linked phone, of which every fourth lacks consent.
  init() throws {
    place = try Workplace()
    let users = (10..<50).map { Sample.user("u\($0)", phone: "+155501\($0)") }
    try place.write("in/a.json", "{\"users\": [\n" + users[..<25].joined(separator: ",\n") + "]}")
    try place.write("in/b.json", "{\"users\": [\n" + users[25...].joined(separator: ",\n") + "]}")
    let consents = (10..<50).filter { $0 % 4 > 0 }.map {
      Sample.consent("u\($0)", "link:phone", "2026-01-01T00:00:00Z")
    }
    try place.write("in/consents.ndjson", consents.joined())
  }

  private func sample(_ arguments: String..., size: Int = 7, seed: String = "2026-Q4") throws -> Workplace.Outcome {
    let inputs = arguments.first?.hasPrefix("-") == false ? [] : ["in"]
    return try place.run(
      ["sample", "--rule", Self.rule, "--size", "\(size)", "--seed", seed, "--as-of", Workplace.asOf] + inputs
        + arguments)
  }

  private func files() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, (try? Data(contentsOf: place.path($0))) ?? Data()) })
  }

  @Test func itShowsPassesAndFailuresWithTheirEvidence() throws {
    let outcome = try sample(size: 1000)
    #expect(outcome.status == 0, "\(outcome)")
    let table = CSVTable(outcome.output)
    #expect(
      table.columns == [
        "position", "hash", "id", "rule", "verdict", "reason", "waived_by", "tenant", "uid", "email", "apple_sub",
        "object", "due_at", "message", "evidence",
      ])
    #expect(Set(table.column("uid")) == Set((10..<50).map { "u\($0)" }))
    #expect(table.column("position") == (1...40).map { "\($0)" })
    #expect(outcome.errors.contains("judges 40 subjects (30 pass, 10 fail)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("has all of them, which are fewer than the 1000 asked for"))
    for row in table.rows {
      let uid = row["uid"] ?? ""
      let isCovered = Int(uid.dropFirst()).map { $0 % 4 > 0 } == true
      #expect(
        row["verdict"] == (isCovered ? "pass" : "fail") && row["reason"] == (isCovered ? "" : "no-record"), "\(row)")
      #expect(row["email"] == "u…@privaterelay.appleid.com" && row["object"] == "phone")
      let evidence = try #require(row["evidence"])
      #expect(evidence.contains(".json, record ") && evidence.contains("in/consents.ndjson, "), "\(evidence)")
    }
    // The same words as the report's.
    try place.audit("in")
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    let failing = findings.filter { $0["rule"] as? String == Self.rule }
    #expect(failing.count == 10)
    for finding in failing {
      let row = try #require(table.rows.first { $0["id"] == finding["id"] as? String })
      #expect(row["message"] == finding["message"] as? String && row["verdict"] == finding["verdict"] as? String)
      let evidence = try #require(finding["evidence"] as? [[String: String]])
      #expect(
        row["evidence"]
          == evidence.map { "\($0["source"] ?? ""), \($0["locator"] ?? ""): \($0["summary"] ?? "")" }.joined(
            separator: "; "))
    }
  }

  /// An auditor draws again with nothing but the ids and the seed.
  @Test func anybodyCanDrawItAgain() throws {
    let all = CSVTable(try sample(size: 40, seed: "größer").output).column("id")
    let key = SymmetricKey(data: Data("größer".utf8))
    let expected = all.map { id in
      let code = HMAC<SHA256>.authenticationCode(for: Data(id.utf8), using: key)
      return (code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(), id)
    }.sorted { $0.0 < $1.0 }.prefix(7)
    let table = CSVTable(try sample(size: 7, seed: "größer").output)
    #expect(table.column("id") == expected.map(\.1) && table.column("hash") == expected.map(\.0))
    #expect(CSVTable(try sample(seed: "other").output).column("id") != table.column("id"))
  }

  @Test func theSameInputsGiveTheSameBytes() throws {
    let first = try sample()
    #expect(first.status == 0 && CSVTable(first.output).rows.count == 7, "\(first)")
    #expect(first.errors.contains("the sample has 7 of them, drawn with the seed `2026-Q4`"))
    for arguments in [["--jobs", "1"], ["--jobs", "2"]] {
      #expect(try sample(arguments[0], arguments[1]).output == first.output)
    }
    let files = ["in/consents.ndjson", "in/b.json", "in/a.json"]
    #expect(try sample(files[0], files[1], files[2]).output == first.output)
    #expect(try sample(files[2], files[0], files[1]).output == first.output)
    // Other files with the same records: the same subjects, and of course other places.
    let users = try ["in/a.json", "in/b.json"].flatMap { file in
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: place.path(file))) as? [String: Any]
      return try #require(object?["users"] as? [[String: Any]])
    }
    let joined = try JSONSerialization.data(withJSONObject: ["users": users])
    try place.write("all/users.json", joined)
    try place.write("all/consents.ndjson", try Data(contentsOf: place.path("in/consents.ndjson")))
    let table = CSVTable(try sample("all").output)
    for column in ["hash", "id", "verdict", "uid"] {
      #expect(table.column(column) == CSVTable(first.output).column(column))
    }
  }

  @Test func itLeavesNothingBehind() throws {
    let before = try files()
    #expect(try sample("--out", "elsewhere", "--views", "views").status == 0)
    #expect(try files() == before)
    try place.audit("in")
    let later = try files()
    // Other accounts, which an audit would store.
    try place.write("more/users.json", Sample.export(Sample.user("u99", phone: "+15550199")))
    let changed = try files()
    let outcome = try sample("more", "in/consents.ndjson")
    #expect(CSVTable(outcome.output).column("uid") == ["u99"], "\(outcome)")
    #expect(try files() == changed && later.count < changed.count)
    #expect(try place.run("history").output.split(separator: "\n").count == 1)
  }

  /// What earlier runs read counts, as it would for an audit.
  @Test func itJudgesWithTheMemoryOfTheStore() throws {
    try place.audit("in")
    let outcome = try sample("in/a.json", "in/b.json", size: 40)
    #expect(outcome.errors.contains("(30 pass, 10 fail)"), "\(outcome)")
    let row = try #require(CSVTable(outcome.output).rows.first { $0["verdict"] == "pass" })
    #expect(row["evidence"]?.contains("read by run 1") == true)
    // The audit would miss the consents of the night before.
    #expect(outcome.status == 2 && outcome.errors.contains("No source of kind `consents` was supplied"))
  }

  @Test func personalDataIsAsAsked() throws {
    try place.write(
      "in/a.json", Sample.export(Sample.user("=cmd()", phone: "+15550101")))
    try place.write("in/b.json", "{\"users\": []}")
    try place.write("in/consents.ndjson", Sample.consent("=cmd()", "link:phone", "2026-01-01T00:00:00Z"))
    let masked = try sample("--pii", "masked")
    #expect(CSVTable(masked.output).column("email") == ["'=…@privaterelay.appleid.com"], "\(masked)")
    #expect(CSVTable(masked.output).column("uid") == ["'=cmd()"])
    #expect(CSVTable(try sample("--pii", "full").output).column("email") == ["'=cmd()@privaterelay.appleid.com"])
    try place.audit("in")
    let hashed = try sample("--pii", "hashed")
    #expect(CSVTable(hashed.output).column("uid").allSatisfy { $0.hasPrefix("h:") }, "\(hashed)")
    #expect(!hashed.output.contains("cmd"))
    #expect(try sample("--pii", "hashed").output == hashed.output)
  }

  @Test func aWaivedFindingNamesWhoWaivedIt() throws {
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - rule: \(Self.rule)
          uid: u12
          signed_by: A. Person
          date: 2026-11-01
          expires: 2026-12-31
          reason: on paper
      """)
    let table = CSVTable(try sample("--waivers", "waivers.yaml", size: 40).output)
    #expect(table.rows.filter { $0["waived_by"] == "A. Person" }.map { $0["uid"] } == ["u12"])
  }

  @Test func anIncompleteReadIsSaid() throws {
    try place.write("in/broken.ndjson", Sample.consent("u12", "link:phone", "yesterday"))
    let outcome = try sample("--input", "consents=in/broken.ndjson")
    #expect(outcome.status == 2 && outcome.errors.contains("record of `in/broken.ndjson` was rejected"), "\(outcome)")
    #expect(CSVTable(outcome.output).rows.count == 7)
    #expect(try sample("--input", "consents=in/broken.ndjson", "--max-rejects", "1").status == 0)
  }

  @Test func aRuleThatIsNotEvaluatedSaysWhy() throws {
    let outcome = try sample("in/a.json")
    #expect(
      outcome.status == 2
        && outcome.errors.contains(
          "`consent/link-phone` was not evaluated. It lacks evidence of kind `consents`."),
      "\(outcome)")
    #expect(CSVTable(outcome.output).rows.allSatisfy { $0["verdict"] == "inconclusive" })
  }

  @Test func mistakesAreNamed() throws {
    let usual = ["--as-of", Workplace.asOf, "in"]
    func fails(_ arguments: String..., saying: String, status: Int32 = 64) throws {
      let outcome = try place.run(["sample"] + arguments + usual)
      #expect(outcome.status == status && outcome.errors.contains(saying) && outcome.output.isEmpty, "\(outcome)")
    }
    try fails("--rule", "consent/link-phon", "--size", "1", "--seed", "s", saying: "did you mean `consent/link-phone`?")
    try fails("--rule", "nothing", "--size", "1", "--seed", "s", saying: "`relay-audit rules list` shows all")
    try fails("--rule", Self.rule, "--size", "0", "--seed", "s", saying: "--size must be at least 1")
    try fails("--rule", Self.rule, "--size", "few", "--seed", "s", saying: "few")
    try fails("--rule", Self.rule, "--size", "1", "--seed", "", saying: "--seed must not be empty")
    try fails("--rule", Self.rule, "--size", "1", saying: "--seed")
    try fails("--size", "1", "--seed", "s", saying: "--rule")
    #expect(try sample("nowhere.json").status == 66)
    try place.write("relay-audit.yaml", "rules: {disable: [\(Self.rule)]}\n")
    try fails("--rule", Self.rule, "--size", "1", "--seed", "s", saying: "is disabled by `rules.disable`")
  }
}
