import Foundation
import Testing

/// Waivers over the nights: what they accept, until when, and what is told of them.
@Suite struct WaiverTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  @discardableResult
  private func night(_ asOf: String = "2026-11-20T06:00:00Z", _ flags: String...) throws -> Workplace.Outcome {
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102")),
      at: "\(asOf.prefix(10))T05:00:00Z")
    return try place.run(["audit", "in", "--as-of", asOf, "--waivers", "waivers.yaml"] + flags)
  }

  private func write(_ entries: String...) throws {
    try place.write("waivers.yaml", "waivers:\n" + entries.map { "  - {\($0)}\n" }.joined())
  }

  private static let signed = "signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31, reason: On paper"

  private func waived() throws -> [String] {
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    return findings.filter { !($0["waiver"] is NSNull) }
      .compactMap { ($0["subject"] as? [String: Any])?["uid"] as? String }.sorted()
  }

  private func register() throws -> [[String: Any]] { try #require(try place.report()["waivers"] as? [[String: Any]]) }

  @Test func aRuleWithAPersonOrAnObjectIsAScope() throws {
    try write("rule: consent/link-phone, uid: u1, \(Self.signed)")
    #expect(try night().status == 1)
    #expect(try waived() == ["u1"])
    #expect(try register().map { ($0["findings"] as? [String])?.count } == [1])
    try write("rule: consent/link-phone, object: phone, \(Self.signed)")
    let both = try night()
    #expect(both.status == 0)
    #expect(try waived() == ["u1", "u2"])
    let sentence =
      "No serious violations found, but no evidence was supplied for deletions; "
      + "2 findings are waived by A. Person through 31 December 2026; "
    #expect(both.output.hasPrefix(sentence), "\(both.output)")
    #expect(try place.text("reports/out/report.html").contains(sentence))
    let gate = try #require(try place.report()["gate"] as? [String: Any])
    #expect(gate["failing"] as? Int == 0 && gate["failing_without_waivers"] as? Int == 2)
    let counts = (try place.report()["rules"] as? [[String: Any]])?.first {
      $0["id"] as? String == "consent/link-phone"
    }
    #expect(
      (counts?["counts"] as? [String: Int])?["waived"] == 2 && (counts?["counts"] as? [String: Int])?["fail"] == 0)
  }

  /// It is counted under `waived` alone, also by the limit of inconclusive verdicts.
  @Test func aWaivedFindingIsNotInconclusive() throws {
    try FileManager.default.removeItem(at: place.path("in/consents.ndjson"))
    let asOf = "2026-11-20T06:00:00Z"
    try write("rule: consent/link-phone, object: phone, \(Self.signed)")
    let all = try night(asOf, "--require", "none", "--max-inconclusive", "0")
    #expect(all.status == 0 && all.output.contains(" 0 inconclusive, "), "\(all)")
    #expect(try waived() == ["u1", "u2"])
    try write("rule: consent/link-phone, uid: u1, \(Self.signed)")
    let one = try night(asOf, "--require", "none", "--max-inconclusive", "0")
    #expect(one.status == 2 && one.output.contains(" 1 inconclusive, "), "\(one)")
    #expect(one.output.contains("\n  1 of "), "\(one)")
    #expect(one.output.contains(" verdicts is inconclusive. The limit is 0."), "\(one)")
  }

  @Test func whoAskedAndTheTicketAreInTheRegister() throws {
    try write("rule: consent/link-phone, uid: u1, requested_by: B. Person, ticket: PRIV-17, \(Self.signed)")
    try night()
    let entry = try #require(try register().first)
    #expect(entry["requested_by"] as? String == "B. Person" && entry["ticket"] as? String == "PRIV-17")
    #expect(try place.text("reports/out/report.html").contains("PRIV-17"))
  }

  /// Waivers of one signer and day are told apart by what they are for, and by their lines.
  @Test func whatAWaiverIsForIsTold() throws {
    try write(
      "rule: consent/link-phone, uid: former7, \(Self.signed)",
      "rule: consent/link-phone, uid: u9@example.com, \(Self.signed)",
      "findings: [ra-0000000000000000], \(Self.signed)", "rule: consent/link-phone, object: phone, \(Self.signed)")
    let outcome = try night()
    let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("the waiver that") }
    #expect(warnings.count == 3 && Set(warnings).count == 3, "\(outcome.errors)")
    #expect(warnings.first?.contains("(line 2, consent/link-phone) is unused") == true, "\(outcome.errors)")
    #expect(!outcome.errors.contains("former7"), "\(outcome.errors)")
    #expect(try register().map { $0["uid"] as? String } == ["former7", "u…@example.com", nil, nil])
    #expect(try register().map { $0["object"] as? String } == [nil, nil, nil, "phone"])
    #expect(try register().map { $0["line"] as? Int } == [2, 3, 4, 5])
    let page = try place.text("reports/out/report.html")
    #expect(page.contains("consent/link-phone, former7"))
    let list = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", "2026-11-20T06:00:00Z")
    #expect(list.output.contains("0 findings of consent/link-phone, former7"), "\(list)")
    try night("2026-11-20T07:00:00Z", "--pii", "hashed")
    for uid in try register().compactMap({ $0["uid"] as? String }) { #expect(uid.hasPrefix("h:"), "\(uid)") }
    let hashed = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", "2026-11-20T07:00:00Z", "--json")
    #expect(hashed.status == 0 && !hashed.output.contains("former7"), "\(hashed)")
    #expect(try place.run("verify").status == 0)
  }

  /// Each signer stands once, with each end.
  @Test func whoSignedStandsWithEachEnd() throws {
    func signed(_ name: String, _ expires: String) -> String {
      "signed_by: \(name), date: 2026-11-01, expires: \(expires), reason: On paper"
    }
    try write(
      "rule: consent/link-phone, uid: u1, \(signed("C. Person", "2026-12-10"))",
      "rule: consent/link-phone, uid: u2, \(signed("C. Person", "2027-01-10"))")
    let outcome = try night()
    let clause = "2 findings are waived by C. Person: 1 through 10 December 2026, 1 through 10 January 2027"
    #expect(outcome.output.contains(clause), "\(outcome.output)")
  }

  /// The name of a person that a report masks is no obstacle, also where the finding is carried.
  @Test func aCarriedFindingIsAcceptedByItsPerson() throws {
    let person = Sample.user("u1", phone: "+15550101").replacing(
      "\"localId\": \"u1\"", with: "\"localId\": \"u1@example.com\"")
    try write("rule: consent/link-phone, uid: u1@example.com, \(Self.signed)")
    try place.write(
      "in/users.json", Sample.export(person, Sample.user("u9")),
      at: "2026-11-19T05:00:00Z")
    let flags = ["--waivers", "waivers.yaml", "--fail-on", "high"]
    #expect(try place.run(["audit", "in", "--as-of", "2026-11-19T06:00:00Z"] + flags).status == 0)
    // The export breaks off before the person.
    let whole = Sample.export(Sample.user("u9"), person)
    try place.write("in/users.json", String(whole.prefix(whole.count / 2)), at: "2026-11-20T05:00:00Z")
    #expect(try place.run(["audit", "in", "--as-of", "2026-11-20T06:00:00Z"] + flags).status == 2)
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    let carried = findings.filter {
      $0["state"] as? String == "carried" && $0["rule"] as? String == "consent/link-phone"
    }
    #expect(carried.count == 1 && !(carried[0]["waiver"] is NSNull), "\(findings)")
  }

  @Test(arguments: [
    ("2026-11-20T23:59:59.999Z", true), ("2026-11-21T00:00:00.000Z", false),
    ("2026-11-01T00:00:00.000Z", true), ("2026-10-31T23:59:59.999Z", false),
  ])
  func aDayIsADayInUTC(asOf: String, isWaived: Bool) throws {
    try write("rule: consent/link-phone, object: phone, signed_by: A, date: 2026-11-01, expires: 2026-11-20, reason: R")
    #expect(try night(asOf).status == (isWaived ? 0 : 1))
  }

  @Test func aTimeMayHaveAZone() throws {
    try write(
      "rule: consent/link-phone, object: phone, signed_by: A, date: 2026-11-01, expires: 2026-11-20T07:00:00+01:00, reason: R"
    )
    #expect(try night("2026-11-20T05:59:59.999Z").status == 0)
    #expect(try night("2026-11-20T06:00:00.000Z").status == 1)
  }

  /// The first and the last millisecond of leap days, whatever the zone in which the audit's time is written.
  @Test(arguments: [
    ("2028-02-28T23:59:59.999Z", false), ("2028-02-29T00:00:00.000Z", true), ("2028-02-29T23:59:59.999Z", true),
    ("2028-03-01T00:00:00.000Z", false), ("2028-03-01T00:59:59.999+01:00", true),
    ("2028-03-01T01:00:00.000+01:00", false),
    ("2028-02-29T13:59:59.999+14:00", false), ("2028-02-29T14:00:00.000+14:00", true),
    ("2028-02-29T11:59:59.999-12:00", true), ("2028-02-29T12:00:00.000-12:00", false),
  ])
  func aLeapDayIsADayInUTC(asOf: String, isWaived: Bool) throws {
    try write("rule: consent/link-phone, object: phone, signed_by: A, date: 2028-02-29, expires: 2028-02-29, reason: R")
    #expect(try night(asOf).status == (isWaived ? 0 : 1))
  }

  /// A `date` with a zone begins at that moment, and its 366 days end to the millisecond.
  @Test(arguments: [
    ("2026-11-20T04:59:59.999Z", false), ("2026-11-20T05:00:00.000Z", true),
  ])
  func aWaiverMayBeginInAZone(asOf: String, isWaived: Bool) throws {
    try write(
      "rule: consent/link-phone, object: phone, signed_by: A, date: 2026-11-20T06:00:00+01:00, expires: 2027-01-31, reason: R"
    )
    #expect(try night(asOf).status == (isWaived ? 0 : 1))
  }

  @Test(arguments: [
    "2027-02-29", "2026-11-31", "2026-13-01", "2026-11-20T24:00:01Z", "2026-11-20T06:00:00", "20.11.2026",
  ])
  func aDayThatIsNoneIsRefused(date: String) throws {
    try write("rule: consent/link-phone, object: phone, signed_by: A, date: 2026-11-01, expires: '\(date)', reason: R")
    let outcome = try night()
    #expect(outcome.status == 64 && outcome.errors.contains("waivers.yaml:2"), "\(outcome)")
  }

  /// The 29th of February is a day of the 366.
  @Test(arguments: [
    ("2027-03-01", "2028-03-01", true), ("2027-03-01", "2028-03-02", false), ("2026-11-01", "2027-11-02", true),
    ("2026-11-01", "2027-11-03", false), ("2026-11-01", "2027-11-02T00:00:00Z", true),
    ("2026-11-01", "2027-11-02T00:00:00.001Z", false),
  ])
  func aWaiverHoldsForAYearAtMost(date: String, expires: String, isTaken: Bool) throws {
    try write("findings: [ra-0123456789abcdef], signed_by: A, date: \(date), expires: '\(expires)', reason: R")
    let outcome = try night()
    #expect((outcome.status == 64) == !isTaken, "\(outcome)")
    if !isTaken {
      #expect(outcome.errors.contains("waivers.yaml:2") && outcome.errors.contains("366 days"), "\(outcome)")
    }
  }

  @Test(arguments: [
    ("rule: consent/link-phone, \(signed)", "never accepts all findings of a rule"),
    ("uid: u1, \(signed)", "must list the ids"),
    ("findings: [ra-1], uid: u1, \(signed)", "cannot be combined with"),
    ("findings: [ra-1], requested_by: a. person, \(signed)", "must not be the person who signed it"),
    ("findings: [ra-1], ticket: ' ', \(signed)", "is empty"),
    ("findings: [], \(signed)", "must list the ids"),
    ("findings: [ra-1], tiket: X, \(signed)", "did you mean `ticket`"),
  ])
  func aWaiverThatSaysTooLittleIsRefused(entry: String, problem: String) throws {
    try write(entry)
    let outcome = try night()
    #expect(outcome.status == 64 && outcome.errors.contains("waivers.yaml:2"), "\(outcome)")
    #expect(outcome.errors.contains(problem), "\(outcome)")
  }

  @Test func eachStateIsToldWithItsWarning() throws {
    try write("findings: [ra-0000000000000000], \(Self.signed)")
    try night()
    let findings = try #require(try place.report()["findings"] as? [[String: Any]])
    let id = try #require(findings.first { $0["rule"] as? String == "consent/link-phone" }?["id"] as? String)
    let dates = "date: 2026-11-01, reason: R, signed_by"
    try write(
      "findings: [\(id)], expires: 2027-06-30, \(dates): active",
      "findings: [\(id), ra-1111111111111111], expires: 2026-12-18, \(dates): expiring",
      "findings: [\(id)], expires: 2026-11-19, \(dates): expired",
      "rule: consent/link-phone, uid: u7, expires: 2027-06-30, \(dates): unused",
      "rule: consent/link-fone, uid: u7, expires: 2027-06-30, \(dates): unknown",
      "findings: [ra-2222222222222222], expires: 2027-06-30, \(dates): unknown",
      "findings: [\(id)], date: 2026-11-21, expires: 2027-06-30, reason: R, signed_by: not-yet")
    let outcome = try night()
    let entries = try register()
    #expect(entries.map { $0["state"] as? String } == entries.map { $0["signed_by"] as? String })
    #expect(entries.count == 7)
    for text in ["`ra-1111111111111111`", "`ra-2222222222222222`", "`consent/link-fone`", "unused signed"] {
      #expect(outcome.errors.contains(text), "\(text): \(outcome.errors)")
    }
    #expect(outcome.output.contains("1 expiring, 1 expired, 1 unused, 2 unknown, 1 not yet"), "\(outcome.output)")

    let listed = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", "2026-11-20T06:00:00Z", "--json")
    let states = try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
    #expect(NSArray(array: states) == NSArray(array: entries))
    let later = try place.run("waivers", "--waivers", "waivers.yaml", "--as-of", "2026-11-21T00:00:00Z")
    #expect(later.status == 0 && later.output.contains("Compared with run 2"), "\(later)")
    #expect(!later.output.split(separator: "\n").contains { $0.hasPrefix("not-yet") })
    #expect(try place.run("waivers").status == 64)
    #expect(try place.run("waivers", "--waivers", "no.yaml").status == 64)
    #expect(try place.run("waivers", "--waivers", "waivers.yaml", "--store", "none.sqlite").status == 66)
  }

  /// The path as the configuration writes it, with its line, and where it was looked for.
  @Test func aFileThatIsMissingIsNamedAsItIsWritten() throws {
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("in/relay-audit.yaml", "inputs:\n  - path: .\nwaivers: signed/waivers.yml\n")
    for command in [["audit", "in", "--as-of", Workplace.asOf], ["waivers", "--config", "in/relay-audit.yaml"]] {
      let outcome = try place.run(command)
      let says = "in/relay-audit.yaml:3: `waivers` names `signed/waivers.yml`, and there is no file at"
      let error = "relay-audit: error: \(says) in/signed/waivers.yml; "
      #expect(outcome.status == 64 && outcome.errors.hasPrefix(error), "\(outcome)")
    }
    try place.write("in/signed/waivers.yml", Data([0xFF, 0xFE, 0xFD]))
    let outcome = try place.audit("in")
    let says = "in/relay-audit.yaml:3: `waivers` names `signed/waivers.yml`, which cannot be read as UTF-8 text"
    #expect(outcome.status == 64 && outcome.errors.contains(says), "\(outcome)")
    let flag = try place.audit("in", "--waivers", "none.yaml")
    #expect(flag.status == 64 && flag.errors.contains("none.yaml: there is no such file of waivers"), "\(flag)")
    for command in [["audit", "in", "--waivers"], ["audit", "in", "--baseline"], ["waivers", "--waivers"]] {
      let empty = try place.run(command + [""])
      #expect(empty.status == 64 && empty.errors.contains(" must not be empty"), "\(empty)")
    }
  }
}
