import Foundation
import Testing

/// One person in each shape of export: the verdict is the same, and cites the place as the shape counts.
@Suite struct FormatTests {
  struct Shape: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var format: String
    var locator: String
    /// Whether it can show Apple credentials.
    var isNew: Bool

    var testDescription: String { name }
  }

  private static let created = "1770000000000"

  /// A row of the command line's CSV: 26, 27, 28 or 52 columns, and the comma at the end.
  private static func row(columns: Int) -> String {
    var cells = Array(repeating: "", count: columns)
    cells[0] = "u1"
    cells[1] = "u1@privaterelay.appleid.com"
    cells[2] = "true"
    cells[23] = created
    cells[24] = created
    cells[25] = "+15550101"
    if columns > 26 { cells[26] = "false" }
    if columns > 28 { cells[28] = "001.sub-u1.1" }
    return cells.joined(separator: ",") + ",\n"
  }

  private static let toolkitUser =
    "{\"localId\":\"u1\",\"email\":\"u1@privaterelay.appleid.com\",\"phoneNumber\":\"+15550101\",\"createdAt\":\"\(created)\",\"lastLoginAt\":\"\(created)\",\"providerUserInfo\":[{\"providerId\":\"apple.com\",\"rawId\":\"001.sub-u1.1\",\"federatedId\":\"001.sub-u1.1\"}]}"

  private static let oldUser = """
    {
      "localId": "u1",
      "email": "u1@privaterelay.appleid.com",
      "createdAt": "\(created)",
      "phoneNumber": "+15550101",
      "providerUserInfo": []
    }
    """

  static let shapes = [
    Shape(
      name: "command line JSON", text: Sample.export(Sample.user("u1", phone: "+15550101")),
      format: "firebase-cli-json",
      locator: "record 1", isNew: true),
    Shape(
      name: "command line JSON before 15.19.0", text: Sample.export(oldUser), format: "firebase-cli-json",
      locator: "record 1", isNew: false),
    Shape(name: "CSV of 53", text: row(columns: 52), format: "firebase-cli-csv", locator: "line 1", isNew: true),
    Shape(name: "CSV of 29", text: row(columns: 28), format: "firebase-cli-csv", locator: "line 1", isNew: false),
    Shape(name: "CSV of 28", text: row(columns: 27), format: "firebase-cli-csv", locator: "line 1", isNew: false),
    Shape(name: "CSV of 27", text: row(columns: 26), format: "firebase-cli-csv", locator: "line 1", isNew: false),
    Shape(
      name: "emulator", text: "{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[\(toolkitUser)]}",
      format: "", locator: "record 1", isNew: true),
    Shape(
      name: "page of a query", text: "{\"recordsCount\":\"1\",\"userInfo\":[\(toolkitUser)]}", format: "",
      locator: "record 1", isNew: true),
    Shape(
      name: "lines of users",
      text: toolkitUser + "\n" + toolkitUser.replacing("u1", with: "u2").replacing("+15550101", with: "") + "\n",
      format: "", locator: "line 1", isNew: true),
  ]

  @Test(arguments: shapes)
  func oneVerdictInEveryShape(shape: Shape) throws {
    let place = try Workplace()
    try place.write("in/accounts", shape.text)
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    #expect(try place.audit("in").status == 1)
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    let link = try #require(findings.first { $0["rule"] as? String == "consent/link-phone" })
    #expect(link["verdict"] as? String == "fail")
    #expect(link["reason"] as? String == "no-record")
    let evidence = try #require(link["evidence"] as? [[String: Any]])
    #expect(
      evidence.map { "\($0["source"] ?? ""), \($0["locator"] ?? "")" } == [
        "in/accounts, \(shape.locator)", "in/consents.ndjson, file",
      ])
    // An absence cites what was searched.
    #expect(
      evidence.last?["summary"] as? String
        == "no consents for this person among 1 record of 1 January 2026, 00:00 UTC")
    let source = try #require((try place.report()["sources"] as? [[String: Any]])?.first)
    if !shape.format.isEmpty { #expect(source["format"] as? String == shape.format) }
    // Only old exports lack Apple credentials, and findings say so.
    let hidden = findings.filter { $0["reason"] as? String == "export-hides-apple" }.compactMap {
      $0["rule"] as? String
    }
    #expect(
      Set(hidden) == (shape.isNew ? [] : ["evidence/export-hides-apple", "relay/address-without-apple-credential"]))
  }
}
