import Evidence
import Foundation
import Intake
import Run
import Testing

/// What is a fact, what a question, and what stays unsaid.
@Suite struct ProposalTests {
  private func column(_ name: String, of entry: EntryProposal) -> [String: Certainty] {
    entry.fields(of: name)
  }

  private func table(_ header: String, _ row: (String) -> String) -> String {
    header + "\n" + Proposed.uids.map { row($0) + "\n" }.joined()
  }

  // MARK: - Persons

  @Test func theExportShowsWhichIdIsTheUid() throws {
    let text = table("user_id,customer_id,purpose,consented_at") { "9\($0),\($0),link:phone,2026-01-01T00:00:00Z" }
    #expect(column("uid", of: try Proposed.entry(text, as: "consents.csv")) == ["customer_id": .sure])
  }

  @Test func anIdThatIsNoUidIsAQuestion() throws {
    let text = table("user_id,purpose,consented_at") { "\($0.count)7,link:phone,2026-01-01T00:00:00Z" }
    #expect(column("uid", of: try Proposed.entry(text, as: "consents.csv")) == ["user_id": .question])
    #expect(column("uid", of: try Proposed.entry(text, as: "consents.csv", users: nil)) == ["user_id": .question])
    let named = table("user_id,email,purpose,consented_at") {
      "\($0.count)7,\($0)@privaterelay.appleid.com,link:phone,2026-01-01T00:00:00Z"
    }
    let entry = try Proposed.entry(named, as: "consents.csv")
    #expect(column("uid", of: entry) == [:])
    #expect(column("email", of: entry) == ["email": .sure])
  }

  @Test func twoThatFitAreAQuestion() throws {
    let text = table("firebase_uid,subject_uid,purpose,consented_at") { "\($0),\($0),link:phone,2026-01-01T00:00:00Z" }
    let both: [String: Certainty] = ["firebase_uid": .question, "subject_uid": .question]
    #expect(column("uid", of: try Proposed.entry(text, as: "consents.csv")) == both)
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
    let entry = try Proposed.entry(named, as: "consents.csv", users: Self.numbered)
    #expect(column("uid", of: entry) == [:] && column("email", of: entry) == ["email": .sure])
    let alone = rows("\(name),purpose,granted,given_at") { "\($0)" }
    #expect(column("uid", of: try Proposed.entry(alone, as: "consents.csv", users: Self.numbered)) == [name: .question])
    let both = rows("\(name),user_id,purpose,granted,given_at") { "\($0),\(4 - $0)" }
    #expect(column("uid", of: try Proposed.entry(both, as: "consents.csv", users: Self.numbered)) == ["user_id": .sure])
  }

  @Test(arguments: ["actor", "performed_by", "caller", "operator", "admin", "deleted_by", "initiatedBy"])
  func whoeverDeletedAnAccountIsNotItsPerson(name: String) throws {
    func log(_ person: String) -> String {
      ["u8", "u9"].map {
        #"{"ts":"2026-10-01T00:00:00Z","event":"account_deleted","\#(name)":{"uid":"u1"},"\#(person)":{"id":"\#($0)"}}"#
          + "\n"
      }.joined()
    }
    let entry = try Proposed.entry(log("target"), as: "audit.ndjson")
    #expect(entry.kind == .accountDeletions)
    #expect(!column("uid", of: entry).contains { $0.value != .question }, "\(entry.lines)")
    let flat = log("target").replacingOccurrences(of: #"{"uid":"u1"}"#, with: #""u1""#)
    #expect(!column("uid", of: try Proposed.entry(flat, as: "audit.ndjson")).contains { $0.value != .question })
  }

  @Test func whoeverWorkedOnARequestIsNotItsPerson() throws {
    let text = table("request_id,assignee_email,requested_at") { "\($0),agent@example.com,2026-11-01T00:00:00Z" }
    #expect(column("email", of: try Proposed.entry(text, as: "deletions.csv")) == [:])
  }

  // MARK: - Times

  @Test(
    arguments: [
      ("2026-01-01 00:00:00", true, nil), ("2026-01-01T00:00:00.5", true, nil), ("2026-01-01 00:00:00+01", false, nil),
      ("1767225600", false, nil), ("1767225600000", false, nil), ("1767225600000000", false, "us"),
      ("1767225600000000000", false, "ns"),
    ] as [(String, Bool, String?)])
  func unitsAndZones(time: String, asksForZone: Bool, unit: String?) throws {
    let entry = try Proposed.entry(
      table("uid,purpose,granted,consent_date") { "\($0),link:phone,true,\(time)" }, as: "c.csv")
    #expect(column("given_at", of: entry) == ["consent_date": .sure])
    #expect(entry.lines.contains { $0.key == .timeZone && $0.certainty == .question } == asksForZone)
    #expect(entry.lines.first { $0.key == .timeUnit }?.texts.first == unit)
  }

  @Test(arguments: ["11/04/2026 3:00 PM", "04.11.2026", "2026-11-04", "Nov 4 10:00:00"])
  func timesThatAreNotReadAreQuestions(time: String) throws {
    let entry = try Proposed.entry(
      table("uid,purpose,granted,consent_date") { "\($0),link:phone,true,\(time)" }, as: "c.csv")
    #expect(column("given_at", of: entry) == ["consent_date": .question])
  }

  @Test func aNameMaySayTheZone() throws {
    let text = table("uid,purpose,granted,consented_at_utc") { "\($0),link:phone,true,2026-01-01 00:00:00" }
    let zone = try Proposed.entry(text, as: "consents.csv").lines.first { $0.key == .timeZone }
    #expect(zone?.certainty == .sure && zone?.texts == ["UTC"])
  }

  /// Nobody in the table was deleted.
  @Test func aTimeThatIsNeverThereIsNotAnother() throws {
    let text = table("uid,plan,created_at,deleted_at") { "\($0),pro,2026-01-10T00:00:00Z," }
    let entry = try Proposed.entry(text, as: "deleted_users.csv")
    #expect(entry.kind == .accountDeletions)
    #expect(!entry.lines.contains { $0.key == .column("deleted_at") && $0.texts == ["created_at"] })
  }

  @Test func whatADatabaseWritesForNothingIsNoAnswer() throws {
    let rows = zip(Proposed.uids, ["t", "f", "none"]).map { "\($0),r-\($0),2026-01-01T00:00:00Z,\($1)\n" }.joined()
    let entry = try Proposed.entry("uid,request_id,requested_at,apple_credential\n" + rows, as: "deletions.csv")
    #expect(entry.lines.first { $0.key == .value(column: "apple_credential", theirs: "none") }?.texts == [""])
    let answers = try answers("granted", ["true", "false", "none"])
    #expect(answers.lines.first { $0.key == .value(column: "state", theirs: "none") }?.texts == [])
  }

  @Test(arguments: ["NULL", "\\N"])
  func aValueThatIsNotThereNeedsNoMeaning(null: String) throws {
    let text = table("user_id,email,request_id,requested_at") {
      "\($0 == "u1" ? $0 : null),\($0)@privaterelay.appleid.com,r-\($0),2026-01-01T00:00:00Z"
    }
    let entry = try Proposed.entry(text, as: "deletions.csv")
    #expect(column("uid", of: entry) == ["user_id": .sure])
    #expect(!entry.lines.contains { if case .value = $0.key { true } else { false } })
  }

  // MARK: - Names that mean something else

  /// Where no export shows which of them is the accounts', neither is proposed.
  @Test(arguments: ["created_at", "linked_at"])
  func aProvidersUIDBesideAnOwnerIsAQuestion(time: String) throws {
    let text = table("user_id,provider,uid,\(time)") {
      "9\($0.count),google_oauth2,10\($0.count)7,2026-01-01T00:00:00Z"
    }
    let both: [String: Certainty] = ["uid": .question, "user_id": .question]
    for users in [nil, Proposed.users] {
      #expect(column("uid", of: try Proposed.entry(text, as: "identities.csv", users: users)) == both)
    }
  }

  /// OmniAuth calls the provider's id of a person `uid`.
  @Test func theUidOfAProviderIsNotTheAccounts() throws {
    let text = table("user_id,provider,uid,created_at") { "\($0),google_oauth2,10\($0.count)7,2026-01-01T00:00:00Z" }
    #expect(column("uid", of: try Proposed.entry(text, as: "identities.csv")) == ["user_id": .sure])
  }

  @Test(arguments: ["login_events.csv", "sessions.csv", "user_logs.csv"])
  func aTableOfSignInsIsNotTakenForLinks(name: String) throws {
    let text = table("user_id,provider,created_at,ip_address") { "\($0),google,2026-01-01T00:00:00Z,192.0.2.1" }
    let entry = try Proposed.entry(text, as: name)
    #expect(entry.kind == .links && entry.isWithheld)
    #expect(try !Proposed.entry(text, as: "social_accounts.csv").isWithheld)
  }

  /// Events of a device that was offline are delivered days after they happened.
  @Test func theTimeOfDeliveryIsNotThatOfTheRequest() throws {
    let lines = Proposed.uids.map {
      #"{"userId":"\#($0)","request_id":"r-\#($0)","timestamp":"2026-11-01T00:00:00Z","#
        + #""receivedAt":"2026-11-12T00:00:00Z"}"# + "\n"
    }
    let entry = try Proposed.entry(lines.joined(), as: "deletion_requests.ndjson")
    #expect(column("requested_at", of: entry) == ["timestamp": .likely])
    let alone = table("user_id,request_id,received_at") { "\($0),r-\($0),2026-11-12T00:00:00Z" }
    #expect(column("requested_at", of: try Proposed.entry(alone, as: "deletions.csv")) == ["received_at": .sure])
  }

  @Test(arguments: [
    ("google_login", "link:google.com"), ("link_google", "link:google.com"), ("facebook_login", "link:facebook.com"),
    ("google or facebook", "link:social"), ("social_login", "link:social"), ("sms_mfa", "link:phone"),
  ])
  func aPurposeForOneProviderIsNotForAll(purpose: String, meaning: String) throws {
    let text = table("uid,purpose,granted,consented_at") { "\($0),\(purpose),true,2026-01-01T00:00:00Z" }
    let line = try Proposed.entry(text, as: "consents.csv").lines.first {
      $0.key == .value(column: "purpose", theirs: purpose)
    }
    #expect(line?.texts == [meaning] && line?.certainty == .question)
  }

  @Test func noAnswerIsAStatusToo() throws {
    let rows = zip(Proposed.uids, ["200", "0", "0"]).map { "\($0),2026-01-01T00:00:00Z,\($1),refresh_token\n" }
    let entry = try Proposed.entry("user_id,ts,status,token_type\n" + rows.joined(), as: "revocations.csv")
    #expect(column("http_status", of: entry) == ["status": .likely])
  }

  // MARK: - Decisions

  /// A column of our own name is read while it is empty, and one of another name is proposed.
  @Test func aTimeOfWithdrawalIsNotOfferedForIgnoring() throws {
    let empty = table("uid,purpose,granted,given_at,withdrawn_at") { "\($0),link:phone,true,2026-01-01T00:00:00Z," }
    let proposed = table("uid,purpose,granted,given_at,revoked_at") {
      "\($0),link:phone,true,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z"
    }
    for text in [empty, proposed] {
      let entry = try Proposed.entry(text, as: "consents.csv")
      #expect(!entry.lines.contains { if case .ignored = $0.key { true } else { false } }, "\(entry.lines)")
    }
    #expect(column("withdrawn_at", of: try Proposed.entry(proposed, as: "consents.csv")) == ["revoked_at": .likely])
  }

  private func answers(_ name: String, _ values: [String]) throws -> EntryProposal {
    let rows = zip(Proposed.uids, values).map { "\($0),link:phone,2026-01-01T00:00:00Z,\($1)\n" }.joined()
    return try Proposed.entry("uid,purpose,consented_at,\(name)\n" + rows, as: "consents.csv")
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
      #expect(column("given_at", of: try Proposed.entry(text, as: "consents.csv")) == ["consented_at": .question])
    }
  }

  @Test func purposesOfOnesOwnAreRejectedUntilTheyAreNamed() throws {
    let text = table("uid,purpose,consented_at") { "\($0),sms_login,2026-01-01T00:00:00Z" }
    let entry = try Proposed.entry(text, as: "consents.csv")
    let line = entry.lines.first { $0.key == .value(column: "purpose", theirs: "sms_login") }
    #expect(line?.certainty == .question && line?.texts == ["link:phone"])
    #expect(entry.lines.contains { $0.key == .value(column: "purpose", theirs: "link:phone") && $0.certainty == .sure })
    let plain = try Proposed.entry(text.replacingOccurrences(of: "sms_login", with: "link:sms"), as: "consents.csv")
    #expect(!plain.lines.contains { if case .value("purpose", _) = $0.key { true } else { false } })
  }

  // MARK: - Requests

  private func requests(_ types: String...) throws -> EntryProposal {
    let rows = types.enumerated().map { "\($0),\(Proposed.uids[$0 % 3]),\($1),2026-11-01T00:00:00Z\n" }.joined()
    return try Proposed.entry("ticket_id,uid,Request Type,requested_at\n" + rows, as: "tickets.csv")
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
    #expect(column("request_id", of: try Proposed.entry(text, as: "dsr.csv")) == ["ticket_id": .question])
    #expect(column("request_id", of: try Proposed.entry(text, as: "deletions.csv")) == ["ticket_id": .sure])
  }

  // MARK: - What is shown

  @Test func examplesAreMaskedWhereTheyArePersonal() throws {
    let text = table("person,phone,city,when,note") {
      "Ann \($0),15550100123,Berlin,2026-01-01T00:00:00Z,called ann@example.com \($0)"
    }
    let proposal = try Proposed.all(text, as: "list.csv")
    #expect(proposal.text.contains("#   city  `Berlin`"), "\(proposal.text)")
    #expect(proposal.text.contains("#   when  `2026-01-01T00:00:00Z`"))
    for personal in ["Ann", "1555", "called", "ann@"] { #expect(!proposal.text.contains(personal), "\(personal)") }
  }

  @Test func keysOutsideOfInputsAreAskedFor() throws {
    let notice =
      #"{"type":"email-disabled","sub":"s","event_time":1793527200000,"aud":"com.example.app","email":"a@privaterelay.appleid.com"}"#
    let notices = try Proposed.all(notice + "\n", as: "notices.ndjson").text
    #expect(notices.contains("# apple: {client_ids: [com.example.app]}"), "\(notices)")
    let mail = "recipient,sender,at\nr@privaterelay.appleid.com,news@shop.example,2026-01-01T00:00:00Z\n"
    let mails = try Proposed.all(mail, as: "mail.csv").text
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
    let entry = try Proposed.entry("user_id,purpose,consented_at,decision\n" + first + later, as: "consents.csv")
    #expect(entry.lines.contains { $0.key == .value(column: "state", theirs: "denied") })
  }

  @Test(arguments: [
    "", "\n\n\n", "a", "a,b\n", "{", "[", "[]", "{}", "[1,2]", "\"\"",
    "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}",
    "a,a\n1,2\n", ",,,\n,,,\n", "uid\u{0},purpose\nu1,p\n", "{\"uid\":\"u1\",\"uid\":\"u2\",\"consent\":true}\n",
  ])
  func oddFilesBreakNothing(text: String) throws {
    let proposal = try Proposed.all(text, as: "consents.csv")
    #expect(try Configuration(yaml: proposal.text, name: "x").inputs.isEmpty == false)
  }
}
