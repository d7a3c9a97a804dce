import Foundation
import Testing

/// The formats of other standards through the whole program, over several nights.
@Suite struct WrittenFormatTests {
  private static let formats = "html,json,xlsx,ocsf,oscal,intoto"

  /// Runs a script of `Tests/Formats`.
  private func check(_ place: Workplace, _ script: String, _ arguments: [String]) throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Formats/\(script)")
    let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
    let outcome = try place.run(
      [python, path.standardizedFileURL.path] + arguments, program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0, "\(script): \(outcome.output)\(outcome.errors)")
    return outcome.output
  }

  private func files(_ folder: URL) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        ($0, try Data(contentsOf: folder.appending(path: $0)))
      })
  }

  @Test func threeNightsKeepToTheirSchemasAndAreWrittenAgain() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "20").status == 0)
    let store = ["--config", "sample/relay-audit.yaml", "--store", "store.sqlite"]
    let nights = try (20...22).map { day in
      // The second night shows all personal data, the third hashes it.
      let outcome = try place.run(
        ["audit", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "n\(day)", "--format", Self.formats]
          + ["--pii", ["masked", "full", "hashed"][day - 20]] + store)
      #expect(outcome.status == 1, "\(outcome.errors)")
      return "n\(day)"
    }
    for script in ["check_ocsf.py", "check_oscal.py", "check_statement.py", "check_workbook.py"] {
      let text = try check(place, script, nights)
      #expect(text.split(separator: "\n").count == nights.count, "\(text)")
    }
    let text = try check(place, "check_report_schema.py", nights.map { "\($0)/report.json" })
    #expect(text.contains("3 reports keep to the schema"))

    for (index, night) in nights.enumerated() {
      let again = try place.run(["report", "\(index + 1)", "--out", "r-\(night)", "--format", Self.formats] + store)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try files(place.path("r-\(night)")) == files(place.path(night)), "\(night)")
    }
    // Each file is known for the run's, a changed one is not.
    let statement = try place.text("n21/statement.json")
    for (name, text) in [
      ("changed.json", statement.replacing("\"name\": \"report.html\"", with: "\"name\": \"another.html\"")),
      ("result.json", statement.replacing("\"FAILED\"", with: "\"PASSED\"")),
    ] {
      #expect(text != statement)
      try place.write(name, text)
      #expect(try place.run("verify", "--store", "store.sqlite", "--report", name).status == 1)
    }
    for name in ["statement.json", "findings.xlsx", "ocsf.ndjson", "oscal-ar.json"] {
      let verified = try place.run("verify", "--store", "store.sqlite", "--report", "n21/\(name)")
      #expect(verified.status == 0 && verified.output.contains("\(name) of run 2"), "\(verified.errors)")
    }
  }

  /// No format shows what `--pii` hides.
  @Test func everyFormatObeysTheMode() throws {
    let place = try Workplace()
    try place.write(
      "in/users.json",
      """
      {"users": [{"localId": "person-one", "email": "somebody@privaterelay.appleid.com", "phoneNumber": "+15550101",
      "createdAt": "1770000000000", "providerUserInfo": [{"providerId": "apple.com",
      "rawId": "001999.aaaabbbbccccddddeeeeffff00001111.0123", "email": "somebody@privaterelay.appleid.com"}]}]}
      """)
    for mode in ["masked", "hashed", "full"] {
      #expect(try place.audit("in", "--pii", mode, "--out", mode, "--format", Self.formats).status < 3)
      // What the workbook holds, as text.
      let workbook = try check(place, "check_workbook.py", ["--text", "\(mode)/findings.xlsx"])
      let texts = try ["ocsf.ndjson", "oscal-ar.json", "statement.json"].map { try place.text("\(mode)/\($0)") }
      for (index, text) in ([workbook] + texts).enumerated() {
        // A statement names nobody.
        let isShown = mode == "full" && index < 3
        #expect(text.contains("somebody@") == isShown)
        #expect(text.contains("aaaabbbbccccddddeeeeffff00001111") == isShown)
        #expect(text.contains("person-one") == (mode != "hashed" && index < 3))
        #expect(!text.contains("+15550101"))
      }
    }
  }
}
