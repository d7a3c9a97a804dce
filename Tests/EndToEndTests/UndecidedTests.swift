import Foundation
import Testing

/// Columns that nothing reads and that end records: audits leave them undecided, and `init` asks (docs/contract.md,
/// section 4).
@Suite struct UndecidedTests {
  struct Case: CustomStringConvertible {
    var file: String
    var header: String
    /// Of the column, the last one of the header: of a record that holds, and of one that ended.
    var holds: String
    var ended: String

    var column: String { header.split(separator: ",").last.map(String.init) ?? "" }
    var description: String { "\(file) \(column)" }
  }

  private static let consents = "uid,purpose,given_at,"
  private static let links = "uid,provider,linked_at,"

  static let cases = [
    Case(file: "consents.csv", header: consents + "valid_until", holds: "", ended: "2026-02-01T00:00:00Z"),
    Case(file: "consents.csv", header: consents + "removedAt", holds: "", ended: "2026-02-01T00:00:00Z"),
    Case(file: "consents.csv", header: consents + "expires_on", holds: "", ended: "2026-02-01T00:00:00Z"),
    Case(file: "consents.csv", header: consents + "eventType", holds: "granted", ended: "removed"),
    Case(file: "links.csv", header: links + "unlinked_at", holds: "", ended: "2026-02-01T00:00:00Z"),
    Case(file: "links.csv", header: links + "unlinkedAt", holds: "", ended: "2026-02-01T00:00:00Z"),
    Case(file: "links.csv", header: links + "event", holds: "link", ended: "unlink"),
    Case(file: "links.csv", header: links + "eventType", holds: "link", ended: "unlink"),
    Case(file: "links.csv", header: links + "status", holds: "active", ended: "removed"),
    Case(file: "links.csv", header: links + "link_active", holds: "true", ended: "false"),
  ]

  /// A person whose link a consent covers, and the file with one record more.
  private func place(_ item: Case, _ value: String) throws -> Workplace {
    let place = try Workplace()
    // An account older than the link's event leaves the time of the link to that.
    let created = item.file == "links.csv" ? 1_760_000_000_000 : 1_770_000_000_000
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101", created: created)))
    let what = item.file == "links.csv" ? "phone" : "link:phone"
    if item.file == "links.csv" {
      try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    }
    try place.write("in/\(item.file)", "\(item.header)\nu1,\(what),2026-01-01T00:00:00Z,\(value)\n")
    return place
  }

  @Test(arguments: cases)
  func whatEndsARecordIsNotPassedOver(item: Case) throws {
    let holding = try place(item, item.holds)
    #expect(try holding.audit("in").status == 0)
    let ended = try place(item, item.ended)
    let outcome = try ended.audit("in")
    #expect(outcome.status == 2, "\(outcome)")
    let gate = try #require(try ended.report()["gate"] as? [String: Any])
    let reasons = try #require(gate["reasons"] as? [String])
    #expect(reasons.contains { $0.contains(item.file) && $0.contains("`\(item.column)`") }, "\(reasons)")
    let finding = try ended.findings().first { $0.rule == "consent/link-phone" }
    #expect(finding?.verdict == "inconclusive" && finding?.reason == "evidence-undecided", "\(finding as Any)")

    // What `init` writes reads the column or asks about it, and until it is answered the audit stays incomplete.
    #expect(try ended.run("init", "in").status == 0)
    let text = try ended.text("in/relay-audit.yaml")
    let line = text.split(separator: "\n").first {
      $0.contains(": \(item.column)  #") || $0.contains("- \(item.column)  #")
    }
    let isRead = line?.contains("expires_at: valid_until  # sure:") == true
    #expect(isRead || line?.contains("question:") == true, "\(text)")
    #expect(try ended.audit("in", "--store", "other.sqlite").status == (isRead ? 1 : 2), "\(text)")
  }

  /// A request that may be none is no violation, whatever else is known of it.
  @Test(arguments: ["decision,denied", "request_type,access", "is_test,true", "state,cancelled by user"])
  func aRequestThatMayBeNoneFailsNothing(column: String) throws {
    let column = column.split(separator: ",").map(String.init)
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try place.write(
      "in/deletions.csv",
      "uid,request_id,requested_at,apple_credential,\(column[0])\nu1,r1,2026-09-10T00:00:00Z,true,\(column[1])\n")
    try place.write(
      "in/revocations.csv", "uid,at,endpoint,http_status,token_type\nu2,2026-11-11T12:00:00Z,apple,200,refresh_token\n")
    let outcome = try place.audit("in")
    #expect(outcome.status == 2, "\(outcome)")
    let ofPerson = try place.findings().filter { $0.uid == "u1" && $0.rule.hasPrefix("deletion/") }
    #expect(ofPerson.map(\.rule).contains("deletion/token-revoked"), "\(ofPerson)")
    #expect(ofPerson.allSatisfy { $0.verdict == "inconclusive" && $0.reason == "evidence-undecided" }, "\(ofPerson)")
  }

  /// What an undecided file tells is not remembered, so that a night without it knows nothing.
  @Test func whatAnUndecidedFileToldIsMissedTheNextNight() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u2")))
    try place.write(
      "in/deletions.csv",
      "uid,request_id,requested_at,status,apple_credential\nu1,r1,2026-11-10T00:00:00Z,completed,true\n")
    try place.write(
      "in/revocations.csv", "uid,at,endpoint,http_status,token_type\nu1,2026-11-11T12:00:00Z,apple,200,refresh_token\n")
    try place.write(
      "in/account_deletions.csv",
      "uid,deleted_at,status\nu1,2026-11-11T06:00:00Z,done\nu3,2026-11-11T06:00:00Z,failed\n")
    func isFound() throws -> Bool { try place.findings().contains { $0.rule == "deletion/order" && $0.uid == "u1" } }
    #expect(try place.audit("in").status == 2)
    #expect(try isFound())
    try FileManager.default.removeItem(at: place.path("in/account_deletions.csv"))
    let second = try place.run("audit", "in", "--as-of", "2026-11-21T06:00:00Z")
    #expect(second.errors.contains("did not remember the records of `in/account_deletions.csv`"), "\(second)")
    #expect(try isFound())
  }
}
