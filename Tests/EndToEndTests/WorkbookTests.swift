import Foundation
import Testing

/// Workbooks as a spreadsheet's own library writes them (docs/contract.md, section 4).
@Suite struct WorkbookTests {
  private static let rows = [
    ["u1", "link:phone", "2026-01-01 10:00:00", "Y"], ["u2", "link:phone", "2026-01-01 10:00:00", "N"],
    ["u3", "link:phone", "2026-11-19 23:30:00", "Y"],
  ]

  private static let script = """
    import datetime, json, openpyxl, sys
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Notes"
    sheet.append(["Exported by hand"])
    sheet = book.create_sheet("Consents")
    sheet.append(["who", "topic", "created", "granted"])
    for who, topic, created, granted in json.loads(sys.argv[2]):
        sheet.append([who, topic, datetime.datetime.fromisoformat(created), granted])
    book.save(sys.argv[1])
    """

  private func place(_ file: String) throws -> Workplace {
    let place = try Workplace()
    try place.write(
      "users.json",
      Sample.export(
        Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102"),
        Sample.user("u3", phone: "+15550103")))
    try place.write(
      "relay-audit.yaml",
      """
      inputs:
        - path: users.json
        - path: \(file)
          kind: consents
          captured_at: 2026-11-20T05:00:00Z
          columns: {uid: who, purpose: topic, given_at: created, state: granted}
          values: {state: {Y: given, N: refused}}
          time_zone: Europe/Berlin

      """)
    return place
  }

  /// Runs a script that writes a workbook into the place.
  private func write(_ script: String, _ arguments: String..., in place: Workplace) throws {
    let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
    let written = try place.run([python, "-c", script] + arguments, program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(written.status == 0, "\(written.errors)")
  }

  @Test func aWorkbookGivesTheVerdictsOfItsCSV() throws {
    let table = try place("cmp.csv")
    try table.write(
      "cmp.csv",
      (["who,topic,created,granted"] + Self.rows.map { $0.joined(separator: ",") }).joined(separator: "\n") + "\n")
    let book = try place("cmp.xlsx")
    try write(
      Self.script, "cmp.xlsx", String(decoding: try JSONEncoder().encode(Self.rows), as: UTF8.self), in: book)
    let (plain, outcome) = (try table.audit(), try book.audit())
    #expect(outcome.status == plain.status)
    let findings = try book.findings()
    #expect(!findings.isEmpty)
    #expect(findings.map { "\($0)" } == (try table.findings()).map { "\($0)" })
    #expect(outcome.errors.contains(#"sheet "Notes""#))
    let report = try book.report()
    let limits = try #require(report["limits"] as? [[String: Any]])
    #expect(limits.contains { $0["code"] as? String == "sheet-left-out" })
    let sources = try #require(report["sources"] as? [[String: Any]])
    #expect(sources.contains { $0["format"] as? String == "relay-audit-xlsx" && $0["records"] as? Int == 3 })
    let text = String(decoding: try JSONSerialization.data(withJSONObject: report["findings"] ?? []), as: UTF8.self)
    #expect(text.contains(#"sheet \"Consents\", row "#))
  }

  /// A sheet that another entry of the workbook reads is not missed.
  @Test func aWorkbookOfTwoKindsIsReadByTwoEntries() throws {
    let place = try place("unused.csv")
    let script = """
      import openpyxl
      book = openpyxl.Workbook()
      book.active.append(["uid", "purpose", "given_at"])
      book.active.append(["u1", "link:phone", "2026-01-01T00:00:00Z"])
      sheet = book.create_sheet("Deletions")
      sheet.append(["uid", "request_id", "requested_at"])
      sheet.append(["u2", "r2", "2026-11-01T00:00:00Z"])
      book.save("both.xlsx")
      """
    try write(script, in: place)
    try place.write(
      "two.yaml", "inputs: [{path: both.xlsx, kind: consents}, {path: both.xlsx, kind: deletions}]\n")
    let outcome = try place.run("inspect", "--config", "two.yaml", "--json")
    let page = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let sources = try #require(page["sources"] as? [[String: Any]])
    #expect(Set(sources.compactMap { $0["kind"] as? String }) == ["consents", "deletions"])
    #expect(sources.map { $0["records"] as? Int } == [1, 1])
    #expect(sources.map { $0["rejected"] as? Int } == [0, 0])
  }

  /// What it says of people may end what the other sheet says.
  @Test func aSheetOfPeopleThatIsNotReadMakesTheAuditIncomplete() throws {
    let place = try place("unused.csv")
    let script = """
      import openpyxl
      book = openpyxl.Workbook()
      book.active.append(["uid", "purpose", "given_at", "state"])
      for uid in ["u1", "u2", "u3"]:
          book.active.append([uid, "link:phone", "2026-01-01T00:00:00Z", "given"])
      sheet = book.create_sheet("Consent ends")
      sheet.append(["customer", "topic", "off_at"])
      sheet.append(["u1", "link:phone", "2026-01-10T00:00:00Z"])
      book.save("consents.xlsx")
      """
    try write(script, in: place)
    try place.write("plain.yaml", "inputs: [{path: users.json}, {path: consents.xlsx, kind: consents}]\n")
    let outcome = try place.audit("--fail-on", "none", "--config", "plain.yaml")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains(#"sheet "Consent ends""#), "\(outcome)")
  }

  /// What is not read may be evidence: it is said, and the audit is not complete.
  @Test(arguments: [("users.parquet", "PAR1"), ("dump.bin", "PGDMP"), ("app.data", "SQLite format 3\0")])
  func foreignFilesMakeTheAuditIncomplete(name: String, start: String) throws {
    let place = try place("cmp.csv")
    try place.write("cmp.csv", "who,topic,created,granted\nu1,link:phone,2026-01-01 10:00:00,Y\n")
    try place.write(name, start + String(repeating: "\0", count: 600))
    let outcome = try place.audit("--require", "none", "--fail-on", "none", "--config", "relay-audit.yaml", ".")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains(name))
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.contains { ($0["path"] as? String)?.hasSuffix(name) == true && $0["kind"] is NSNull })
  }
}
