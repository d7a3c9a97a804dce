import Foundation
import Testing

/// A part is not the whole, and rejected is not absent.
@Suite struct PartialEvidenceTests {
  private let users = Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2"))
  private let consents =
    "["
    + ["u1", "u2"].map { Sample.consent($0, "link:phone", "2026-01-01T00:00:00Z").dropLast() }.joined(separator: ",")

  private func reasons(_ place: Workplace) throws -> [String] {
    let gate = try #require(try place.report()["gate"] as? [String: Any])
    return try #require(gate["reasons"] as? [String])
  }

  private func source(_ name: String, _ place: Workplace) throws -> [String: Any] {
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    return try #require(sources.first { ($0["path"] as? String)?.hasSuffix(name) == true })
  }

  private func gzip(_ file: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-f", file.path]
    try process.run()
    process.waitUntilExit()
    let packed = file.appendingPathExtension("gz")
    defer { try? FileManager.default.removeItem(at: packed) }
    return try Data(contentsOf: packed)
  }

  // MARK: - Truncation

  @Test func anExportThatBreaksOffBetweenTwoRecordsIsIncomplete() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.write("in/consents.json", consents + ",")
    let outcome = try place.audit("in")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(
      try reasons(place) == [
        "`in/consents.json` is cut short, so records of kind `consents` may be missing. Export or copy it again."
      ])
    #expect(outcome.output.contains("in/consents.json"))
    #expect(try source("consents.json", place)["truncated"] as? Bool == true)
    #expect(try source("consents.json", place)["rejected"] as? Int == 0)
    // What nobody requires may be a part.
    #expect(try place.audit("in", "--require", "none").status == 0)
    try place.write("in/consents.json", consents + "]")
    #expect(try place.audit("in").status == 0)
  }

  @Test func aPartOfTheAccountsIsAlwaysIncomplete() throws {
    let place = try Workplace()
    try place.write("in/users.json", String(users.dropLast(2)))
    try place.write("in/consents.json", consents + "]")
    #expect(try place.audit("in", "--require", "none").status == 2)
    #expect(try reasons(place).first?.hasPrefix("`in/users.json` is cut short, so records of kind `accounts`") == true)
  }

  @Test func compressedEvidenceThatBreaksOffOrGoesOnIsIncomplete() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    let whole = try gzip(try place.write("consents.json", consents + "]"))
    for damaged in [whole.dropLast(1), whole.dropLast(8), whole + Data("rest".utf8)] {
      try place.write("in/consents.json.gz", Data(damaged))
      #expect(try place.audit("in", "--max-rejects", "1").status == 2)
      #expect(try reasons(place).first?.contains("`in/consents.json.gz` is cut short") == true)
    }
    try place.write("in/consents.json.gz", whole)
    #expect(try place.audit("in").status == 0)
  }

  // MARK: - Rejects of each source

  @Test func maxRejectsIsOfEachSource() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    let good = (0..<99).map { Sample.consent("p\($0)", "link:phone", "2026-01-01T00:00:00Z") }.joined()
    try place.write("in/a.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z") + good)
    try place.write("in/b.ndjson", Sample.consent("q", "link:phone", "2026-01-01T00:00:00Z") + "nonsense\n")
    let outcome = try place.audit("in", "--max-rejects", "10%")
    #expect(outcome.status == 2)
    #expect(
      try reasons(place) == ["1 of 2 records of `in/b.ndjson` was rejected. The limit for a source is 10%."])
    #expect(try place.audit("in", "--max-rejects", "50%").status == 0)
    #expect(try place.audit("in", "--max-rejects", "1").status == 0)
    try place.write("in/c.ndjson", Sample.consent("r", "link:phone", "2026-01-01T00:00:00Z") + "nonsense\n")
    #expect(try place.audit("in", "--max-rejects", "1").status == 0)
  }

  /// 29 of 100 are 29 %, whatever a binary fraction makes of it, and the limit is told as it was written.
  @Test func aShareOfRejectsIsExact() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    let consents = (1...71).map { Sample.consent("u\($0)", "link:phone", "2026-01-01T00:00:00Z") }.joined()
    try place.write("in/c.ndjson", consents + String(repeating: "nonsense\n", count: 29))
    #expect(try place.audit("in", "--max-rejects", "29%").status == 0)
    let limit = "29 of 100 records of `in/c.ndjson` were rejected. The limit for a source is"
    #expect(try place.audit("in", "--max-rejects", "28.90%").status == 2)
    #expect(try reasons(place) == ["\(limit) 28.90%."])
    try place.write("relay-audit.yaml", "gate: {max_rejects: 28%}\n")
    #expect(try place.audit("in").status == 2)
    #expect(try reasons(place) == ["\(limit) 28%."])
    try place.write("relay-audit.yaml", "gate: {max_rejects: 29%}\n")
    #expect(try place.audit("in").status == 0)
  }

  @Test func aSourceThatIsRejectedWholeIsNone() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.write("in/consents.ndjson", "{\"uid\":\"u1\",\"purpose\":\"link:phone\",\"given_at\":\"soon\"}\n")
    #expect(try place.audit("in", "--max-rejects", "5").status == 2)
    let sentence = "No source of kind `consents` could be used: every record of `in/consents.ndjson` was rejected."
    #expect(try reasons(place) == [sentence])
    #expect(try place.audit("in", "--max-rejects", "5", "--require", "consents").status == 2)
    #expect(try reasons(place) == [sentence])
    // Nobody's consent is absent because of it.
    #expect(try place.findings().map { "\($0.verdict) \($0.reason)" } == ["inconclusive evidence-rejected"])
  }

  // MARK: - What was not read

  @Test func aLinkThatLeadsOutMakesTheAuditIncompleteAndNobodyVanish() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.write("in/consents.json", consents + "]")
    #expect(try place.audit("in").status == 0)
    // The second night has the second account in a file that is not followed.
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("elsewhere/users-2.json", Sample.export(Sample.user("u2")))
    try FileManager.default.createSymbolicLink(
      at: place.path("in/users-2.json"), withDestinationURL: place.path("elsewhere/users-2.json"))
    let outcome = try place.audit("in")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(
      try reasons(place).first?.hasPrefix(
        "`in/users-2.json` was not read: it is a symbolic link that leads out of the folder.") == true)
    #expect(outcome.output.contains("in/users-2.json"))
    #expect(try place.findings().filter { $0.verdict == "fail" }.isEmpty)
    #expect(try place.findings().contains { $0.uid == "u2" && $0.reason == "vanished" } == false)
    // With the file in its place again all is as before.
    try FileManager.default.removeItem(at: place.path("in/users-2.json"))
    try place.write("in/users-2.json", Sample.export(Sample.user("u2")))
    #expect(try place.audit("in").status == 0)
  }

  @Test func linksWithinAreFollowedInSilence() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.write("in/sub/consents.json", consents + "]")
    try FileManager.default.createSymbolicLink(
      at: place.path("in/latest.json"), withDestinationURL: place.path("in/users.json"))
    try FileManager.default.createSymbolicLink(
      at: place.path("in/newest"), withDestinationURL: place.path("in/sub"))
    let outcome = try place.audit("in")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0))
  func aFolderOrFileThatCannotBeReadMakesTheAuditIncomplete() throws {
    for name in ["in/locked", "in/more.txt"] {
      let place = try Workplace()
      try place.write("in/users.json", users)
      try place.write("in/consents.json", consents + "]")
      try place.write(name == "in/locked" ? "in/locked/a.json" : name, "x")
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: place.path(name).path)
      #expect(try place.audit("in", "--max-rejects", "5").status == 2)
      #expect(try reasons(place).contains { $0.contains("`\(name)`") && $0.contains("Permission denied") })
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.path(name).path)
    }
  }

  // MARK: - Rejected is not absent

  private func request(_ uid: String) -> String {
    "{\"uid\":\"\(uid)\",\"request_id\":\"r-\(uid)\",\"requested_at\":\"2026-11-01T00:00:00Z\",\"apple_credential\":true}\n"
  }

  private func call(_ name: String, at: String = "2026-11-01T01:00:00Z", status: Int = 200) -> String {
    "{\(name),\"at\":\"\(at)\",\"endpoint\":\"apple\",\"http_status\":\(status)}\n"
  }

  /// What becomes of the obligations to revoke; by uid.
  private func revoked(_ log: String, name: String = "revocations.ndjson", _ arguments: String...) throws -> [String:
    String]
  {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("other")))
    try place.write("in/deletions.ndjson", ["u1", "u2", "u3"].map(request).joined())
    try place.write("in/\(name)", log)
    let outcome = try place.run(
      ["audit", "in", "--as-of", Workplace.asOf, "--input", "revocations=in/\(name)"] + arguments)
    #expect(outcome.status == 1 || outcome.status == 2, "\(outcome.errors)")
    let found = try place.findings().filter { $0.rule == "deletion/token-revoked" }
    return Dictionary(found.map { ($0.uid ?? "", "\($0.verdict) \($0.reason)") }) { "\($0), \($1)" }
  }

  /// Enough of others that one reject is less than one in a hundred.
  private var others: String { (0..<120).map { call("\"uid\":\"p\($0)\"") }.joined() + call("\"uid\":\"u3\"") }

  @Test(arguments: [
    "{\"uid\":\"u1\",\"at\":\"soon\",\"endpoint\":\"apple\",\"http_status\":200}\n",
    "{\"uid\":\"u1\",\"at\":\"2026-11-01T01:00:00Z\",\"endpoint\":\"aple\",\"http_status\":200}\n",
    "{\"uid\":\"u1\",\"at\":\"2026-11-01T01:00:00Z\",\"endpoint\":apple}\n",
    "{\"request_id\":\"r-u1\",\"at\":\"soon\",\"endpoint\":\"apple\",\"http_status\":200}\n",
  ])
  func aRejectedRecordThatNamesThePersonIsNotAbsent(record: String) throws {
    #expect(
      try revoked(others + record) == ["u1": "inconclusive evidence-rejected", "u2": "fail no-revocation"])
    // Allowed or not.
    #expect(
      try revoked(others + record, "--max-rejects", "1")
        == ["u1": "inconclusive evidence-rejected", "u2": "fail no-revocation"])
  }

  @Test func oneInAHundredMayBeRejected() throws {
    #expect(
      try revoked(others + "nonsense\n") == ["u1": "fail no-revocation", "u2": "fail no-revocation"])
    #expect(
      try revoked(others + "nonsense\nmore\n")
        == ["u1": "inconclusive evidence-rejected", "u2": "inconclusive evidence-rejected"])
  }

  @Test func aFailedAttemptBesideARejectedOneProvesNothing() throws {
    let failed = call("\"uid\":\"u1\"", status: 400) + call("\"uid\":\"u2\"", status: 400)
    let rejected = "{\"uid\":\"u1\",\"at\":\"soon\",\"endpoint\":\"apple\",\"http_status\":200}\n"
    #expect(
      try revoked(others + failed + rejected)
        == ["u1": "inconclusive evidence-rejected", "u2": "fail failed-only"])
  }

  @Test func aLogThatBreaksOffIsNoAbsence() throws {
    let log = "[" + others.split(separator: "\n").joined(separator: ",")
    #expect(
      try revoked(log + ",", name: "revocations.json")
        == ["u1": "inconclusive evidence-rejected", "u2": "inconclusive evidence-rejected"])
    #expect(
      try revoked(log + "]", name: "revocations.json")
        == ["u1": "fail no-revocation", "u2": "fail no-revocation"])
  }

  @Test func aRejectedConsentOfThePersonIsNotAbsent() throws {
    let place = try Workplace()
    try place.write(
      "in/users.json",
      Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")))
    let good = (0..<150).map { "p\($0),link:phone,2026-01-01T00:00:00Z\n" }.joined()
    try place.write("in/consents.csv", "uid,purpose,given_at\n" + good + "u1,link:phone,2026-01-01T00:00:00Z,extra\n")
    #expect(try place.audit("in").status == 1)
    let found = try place.findings().filter { $0.rule.hasPrefix("consent/") }
    #expect(
      Set(found.map { "\($0.uid ?? "") \($0.verdict) \($0.reason)" })
        == ["u1 inconclusive evidence-rejected", "u2 fail no-record"])
    // The page and the data say what to do about it.
    let id = try #require(found.first { $0.uid == "u1" }?.id)
    let told = try place.run("explain", id)
    #expect(told.output.contains("a rejected record of kind `consents` names the same person"), "\(told.output)")
    let page = try String(contentsOf: place.path("reports/out/report.html"), encoding: .utf8)
    #expect(page.contains("Correct the source or export it again"))
    #expect(try place.run("rules", "show", "consent/link-phone").output.contains("evidence-rejected"))
    #expect(try !place.run("rules", "show", "evidence/stale").output.contains("evidence-rejected"))
  }

  /// What is remembered of a kind that is not supplied tonight proves absence up to its capture.
  @Test func absenceIsJudgedUpToTheNewestCapture() throws {
    let place = try Workplace()
    func audit(_ day: Int) throws -> Workplace.Outcome {
      try place.run("audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z")
    }
    try place.write("in/users.json", Sample.export(Sample.user("other")), at: "2026-11-17T05:00:00Z")
    let late = request("u2").replacing("2026-11-01", with: "2026-11-16")
    try place.write("in/deletions.ndjson", request("u1") + late, at: "2026-11-17T05:00:00Z")
    try place.write("in/revocations.ndjson", call("\"uid\":\"u3\""), at: "2026-11-17T05:00:00Z")
    #expect(try audit(17).status == 1)
    func verdicts() throws -> Set<String> {
      Set(
        try place.findings().filter { $0.rule == "deletion/token-revoked" }
          .map { "\($0.uid ?? "") \($0.verdict) \($0.reason)" })
    }
    #expect(try verdicts() == ["u1 fail no-revocation", "u2 pending no-revocation"])
    try FileManager.default.removeItem(at: place.path("in/revocations.ndjson"))
    try place.write("in/users.json", Sample.export(Sample.user("other")))
    #expect(try audit(20).status == 1)
    #expect(try verdicts() == ["u1 fail no-revocation", "u2 inconclusive beyond-capture"])
    // The log is back, and reaches as far as the deadline.
    try place.write("in/revocations.ndjson", call("\"uid\":\"u4\""))
    #expect(try audit(20).status == 1)
    #expect(try verdicts() == ["u1 fail no-revocation", "u2 fail no-revocation"])
  }

  @Test func aPassStays() throws {
    let place = try Workplace()
    try place.write("in/users.json", users)
    try place.write(
      "in/consents.ndjson",
      Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z")
        + "{\"uid\":\"u1\",\"purpose\":\"link:phone\",\"given_at\":\"soon\"}\n")
    #expect(try place.audit("in").status == 2)
    #expect(try place.findings().isEmpty)
  }
}
