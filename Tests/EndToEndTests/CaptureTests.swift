import Foundation
import Testing

/// When a source was captured, and what says so (docs/contract.md, section 4).
@Suite struct CaptureTests {
  private static let consents = Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z")

  /// An export whose last sign-in is at that time.
  private static func export(signedIn time: String) throws -> String {
    let seconds = try #require(try? Date(time, strategy: .iso8601)).timeIntervalSince1970
    return Sample.export(
      Sample.user("u1", phone: "+15550101").replacing(
        "\"createdAt\"", with: "\"lastSignedInAt\": \"\(Int(seconds) * 1000)\",\n    \"createdAt\""),
      Sample.user("u2"))
  }

  /// By path: what says the time of capture, and the time to the hour.
  private static func captures(_ place: Workplace, _ arguments: String...) throws -> [String: String] {
    let page = try place.run(["inspect", "--json"] + arguments)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(page.output.utf8)) as? [String: Any])
    let sources = try #require(object["sources"] as? [[String: Any]])
    return try sources.reduce(into: [:]) { all, source in
      let time = try #require(source["captured_at"] as? String)
      all[try #require(source["path"] as? String)] =
        "\(try #require(source["captured_from"] as? String)) \(time.prefix(13))"
    }
  }

  @Test func configurationThenFlagThenNameThenFileTime() throws {
    let place = try Workplace()
    let users = try Self.export(signedIn: "2026-11-18T10:00:00Z")
    try place.write("in/users.json", users, at: "2026-11-19T05:00:00Z")
    try place.write("in/consents-2026-11-19.ndjson", Self.consents, at: "2026-11-20T05:00:00Z")
    #expect(
      try Self.captures(place, "in") == [
        "in/users.json": "file-time 2026-11-19T05", "in/consents-2026-11-19.ndjson": "name 2026-11-19T00",
      ])
    let flag = ["in", "--captured-at", "2026-11-18T12:00:00Z"]
    #expect(try Set(Self.captures(place, flag[0], flag[1], flag[2]).values) == ["flag 2026-11-18T12"])
    try place.write("relay-audit.yaml", "inputs: [{path: in/users.json, captured_at: 2026-11-17T01:00:00Z}]\n")
    #expect(
      try Self.captures(place, flag[0], flag[1], flag[2]) == [
        "in/users.json": "configuration 2026-11-17T01", "in/consents-2026-11-19.ndjson": "flag 2026-11-18T12",
      ])
    let text = try place.run("inspect", "in", "--captured-at", "2026-11-18T12:00:00Z").output
    #expect(text.contains("captured   2026-11-17T01:00:00.000Z, from the configuration"))
    #expect(text.contains("captured   2026-11-18T12:00:00.000Z, from --captured-at"))
    #expect(try place.run("inspect", "in", "--captured-at", "yesterday").status == 64)
  }

  /// A part of an earlier night stands for no part of the newest one.
  @Test func anOldPartOfAnExportIsToldOf() throws {
    let place = try Workplace()
    for path in ["2026-11-18/users-0", "2026-11-18/users-1", "2026-11-19/users-0"] {
      let name = path.suffix(1) == "0" ? "u1" : "u2"
      try place.write("in/\(path).json", Sample.export(Sample.user(name)))
    }
    let outcome = try place.audit("in")
    #expect(outcome.status == 2 && outcome.output.contains("no newer copy of it"), "\(outcome)")
    try place.write("in/2026-11-19/users-1.json", Sample.export(Sample.user("u3")))
    #expect(try place.audit("in").status == 0)
    // Pages of one export, before midnight and after it.
    let pages = try Workplace()
    try pages.write("in/users-1-2026-11-18T235958Z.json", Sample.export(Sample.user("u1")))
    try pages.write("in/users-2-2026-11-19T000003Z.json", Sample.export(Sample.user("u2")))
    #expect(try pages.audit("in").status == 0)
  }

  /// An export of the afternoon that is named after its day was not captured at midnight.
  @Test func recordsRefuteAName() throws {
    let place = try Workplace()
    let (early, late) = ("2026-11-18T10:00:00Z", "2026-11-20T01:00:00Z")
    func expect(_ path: String, _ signedIn: String, _ capture: String) throws {
      try place.write("in/\(path)", try Self.export(signedIn: signedIn))
      let captures = try Self.captures(place, "in")
      #expect(captures["in/\(path)"] == capture, "\(captures)")
      try place.write("in/consents.ndjson", Self.consents)
      try place.audit("in")
      let sources = try #require(try place.report()["sources"] as? [[String: Any]])
      let source = sources.first { $0["path"] as? String == "in/\(path)" }
      #expect(source?["captured_from"] as? String == capture.split(separator: " ").first.map(String.init))
      #expect((source?["captured_at"] as? String)?.prefix(13) == capture.split(separator: " ").last)
      try FileManager.default.removeItem(at: place.path("in"))
    }
    try expect("users-2026-11-20.json", early, "name 2026-11-20T00")
    try expect("users-2026-11-20.json", late, "file-time 2026-11-20T05")
    try expect("2026-11-20T030000Z/users.json", late, "name 2026-11-20T03")
    try expect("2026-11-20T030000Z/users-2026-11-20.json", late, "name 2026-11-20T03")
    try expect("2026-11-20/users-2026-11-19.json", late, "file-time 2026-11-20T05")
  }

  @Test func recordsOfOtherKindsRefuteANameAsWell() throws {
    let place = try Workplace()
    try place.write("in/users.json", try Self.export(signedIn: "2026-11-18T10:00:00Z"))
    try place.write("in/consents-2026-11-19.ndjson", Sample.consent("u1", "link:phone", "2026-11-19T01:00:00Z"))
    try place.write("in/consents-2026-11-18.ndjson", Sample.consent("u1", "link:phone", "2026-11-17T01:00:00Z"))
    // Completed after the midnight of its name.
    let request = """
      {"uid":"u9","request_id":"r1","requested_at":"2026-11-01T00:00:00Z","status":"completed","completed_at":"TIME"}

      """
    try place.write("in/a/deletions-2026-11-19.ndjson", request.replacing("TIME", with: "2026-11-19T02:00:00Z"))
    try place.write("in/b/deletions-2026-11-19.ndjson", request.replacing("TIME", with: "2026-11-18T02:00:00Z"))
    let captures = try Self.captures(place, "in")
    #expect(captures["in/a/deletions-2026-11-19.ndjson"] == "file-time 2026-11-20T05")
    #expect(captures["in/b/deletions-2026-11-19.ndjson"] == "name 2026-11-19T00")
    #expect(captures["in/consents-2026-11-19.ndjson"] == "file-time 2026-11-20T05")
    #expect(captures["in/consents-2026-11-18.ndjson"] == "name 2026-11-18T00")
  }

  /// The time that an account's first sight gets is that of the settled capture: here the name would have had the link
  /// made before the consent.
  @Test func aRefutedNameIsNoFirstSight() throws {
    let place = try Workplace()
    func night(_ name: String, _ phone: String?, _ signedIn: String, _ time: String) throws -> Workplace.Outcome {
      try? FileManager.default.removeItem(at: place.path("in"))
      let user = Sample.user("u1", phone: phone).replacing(
        "\"createdAt\"", with: "\"lastSignedInAt\": \"\(signedIn)\",\n    \"createdAt\"")
      try place.write("in/\(name)", Sample.export(user), at: time)
      try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-11-20T02:00:00Z"), at: time)
      return try place.run("audit", "in", "--as-of", time)
    }
    // 2026-11-18T10:00:00Z, then 2026-11-20T04:00:00Z.
    #expect(try night("users-2026-11-19.json", nil, "1795082400000", "2026-11-19T05:00:00Z").status == 0)
    let outcome = try night("users-2026-11-20.json", "+15550101", "1795147200000", "2026-11-20T05:00:00Z")
    // Linked between 2026-11-19T00:00Z and 2026-11-20T05:00Z; the consent is from within.
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try place.findings().map(\.reason) == ["order-unknown"])
  }

  @Test func aFreshModificationTimeIsSaidToBeOne() throws {
    let place = try Workplace()
    let now = Date().formatted(.iso8601)
    try place.write("in/users.json", try Self.export(signedIn: "2026-11-18T10:00:00Z"), at: now)
    try place.write("in/consents.ndjson", Self.consents, at: "2026-01-02T00:00:00Z")
    for arguments in [["in"], ["in", "--as-of", Workplace.asOf]] {
      let outcome = try place.run(["audit"] + arguments)
      #expect(outcome.errors.contains("in/users.json: the time of capture is a modification time"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("in/consents.ndjson"))
    }
    let text = try place.run("inspect", "in").output
    #expect(text.contains("from the modification time, which is fresh"))
    #expect(text.contains("captured   2026-01-02T00:00:00.000Z, from the modification time\n"))
    let named = try place.run("inspect", "in", "--captured-at", now)
    #expect(named.errors.isEmpty)
  }

  @Test func ofDatedCopiesTheNewestIsRead() throws {
    let place = try Workplace()
    try place.write("in/users-2026-11-18.json", Sample.export(Sample.user("u1"), Sample.user("gone")))
    try place.write(
      "in/users-2026-11-19.json", Sample.export(Sample.user("u1"), Sample.user("gone", phone: "+15550199")))
    try place.write("in/users-2026-11-20.json", Sample.export(Sample.user("u1")))
    try place.write("in/consents-2026-11-19.ndjson", Self.consents)
    try place.write("in/consents-2026-11-20.ndjson", Sample.consent("u1", "link:email", "2026-01-01T00:00:00Z"))
    let outcome = try place.audit("in")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "in/users-2026-11-18.json, in/users-2026-11-19.json are not read: superseded by in/users-2026-11-20.json"
      ))
    #expect(!outcome.errors.contains("warning"))
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 1)
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    #expect(sources.map { $0["records"] as? Int } == [1, 1, 0, 0, 1])
    #expect(sources.map { $0["superseded"] as? Bool } == [false, false, true, true, false])
    #expect(sources.allSatisfy { ($0["sha256"] as? String)?.count == 64 })
    let inspected = try place.run("inspect", "in").output
    #expect(inspected.contains("not read   superseded by in/users-2026-11-20.json"))
    // A night judged again does not see what came after it.
    let before = try place.run("audit", "in", "--as-of", "2026-11-19T06:00:00Z", "--store", "other.sqlite")
    #expect(before.errors.contains("are not read: superseded by in/users-2026-11-19.json"), "\(before.errors)")
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 2)
  }

  @Test func partsOfOneNightAreReadTogether() throws {
    let place = try Workplace()
    try place.write("2026-11-20/users-1.json", Sample.export(Sample.user("u1")))
    try place.write("2026-11-20/users-2.json", Sample.export(Sample.user("u2")))
    try place.write("2026-11-20/consents.ndjson", Self.consents)
    let outcome = try place.audit("2026-11-20")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 2)
  }

  /// An export that failed is not made good by the one of the night before.
  @Test(arguments: ["", "{\"error\": {\"code\": 403}}\n"])
  func aNewestCopyThatFailedLeavesNoAccounts(text: String) throws {
    let place = try Workplace()
    try place.write("in/users-2026-11-19.json", Sample.export(Sample.user("u1")))
    try place.write("in/users-2026-11-20.json", text)
    try place.write("in/consents.ndjson", Self.consents)
    let outcome = try place.audit("in")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("its copies from other nights hold accounts"), "\(outcome.errors)")
    #expect((try place.report()["population"] as? [String: Any])?["accounts"] as? Int == 0)
  }
}
