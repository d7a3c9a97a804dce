import Crypto
import Foundation
import Testing

/// What somebody learns from a report with `--pii hashed` who has a list of all persons (docs/contract.md, section 7).
@Suite struct HashedReportTests {
  private static let persons = (10..<50).map { "person\($0)" }

  private let place: Workplace

  /// Half of the persons have an account with a phone that nobody agreed to.
  init() throws {
    place = try Workplace()
    let users = Self.persons.enumerated().filter { $0.offset % 2 == 0 }.map {
      Sample.user($0.element, phone: "+155501\($0.offset + 10)")
    }
    try place.write("in/users.json", "{\"users\": [\n" + users.joined(separator: ",\n") + "]}")
    try place.write("in/consents.ndjson", Sample.consent("stranger", "link:phone", "2026-01-01T00:00:00Z"))
  }

  @discardableResult
  private func night(_ mode: String, _ more: String..., out: String = "reports/out") throws -> Workplace.Outcome {
    try place.run(["audit", "in", "--as-of", Workplace.asOf, "--pii", mode, "--out", out] + more)
  }

  /// The ids that the findings of a person would have, by the formula that everybody can read.
  private static func ids(of person: String, _ rules: Set<String>) -> [String] {
    rules.flatMap { rule in
      ["", "phone", "email", "apple.com", "sign-in", "name", person].map { object in
        let text = [rule, "", "", "uid", person, object, ""].map { "\($0.utf8.count):\($0)" }.joined()
        return "ra-" + SHA256.hash(data: Data(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
      }
    }
  }

  private func recovered(_ folder: String) throws -> Set<String> {
    let findings = try place.findings(folder)
    let (shown, rules) = (Set(findings.map(\.id)), Set(findings.map(\.rule)))
    return Set(Self.persons.filter { !shown.isDisjoint(with: Self.ids(of: $0, rules)) })
  }

  @Test func nobodyIsRecovered() throws {
    #expect(try night("masked", out: "masked").status == 1)
    // The attack works where ids are no secret.
    #expect(try recovered("masked").count == 20)
    #expect(try night("hashed", "--format", "html,json,csv,sarif,junit,ocsf,oscal", out: "hashed").status == 1)
    #expect(try recovered("hashed").isEmpty)

    let plain = try place.findings("masked").map(\.id)
    for file in try FileManager.default.contentsOfDirectory(atPath: place.path("hashed").path) {
      let text = try place.text("hashed/\(file)")
      for id in plain { #expect(!text.contains(id), "\(file)") }
      for person in Self.persons { #expect(!text.contains(person), "\(file)") }
    }
    // Nor does an order tell who is who: both lists go by what they show.
    let uids = try place.findings("hashed").filter { $0.rule == "consent/link-phone" }.compactMap(\.uid)
    #expect(uids.count == 20 && uids == uids.sorted())
    let flagged = try place.text("hashed/flagged-accounts.csv").split(separator: "\r\n").dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    #expect(flagged.count == 20 && flagged == flagged.sorted() && Set(flagged) == Set(uids))

    // A sample, whose seed everybody knows, shows neither ids nor what they are drawn by.
    let sample = try place.run([
      "sample", "in", "--rule", "consent/link-phone", "--size", "5", "--seed", "s", "--as-of", Workplace.asOf, "--pii",
      "hashed",
    ])
    let rows = CSVTable(sample.output).rows
    #expect(rows.count == 5, "\(sample)")
    let shown = Set(try place.findings("hashed").map(\.id))
    for row in rows {
      #expect(shown.contains(row["id"] ?? ""))
      let code = HMAC<SHA256>.authenticationCode(
        for: Data((row["id"] ?? "").utf8), using: SymmetricKey(data: Data("s".utf8)))
      #expect(row["hash"] == code.map { String(format: "%02x", $0) }.joined())
    }
  }

  /// A company may number requests by the person, and a value that is read wrongly may be a person's id.
  @Test func nobodyIsNamedByOtherIDsAndValues() throws {
    let place = try Workplace()
    let sub = "001234.0123456789abcdef0123456789abcdef.0456"
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write(
      "in/deletions.csv",
      """
      uid,apple_sub,request_id,requested_at,apple_credential
      person10,,person10,2026-01-01T00:00:00Z,true
      48213,,DSR-48213,2026-01-01T00:00:00Z,true
      person11,\(sub),r/\(sub),2026-01-01T00:00:00Z,true

      """)
    try place.write("in/revocations.csv", "uid,at,endpoint\nperson12,person12,apple\n")
    let formats = "html,json,csv,sarif,junit,ocsf,oscal,markdown"
    for (mode, names) in [("hashed", ["person10", "person11", "person12", "48213", sub]), ("masked", [sub])] {
      try place.audit("in", "--pii", mode, "--format", formats, "--out", mode)
      for file in try FileManager.default.contentsOfDirectory(atPath: place.path(mode).path) {
        let text = try place.text("\(mode)/\(file)")
        for name in names { #expect(!text.contains(name), "\(mode)/\(file): \(name)") }
      }
      let findings = try place.findings(mode).filter { $0.rule == "deletion/token-revoked" }
      #expect(findings.count == 3)
      for finding in findings {
        let told = try place.run("explain", finding.id).output
        #expect(told.contains("\nTimeline:\n") && !told.contains("not kept"), "\(told)")
        for name in names { #expect(!told.contains(name), "\(mode): \(told)") }
      }
    }
  }

  /// Both ids of a finding name it, in a report of either kind.
  @Test func eitherIDNamesAFinding() throws {
    try night("masked", out: "masked")
    try night("hashed", out: "hashed")
    func finding(_ folder: String) throws -> Workplace.Finding {
      try #require(try place.findings(folder).first { $0.rule == "consent/link-phone" })
    }
    let plain = try finding("masked")
    let (all, published) = (Set(try place.findings("masked").map(\.id)), Set(try place.findings("hashed").map(\.id)))
    #expect(all.isDisjoint(with: published) && all.count == published.count)
    // To `diff` the nights are alike, and it shows no id that a hashed report hides.
    let difference = try place.run("diff", "--json")
    #expect(difference.output.contains("\"unchanged\": \(all.count)"), "\(difference)")
    for run in ["last", "last~1"] {
      let explained = try place.run("explain", plain.id, "--run", run)
      #expect(explained.status == 0 && explained.output.contains("Timeline"), "\(explained)")
      #expect(explained.output.contains(plain.id) == (run == "last~1"), "\(explained.output)")
    }
    let id = try finding("hashed").id
    #expect(try place.run("explain", id).output.hasPrefix(id))
    #expect(try place.run("explain", id, "--run", "1").status == 0)

    for (mode, id) in [("hashed", plain.id), ("masked", id), ("hashed", id)] {
      try place.write(
        "waivers.yaml",
        """
        waivers:
          - {findings: [\(id)], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31, reason: Known.}
        """)
      let outcome = try night(mode, "--waivers", "waivers.yaml", out: "waived")
      #expect(!outcome.errors.contains("no run ever had"), "\(outcome.errors)")
      let text = try place.text("waived/report.json")
      #expect(text.contains("\"state\": \"active\"") && text.contains("\"waived\": 1"), "\(mode) \(id)")
      #expect(!text.contains(plain.id) || mode == "masked")
      let list = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", Workplace.asOf)
      #expect(list.output.hasPrefix("active"), "\(list)")
    }

    // A baseline of a hashed night is no news to any night, nor the night itself to `--gate new`.
    #expect(try place.run("baseline", "write", "baseline.txt", "--run", "2").status == 0)
    #expect(try published.contains { try place.text("baseline.txt").contains($0) })
    for mode in ["masked", "hashed"] {
      let outcome = try night(mode, "--gate", "new", "--baseline", "baseline.txt", out: "new")
      #expect(outcome.status == 0, "\(mode): \(outcome)")
    }
    #expect(try night("hashed", "--fail-on", "none").status == 0)
    #expect(try place.run("verify").status == 0)
  }

  @Test func aPastReportIsAsItWas() throws {
    try night("hashed")
    let before = try place.text("reports/out/report.json")
    try night("masked", out: "later")
    #expect(try place.run("report", "1", "--pii", "hashed", "--out", "again").status == 0)
    #expect(try place.text("again/report.json") == before)
    let third = try night("hashed", out: "third")
    #expect(third.status == 1)
    #expect(try Set(place.findings("third").map(\.id)) == Set(place.findings().map(\.id)))
    // Under the key of another store all is another.
    try night("hashed", "--store", "other.sqlite", out: "other")
    #expect(try Set(place.findings("other").map(\.id)).isDisjoint(with: place.findings().map(\.id)))
  }
}
