import Foundation
import Testing

/// Evidence as companies have it, read by configuration alone (docs/contract.md, section 4).
@Suite struct ForeignEvidenceTests {
  private let user = Sample.export(Sample.user("u1", phone: "+15550101"))
  private let granted = "who,topic,created,granted\nu1,link:phone,2026-01-01 00:00:00+00,"

  private func place(_ inputs: String) throws -> Workplace {
    let place = try Workplace()
    try place.write("users.json", user)
    try place.write("relay-audit.yaml", "inputs:\n  - path: users.json\n" + inputs)
    return place
  }

  private func sources(_ place: Workplace) throws -> [String: [String: Any]] {
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    return Dictionary(sources.map { ($0["path"] as? String ?? "", $0) }) { first, _ in first }
  }

  private func reasons(_ place: Workplace) throws -> [String] {
    let gate = try #require(try place.report()["gate"] as? [String: Any])
    return try #require(gate["reasons"] as? [String])
  }

  private let consents =
    "  - path: cmp.csv\n    kind: consents\n    columns: {uid: who, purpose: topic, given_at: created"

  @Test func anUnmappedDecisionMakesTheAuditIncomplete() throws {
    let place = try place(consents + "}\n")
    try place.write("cmp.csv", granted + "N\n")
    #expect(try place.audit().status == 2)
    #expect(try reasons(place).contains { $0.contains("cmp.csv") && $0.contains("`granted`") })
  }

  @Test func aMappedDecisionIsHeard() throws {
    let place = try place(consents + ", state: granted}\n    values: {state: {Y: given, N: refused}}\n")
    try place.write("cmp.csv", granted + "N\n")
    #expect(try place.audit().status == 1)
    try place.write("cmp.csv", granted + "Y\n")
    #expect(try place.audit("--store", "other.sqlite").status == 0)
    try place.write("cmp.csv", granted + "maybe\n")
    #expect(try place.audit("--store", "third.sqlite").status != 0)
    let rejects = try #require(try sources(place)["cmp.csv"]?["rejects"] as? [[String: Any]])
    #expect((rejects.first?["reason"] as? String)?.contains("`maybe`") == true)
  }

  /// A refusal that cannot be read is no consent.
  @Test(arguments: [#"{""state"":""refused"""#, "refused", #"{""state"":""given""}"#])
  func aDecisionThatCannotBeReadIsRejected(payload: String) throws {
    let place = try place(consents + ", state: payload.state}\n")
    try place.write(
      "cmp.csv", "who,topic,created,payload\nu1,link:phone,2026-01-01 00:00:00+00,\"\(payload)\"\n")
    let isRead = payload.hasSuffix("}")
    #expect(try place.audit().status == (isRead ? 0 : 2))
    let source = try #require(try sources(place)["cmp.csv"])
    #expect(source["rejected"] as? Int == (isRead ? 0 : 1) && source["records"] as? Int == (isRead ? 1 : 0))
  }

  @Test func anIgnoredDecisionIsNone() throws {
    let place = try place(consents + "}\n    ignore: [granted]\n")
    try place.write("cmp.csv", granted + "N\n")
    #expect(try place.audit().status == 0)
  }

  /// A night whose consents nobody understood leaves nothing behind.
  @Test(arguments: [(false, true), (true, false)])
  func whatIsUndecidedIsNotRemembered(isIgnored: Bool, isFound: Bool) throws {
    let place = try place(consents + "}\n" + (isIgnored ? "    ignore: [granted]\n" : ""))
    try place.write("cmp.csv", granted + "Y\n")
    #expect(try place.audit().status == (isIgnored ? 0 : 2))
    try place.write("relay-audit.yaml", "inputs: [{path: users.json}]\n")
    #expect(try place.audit().status == 2)
    #expect(try place.findings().contains { $0.rule == "consent/link-phone" } == isFound)
  }

  private static let log = """
    {"msg":"apple token revoked","ts":"2026-11-04 23:00:00","ctx":{"uid":"u1"},"resp":{"status":200}}
    {"msg":"account_deleted","ts":"2026-11-04 23:00:00","ctx":{"uid":"u1"},"resp":{"status":200}}

    """
  private static let revocations = """
      - path: logs/*.log
        kind: revocations
        columns: {uid: ctx.uid, at: ts, http_status: resp.status}
        constants: {endpoint: apple, token_type: refresh_token}
        time_zone: Europe/Berlin

    """

  @Test func aLogIsChosenFrom() throws {
    let place = try place(Self.revocations + "    where: {msg: apple token revoked}\n")
    try place.write("logs/a.log", Self.log)
    try place.write("logs/b.log", String(Self.log.split(separator: "\n")[1]) + "\n")
    let outcome = try place.audit("--require", "none")
    let sources = try sources(place)
    #expect(sources["logs/a.log"]?["records"] as? Int == 1, "\(outcome.errors)")
    #expect(sources["logs/a.log"]?["skipped"] as? Int == 1)
    #expect(sources["logs/a.log"]?["rejected"] as? Int == 0)
    #expect(sources["logs/b.log"]?["skipped"] as? Int == 1)
    // One file of several may have nothing.
    #expect(!outcome.errors.contains("lets none"))
  }

  /// Records in another envelope than those of the other files of an entry.
  @Test(arguments: [
    (#"{"Records":[ROW]}"#, true), (#"{"data":[ROW],"count":1}"#, true),
    (#"{"hits":{"hits":[{"_source":ROW}]}}"#, true),
    (#"{"_source":ROW}"#, true), (#"{"batch":[ROW]}"#, true),
    // It has the column, with another value or among others.
    (#"{"type":"Seen","data":[ROW]}"#, false), ("{\"type\":\"Seen\"}\n{\"batch\":[ROW]}", false),
    ("ROW\n{\"batch\":[ROW]}", false),
  ])
  func aFileInAnotherFormIsNamed(text: String, isNamed: Bool) throws {
    let place = try place(
      """
        - path: ev-*
          kind: consents
          where: {type: Answered}
          columns: {uid: who, purpose: topic, given_at: at, state: answer}

      """)
    let row = #"{"type":"Answered","who":"u1","topic":"link:phone","at":"2026-01-01T00:00:00Z","answer":"given"}"#
    try place.write("ev-1.ndjson", row + "\n")
    try place.write("ev-2.ndjson", text.replacing("ROW", with: row) + "\n")
    let outcome = try place.audit()
    let warning =
      "relay-audit.yaml:5: `where` names `type`, which no record of ev-2.ndjson has, so none of them was read"
    #expect(outcome.errors.contains(warning) == isNamed, "\(outcome.errors)")
    let limits = try #require(try place.report()["limits"] as? [[String: Any]])
    let texts = limits.filter { $0["code"] as? String == "records-left-out" }.compactMap { $0["text"] as? String }
    #expect(texts.count == (isNamed ? 1 : 0), "\(texts)")
    #expect(texts.allSatisfy { $0.hasPrefix("No record of `ev-2.ndjson` has `type`, by which the entry") }, "\(texts)")
  }

  @Test func aLineThatSaysSomethingElseIsNoRevocation() throws {
    let place = try place(Self.revocations)
    try place.write("logs/a.log", Self.log)
    #expect(try place.audit().status == 2)
    let source = try #require(try sources(place)["logs/a.log"])
    #expect(source["records"] as? Int == 0)
    #expect(source["rejected"] as? Int == 2)
    // The columns are there, whatever becomes of the lines.
    #expect(!(try place.run("inspect").errors.contains("which no record of")))
  }

  @Test func whatHasNoEffectIsWarnedOfWithItsLine() throws {
    let place = try place(
      Self.revocations.replacingOccurrences(of: "ctx.uid", with: "ctx.user") + "    where: {msg: nothing like it}\n")
    try place.write("logs/a.log", Self.log)
    #expect(try place.run("inspect").errors.contains("relay-audit.yaml:8: `where` excludes every record of"))
    let other = try self.place(
      Self.revocations.replacingOccurrences(of: "ctx.uid", with: "ctx.user") + "    ignore: [msg]\n")
    try other.write("logs/a.log", Self.log)
    #expect(try other.run("inspect").errors.contains("relay-audit.yaml:5: `columns.uid` names `ctx.user`"))
    let text = try self.place("  - {path: a.txt, kind: revocations, pattern: '(?<uid>u) (?<at>t)'}\n")
    try text.write("a.txt", "one\ntwo\n")
    #expect(try text.run("inspect").errors.contains("relay-audit.yaml:3: `pattern` matches no line of a.txt (2 read)"))
  }

  @Test func inspectShowsWhatWasUnderstood() throws {
    let place = try place(consents.replacingOccurrences(of: "uid:", with: "email:") + ", state: granted}\n")
    try place.write("cmp.csv", "who,topic,created,granted\nanna@example.com,p,2026-01-01 00:00:00+00,given\n")
    let outcome = try place.run("inspect")
    #expect(
      outcome.output.contains(
        "read as    line 2: email=a…@example.com purpose=p given_at=2026-01-01T00:00:00.000Z state=given"))
    #expect(!outcome.output.contains("anna"))
  }

  @Test func aFileIsReadByOneEntry() throws {
    let place = try place(
      "  - {path: 'in/*.csv', kind: consents, columns: {uid: who}}\n  - {path: in/b.csv, kind: consents}\n")
    try place.write("in/a.csv", "who,purpose,given_at\nu1,link:phone,1767225600\n")
    try place.write("in/b.csv", "uid,purpose,given_at\nu1,link:phone,1767225600\n")
    #expect(try place.audit().status == 0)
    #expect(try sources(place).keys.sorted() == ["in/a.csv", "in/b.csv", "users.json"])
    try place.write(
      "relay-audit.yaml", "inputs: [{path: '**/*.csv', kind: consents}, {path: 'in/[ab].csv', kind: deletions}]\n")
    let outcome = try place.audit()
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("match in/a.csv"))
  }

  @Test func aMistakeIsAUsageError() throws {
    let place = try place(consents + "}\n    time_zone: Mars/Olympus\n")
    try place.write("cmp.csv", granted + "N\n")
    let outcome = try place.audit()
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("relay-audit.yaml:6:"))
    let none = try self.place("  - {path: 'logs/*.log', kind: revocations}\n")
    #expect(try none.audit().status == 66)
  }

  @Test func furtherCredentialsOfAppleAreTold() throws {
    let place = try Workplace()
    func user(_ number: Int, _ subs: String...) -> String {
      let identities = subs.map { #"{"provider":"apple","user_id":"\#($0)","connection":"apple"}"# }
      return #"{"user_id":"apple|\#(subs[0])","email":"r\#(number)@privaterelay.appleid.com","#
        + #""created_at":"2026-01-01T00:00:00.000Z","identities":[\#(identities.joined(separator: ","))]}"# + "\n"
    }
    let (one, two) = (
      "001234.\(String(repeating: "a", count: 32)).0123", "001234.\(String(repeating: "b", count: 32)).0123"
    )
    try place.write("in/users.ndjson", user(1, one, two) + user(2, "001234.\(String(repeating: "c", count: 32)).0123"))
    let outcome = try place.audit("in")
    #expect(outcome.errors.contains("Accounts with more than one Apple credential: 1."), "\(outcome)")
    let limits = try #require(try place.report()["limits"] as? [[String: Any]])
    #expect(limits.contains { $0["code"] as? String == "several-apple-credentials" })
  }

  /// A column `tenant` of the company's own leaves its consents without accounts.
  @Test func tenantsOfNoAccountAreTold() throws {
    let place = try Workplace()
    try place.write("in/users.json", user)
    try place.write("in/consents.csv", "uid,tenant,purpose,given_at\nu1,acme,link:phone,2026-01-01T00:00:00Z\n")
    func codes() throws -> [String] {
      let errors = try place.audit("in").errors
      let limits = try #require(try place.report()["limits"] as? [[String: Any]])
      #expect(
        errors.contains("list `tenant` under `ignore`")
          == limits.contains { $0["code"] as? String == "tenant-unmatched" })
      return limits.compactMap { $0["code"] as? String }
    }
    #expect(try codes().contains("tenant-unmatched"))
    try place.write(
      "relay-audit.yaml", "inputs:\n  - path: in\n  - {path: in/consents.csv, kind: consents, ignore: [tenant]}\n")
    #expect(try !codes().contains("tenant-unmatched"))
  }

  /// Of one entry with several files, some may lack what others have.
  @Test func whatAnEntryLeavesOutWhollyIsTold() throws {
    let place = try Workplace()
    try place.write("in/users.json", user)
    let header = "uid,request_id,requested_at,region\n"
    try place.write("in/d_one.csv", header + "u1,r1,2026-01-01T00:00:00Z,EU\n")
    try place.write("in/d_two.csv", header + "u1,r2,2026-01-01T00:00:00Z,EU\nu1,r3,2026-01-01T00:00:00Z,US\n")
    func texts(_ region: String) throws -> [String] {
      try place.write(
        "relay-audit.yaml",
        "inputs:\n  - path: in\n  - {path: 'in/d_*.csv', kind: deletions, where: {region: \(region)}}\n")
      _ = try place.audit("--no-remember")
      let limits = try #require(try place.report()["limits"] as? [[String: Any]])
      return limits.filter { $0["code"] as? String == "records-left-out" }.compactMap { $0["text"] as? String }
    }
    let told = try texts("eu")
    #expect(told.count == 1, "\(told)")
    for word in ["relay-audit.yaml:3", "`in/d_one.csv`, `in/d_two.csv`", "(records: 3)", "`where`"] {
      #expect(told.first?.contains(word) == true, "\(word): \(told)")
    }
    #expect(try texts("US").isEmpty)
  }

  /// A provider's configuration names the project that it is of; a number may be that of any.
  @Test(arguments: [("other", true), ("shop", false), ("123456", false)])
  func anotherProjectsConfigurationIsNamed(project: String, isNamed: Bool) throws {
    let place = try Workplace()
    try place.write("in/users.json", user)
    try place.write(
      "in/idp.json",
      "{\"name\":\"projects/\(project)/defaultSupportedIdpConfigs/apple.com\",\"enabled\":true,\"clientId\":\"c\"}")
    let outcome = try place.audit("in", "--project", "shop")
    let limits = try #require(try place.report()["limits"] as? [[String: Any]])
    let texts = limits.filter { $0["code"] as? String == "provider-config-project" }.compactMap {
      $0["text"] as? String
    }
    #expect(texts.count == (isNamed ? 1 : 0))
    #expect(texts.allSatisfy { $0.contains("`other`") && $0.contains("`shop`") && outcome.errors.contains($0) })
  }
}
