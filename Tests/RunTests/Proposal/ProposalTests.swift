import Evidence
import Foundation
import Intake
import Run
import Testing

/// What is a fact, what a question, and what stays unsaid.
@Suite struct ProposalTests {
  private static let uids = ["u1", "u2", "u3"]
  private static let users =
    #"{"users":["#
    + uids.map { #"{"localId":"\#($0)","email":"\#($0)@privaterelay.appleid.com","createdAt":"1770000000000"}"# }
    .joined(separator: ",\n") + "]}"

  /// What is proposed for a file beside an export of three accounts.
  private func propose(_ text: String, as name: String, users: String? = ProposalTests.users) throws
    -> ConfigurationProposal
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "relay-audit-proposal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try users?.write(to: place.appending(path: "users.json"), atomically: true, encoding: .utf8)
    try text.write(to: place.appending(path: name), atomically: true, encoding: .utf8)
    return try ConfigurationProposal(of: [place.path], in: place.path)
  }

  private func entry(_ text: String, as name: String, users: String? = ProposalTests.users) throws -> EntryProposal {
    try #require(try propose(text, as: name, users: users).entries.first?.proposal)
  }

  /// The fields that are proposed for a column, and how sure that is.
  private func column(_ name: String, of entry: EntryProposal) -> [String: Certainty] {
    let lines = entry.lines.filter { $0.key == .column(name) }
    return Dictionary(lines.map { ($0.texts.first ?? "?", $0.certainty) }) { first, _ in first }
  }

  private func table(_ header: String, _ row: (String) -> String) -> String {
    header + "\n" + Self.uids.map { row($0) + "\n" }.joined()
  }

  // MARK: - Persons

  @Test func theExportShowsWhichIdIsTheUid() throws {
    let text = table("user_id,customer_id,purpose,consented_at") { "9\($0),\($0),link:phone,2026-01-01T00:00:00Z" }
    #expect(column("uid", of: try entry(text, as: "consents.csv")) == ["customer_id": .sure])
  }

  @Test func anIdThatIsNoUidIsAQuestion() throws {
    let text = table("user_id,purpose,consented_at") { "\($0.count)7,link:phone,2026-01-01T00:00:00Z" }
    #expect(column("uid", of: try entry(text, as: "consents.csv")) == ["user_id": .question])
    #expect(column("uid", of: try entry(text, as: "consents.csv", users: nil)) == ["user_id": .question])
    let named = table("user_id,email,purpose,consented_at") {
      "\($0.count)7,\($0)@privaterelay.appleid.com,link:phone,2026-01-01T00:00:00Z"
    }
    let entry = try entry(named, as: "consents.csv")
    #expect(column("uid", of: entry) == [:])
    #expect(column("email", of: entry) == ["email": .sure])
  }

  @Test func twoThatFitAreAQuestion() throws {
    let text = table("firebase_uid,subject_uid,purpose,consented_at") { "\($0),\($0),link:phone,2026-01-01T00:00:00Z" }
    let both: [String: Certainty] = ["firebase_uid": .question, "subject_uid": .question]
    #expect(column("uid", of: try entry(text, as: "consents.csv")) == both)
  }

  private static let numbered =
    #"{"users":["#
    + (1...3).map { #"{"localId":"\#($0)","email":"u\#($0)@privaterelay.appleid.com","createdAt":"1770000000000"}"# }
    .joined(separator: ",\n") + "]}"

  /// Accounts with small numbers for uids have the numbers of rows, versions and the like.
  @Test(arguments: ["id", "version", "row"])
  func theNumberOfARowIsNoUid(name: String) throws {
    func rows(_ header: String, _ cells: (Int) -> String) -> String {
      header + "\n" + (1...3).map { cells($0) + ",link:phone,true,2026-01-01T00:00:00Z\n" }.joined()
    }
    let named = rows("\(name),email,purpose,granted,given_at") { "\($0),u\(4 - $0)@privaterelay.appleid.com" }
    let entry = try entry(named, as: "consents.csv", users: Self.numbered)
    #expect(column("uid", of: entry) == [:] && column("email", of: entry) == ["email": .sure])
    let alone = rows("\(name),purpose,granted,given_at") { "\($0)" }
    #expect(column("uid", of: try self.entry(alone, as: "consents.csv", users: Self.numbered)) == [name: .question])
    let both = rows("\(name),user_id,purpose,granted,given_at") { "\($0),\(4 - $0)" }
    #expect(column("uid", of: try self.entry(both, as: "consents.csv", users: Self.numbered)) == ["user_id": .sure])
  }

  @Test(arguments: ["actor", "performed_by", "caller", "operator", "admin", "deleted_by", "initiatedBy"])
  func whoeverDeletedAnAccountIsNotItsPerson(name: String) throws {
    func log(_ person: String) -> String {
      ["u8", "u9"].map {
        #"{"ts":"2026-10-01T00:00:00Z","event":"account_deleted","\#(name)":{"uid":"u1"},"\#(person)":{"id":"\#($0)"}}"#
          + "\n"
      }.joined()
    }
    let entry = try entry(log("target"), as: "audit.ndjson")
    #expect(entry.kind == .accountDeletions)
    #expect(!column("uid", of: entry).contains { $0.value != .question }, "\(entry.lines)")
    let flat = log("target").replacingOccurrences(of: #"{"uid":"u1"}"#, with: #""u1""#)
    #expect(!column("uid", of: try self.entry(flat, as: "audit.ndjson")).contains { $0.value != .question })
  }

  @Test func whoeverWorkedOnARequestIsNotItsPerson() throws {
    let text = table("request_id,assignee_email,requested_at") { "\($0),agent@example.com,2026-11-01T00:00:00Z" }
    #expect(column("email", of: try entry(text, as: "deletions.csv")) == [:])
  }

  // MARK: - Times

  @Test(
    arguments: [
      ("2026-01-01 00:00:00", true, nil), ("2026-01-01T00:00:00.5", true, nil), ("2026-01-01 00:00:00+01", false, nil),
      ("1767225600", false, nil), ("1767225600000", false, nil), ("1767225600000000", false, "us"),
      ("1767225600000000000", false, "ns"),
    ] as [(String, Bool, String?)])
  func unitsAndZones(time: String, asksForZone: Bool, unit: String?) throws {
    let entry = try entry(table("uid,purpose,granted,consent_date") { "\($0),link:phone,true,\(time)" }, as: "c.csv")
    #expect(column("given_at", of: entry) == ["consent_date": .sure])
    #expect(entry.lines.contains { $0.key == .timeZone && $0.certainty == .question } == asksForZone)
    #expect(entry.lines.first { $0.key == .timeUnit }?.texts.first == unit)
  }

  @Test(arguments: ["11/04/2026 3:00 PM", "04.11.2026", "2026-11-04", "Nov 4 10:00:00"])
  func timesThatAreNotReadAreQuestions(time: String) throws {
    let entry = try entry(table("uid,purpose,granted,consent_date") { "\($0),link:phone,true,\(time)" }, as: "c.csv")
    #expect(column("given_at", of: entry) == ["consent_date": .question])
  }

  @Test func aNameMaySayTheZone() throws {
    let text = table("uid,purpose,granted,consented_at_utc") { "\($0),link:phone,true,2026-01-01 00:00:00" }
    let zone = try entry(text, as: "consents.csv").lines.first { $0.key == .timeZone }
    #expect(zone?.certainty == .sure && zone?.texts == ["UTC"])
  }

  // MARK: - Decisions

  private func answers(_ name: String, _ values: [String]) throws -> EntryProposal {
    let rows = zip(Self.uids, values).map { "\($0),link:phone,2026-01-01T00:00:00Z,\($1)\n" }.joined()
    return try entry("uid,purpose,consented_at,\(name)\n" + rows, as: "consents.csv")
  }

  @Test(arguments: [
    ("granted", ["true", "false"]), ("opt_in", ["yes", "no"]), ("decision", ["granted", "denied"]),
    ("status", ["opt-in", "Opt Out"]), ("action", ["accepted", "rejected"]),
  ])
  func wordsThatNobodyMistakesAreFacts(name: String, values: [String]) throws {
    let entry = try answers(name, values)
    #expect(entry.lines.contains { $0.key == .column("state") && $0.texts == [name] && $0.certainty != .question })
    for (theirs, ours) in zip(values, ["given", "refused"]) {
      let line = entry.lines.first { $0.key == .value(column: "state", theirs: theirs) }
      #expect(line?.texts == [ours] && line?.certainty == .sure, "\(theirs)")
    }
  }

  @Test(arguments: [("granted", "N"), ("granted", "0"), ("opt_in", "f"), ("status", "active"), ("consent", "maybe")])
  func othersAreQuestions(name: String, value: String) throws {
    let entry = try answers(name, [value, value])
    let line = entry.lines.first { $0.key == .value(column: "state", theirs: value) }
    #expect(line?.certainty == .question)
  }

  @Test(arguments: ["opted_out", "withdrawn", "revoked", "enabled", "declined"])
  func whatAYesMeansThereIsAQuestion(name: String) throws {
    let entry = try answers(name, ["true", "false"])
    #expect(entry.lines.contains { $0.key == .ignored(name) && $0.certainty == .question })
    #expect(!entry.lines.contains { if case .value("state", _) = $0.key { true } else { false } })
  }

  @Test(arguments: ["end_date", "valid_to", "withdrawal_ts"])
  func aTimeThatMayEndAConsentIsAskedForFirst(name: String) throws {
    for value in ["2026-02-01T00:00:00Z", ""] {
      let text = table("uid,purpose,consented_at,\(name)") { "\($0),link:phone,2026-01-01T00:00:00Z,\(value)" }
      #expect(column("given_at", of: try entry(text, as: "consents.csv")) == ["consented_at": .question])
    }
  }

  @Test func purposesOfOnesOwnAreRejectedUntilTheyAreNamed() throws {
    let text = table("uid,purpose,consented_at") { "\($0),sms_login,2026-01-01T00:00:00Z" }
    let entry = try entry(text, as: "consents.csv")
    let line = entry.lines.first { $0.key == .value(column: "purpose", theirs: "sms_login") }
    #expect(line?.certainty == .question && line?.texts == ["link:phone"])
    #expect(entry.lines.contains { $0.key == .value(column: "purpose", theirs: "link:phone") && $0.certainty == .sure })
    let plain = try self.entry(text.replacingOccurrences(of: "sms_login", with: "link:sms"), as: "consents.csv")
    #expect(!plain.lines.contains { if case .value("purpose", _) = $0.key { true } else { false } })
  }

  // MARK: - Logs

  private func log(_ messages: String...) throws -> ConfigurationProposal {
    let lines = messages.enumerated().map {
      #"{"ts":"2026-11-01T00:00:0\#($0)Z","uid":"u1","status":200,"url":"https://appleid.apple.com/auth/revoke","msg":"\#($1)"}"#
    }
    return try propose(lines.joined(separator: "\n") + "\n", as: "app.log")
  }

  private func chosen(_ proposal: ConfigurationProposal) -> [String] {
    guard let entry = proposal.entries.first?.proposal, entry.kind == .revocations else { return [] }
    return entry.lines.first { $0.key == .filter("msg") && $0.certainty != .question }?.texts ?? []
  }

  @Test func aMessageMustSayThatATokenWasRevoked() throws {
    #expect(chosen(try log("apple token revoked", "user logged in")) == ["apple token revoked"])
    for other in [
      "apple token revocation failed", "revoking apple token", "will revoke apple token", "account_deleted",
      "apple token not revoked", "session revoked", "apple token revoked, retrying",
      "apple token revoked (dry run)", "apple token revoked for Ann Example",
    ] {
      #expect(chosen(try log(other, "user logged in")) == [], "\(other)")
      #expect(chosen(try log(other, "apple token revoked")) == ["apple token revoked"], "\(other)")
    }
    // Whose token it was is not said.
    #expect(chosen(try log("token revoked")) == [])
  }

  @Test func otherWordsForADeletedAccountAreNamed() throws {
    let said = "Other messages in `msg`, as `user purged`, may mean it too: list those that do under `where`"
    for (message, notes) in [("user purged", [said]), ("user created", [])] {
      let entry = try #require(try log("account deleted", message, "account deleted").entries.first?.proposal)
      #expect(entry.kind == .accountDeletions)
      #expect(entry.notes == notes)
    }
  }

  @Test func messagesWithIdsCannotBeChosen() throws {
    let entry = try #require(try log("apple token revoked for u1", "apple token revoked for u2").entries.first)
    #expect(entry.proposal.isWithheld)
  }

  @Test func aRevocationNeedsToKnowWhatWasCalled() throws {
    let text = #"{"ts":"2026-11-01T00:00:00Z","uid":"u1","status":200,"msg":"apple token revoked"}"#
    let entry = try entry(text + "\n" + text + "\n", as: "app.log")
    #expect(!entry.isWithheld)
    #expect(entry.lines.contains { $0.key == .filter("msg") && $0.certainty == .question })
    // A column of another name keeps no record out.
    let other = try self.entry((text + "\n").replacingOccurrences(of: "msg", with: "text"), as: "app.log")
    #expect(other.isWithheld)
  }

  private func lines(_ lines: String...) throws -> EntryProposal {
    try entry(lines.joined(separator: "\n") + "\n", as: "worker.txt")
  }

  private static let done =
    "2026-11-01T10:00:00Z apple token revoked uid=u1 status=200 url=https://appleid.apple.com/auth/revoke"

  @Test func aPatternMatchesNoLineOfAFailure() throws {
    #expect(try !lines(Self.done, "2026-11-01T10:00:01Z started").isWithheld)
    let failed = Self.done.replacingOccurrences(of: "revoked", with: "revoked failed")
    #expect(try lines(Self.done, failed).isWithheld)
    #expect(try lines(Self.done.replacingOccurrences(of: "uid=", with: "user_id=")).isWithheld)
    #expect(
      try lines(Self.done.replacingOccurrences(of: "url=https://appleid.apple.com/auth/revoke", with: "")).isWithheld)
    #expect(try lines(Self.done.replacingOccurrences(of: "uid=u1", with: "")).isWithheld)
    for other in ["by-uid=u2 uid=u1", "actor.uid=u2 uid=u1"] {
      let entry = try lines(Self.done.replacingOccurrences(of: "uid=u1", with: other))
      let pattern = try #require(entry.lines.first { $0.key == .pattern }?.texts.first)
      #expect(pattern.contains(#"(?<![\w.-])uid="#), "\(pattern)")
    }
  }

  @Test func successIsAQuestionWhereAColumnSaysOtherwise() throws {
    func log(_ success: String) -> String {
      (1...2).map {
        #"{"ts":179352720\#($0),"uid":"u\#($0)","msg":"apple token revoked","success":\#($0 == 1 ? "true" : success),"#
          + #""url":"https://appleid.apple.com/auth/revoke"}"# + "\n"
      }.joined()
    }
    #expect(chosen(try propose(log("true"), as: "app.log")) == ["apple token revoked"])
    #expect(chosen(try propose(log("false"), as: "app.log")) == [])
  }

  // MARK: - Requests

  private func requests(_ types: String...) throws -> EntryProposal {
    let rows = types.enumerated().map { "\($0),\(Self.uids[$0 % 3]),\($1),2026-11-01T00:00:00Z\n" }.joined()
    return try entry("ticket_id,uid,Request Type,requested_at\n" + rows, as: "tickets.csv")
  }

  @Test func onlyRequestsToDeleteAreChosen() throws {
    let entry = try requests("Account deletion", "Access", "right to be forgotten")
    let line = try #require(entry.lines.first { $0.key == .filter("Request Type") })
    #expect(line.texts == ["Account deletion", "right to be forgotten"] && line.certainty == .sure)
  }

  @Test func aTypeThatNobodyKnowsHoldsTheFileBack() throws {
    let entry = try requests("Account deletion", "Art. 17")
    #expect(entry.lines.first { $0.key == .filter("Request Type") }?.certainty == .question)
    #expect(column("request_id", of: entry) == ["ticket_id": .question])
  }

  @Test func aRequestWithoutATypeIsAQuestion() throws {
    let entry = try requests("Account deletion", "")
    #expect(entry.lines.first { $0.key == .filter("Request Type") }?.certainty == .question)
  }

  @Test func requestsOfWhateverKindAreNotDeletions() throws {
    let text = table("ticket_id,uid,requested_at") { "T-\($0),\($0),2026-11-01T00:00:00Z" }
    #expect(column("request_id", of: try entry(text, as: "dsr.csv")) == ["ticket_id": .question])
    #expect(column("request_id", of: try entry(text, as: "deletions.csv")) == ["ticket_id": .sure])
  }

  // MARK: - What is shown

  @Test func examplesAreMaskedWhereTheyArePersonal() throws {
    let text = table("person,phone,city,when,note") {
      "Ann \($0),15550100123,Berlin,2026-01-01T00:00:00Z,called ann@example.com \($0)"
    }
    let proposal = try propose(text, as: "list.csv")
    #expect(proposal.text.contains("#   city  `Berlin`"), "\(proposal.text)")
    #expect(proposal.text.contains("#   when  `2026-01-01T00:00:00Z`"))
    for personal in ["Ann", "1555", "called", "ann@"] { #expect(!proposal.text.contains(personal), "\(personal)") }
  }

  @Test func keysOutsideOfInputsAreAskedFor() throws {
    let notice =
      #"{"type":"email-disabled","sub":"s","event_time":1793527200000,"aud":"com.example.app","email":"a@privaterelay.appleid.com"}"#
    let notices = try propose(notice + "\n", as: "notices.ndjson").text
    #expect(notices.contains("# apple: {client_ids: [com.example.app]}"), "\(notices)")
    let mail = "recipient,sender,at\nr@privaterelay.appleid.com,news@shop.example,2026-01-01T00:00:00Z\n"
    let mails = try propose(mail, as: "mail.csv").text
    #expect(mails.contains("# relay: {senders: [shop.example]}") && !mails.contains("news@"), "\(mails)")
    #expect(
      try Configuration(yaml: mails.replacingOccurrences(of: "# relay", with: "relay"), name: "x").relaySenders == [
        "shop.example"
      ])
  }

  // MARK: - Long and odd files

  @Test func theMiddleOfALongFileCounts() throws {
    let first = String(repeating: "u1,link:phone,2026-01-01T00:00:00Z,granted\n", count: 25_000)
    let later = String(repeating: "u2,link:phone,2026-01-01T00:00:00Z,denied\n", count: 200)
    let entry = try entry("user_id,purpose,consented_at,decision\n" + first + later, as: "consents.csv")
    #expect(entry.lines.contains { $0.key == .value(column: "state", theirs: "denied") })
  }

  @Test func aRareMessageOfALongLogIsFound() throws {
    func line(_ message: String, _ second: Int) -> String {
      #"{"ts":\#(1_793_527_200 + second),"uid":"u1","msg":"\#(message)","url":"https://appleid.apple.com/auth/revoke"}"#
        + "\n"
    }
    let text = (0..<30_003).map { line($0 == 30_001 ? "apple token revoked" : "hello", $0) }.joined()
    #expect(chosen(try propose(text, as: "app.log")) == ["apple token revoked"])
  }

  @Test(arguments: [
    "", "\n\n\n", "a", "a,b\n", "{", "[", "[]", "{}", "[1,2]", "\"\"",
    "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}",
    "a,a\n1,2\n", ",,,\n,,,\n", "uid\u{0},purpose\nu1,p\n", "{\"uid\":\"u1\",\"uid\":\"u2\",\"consent\":true}\n",
  ])
  func oddFilesBreakNothing(text: String) throws {
    let proposal = try propose(text, as: "consents.csv")
    #expect(try Configuration(yaml: proposal.text, name: "x").inputs.isEmpty == false)
  }
}
