import Evidence
import Intake
import Testing

/// What stands in place of a person's name and is none is rejected: it would name nobody.
@Suite struct NamedPersonTests {
  @Test(arguments: [
    "Kim Lee <a@example.com>", "<a@example.com>", "mailto:a@example.com", "a@example.com;", "'a@example.com",
    "a%40example.com", "a@example.com.", "a b@example.com", "none",
  ])
  func anAddressStandsAlone(email: String) throws {
    let lines = [
      #"{"email":"\#(email)","purpose":"link:phone","given_at":"2026-01-01T00:00:00Z"}"#,
      #"{"email":"\#(email)","request_id":"r","requested_at":"2026-01-01T00:00:00Z"}"#,
      #"{"email":"\#(email)","at":"2026-01-01T00:00:00Z","endpoint":"apple","http_status":200}"#,
    ]
    for line in lines {
      let summary = try read(line + "\n").summary
      #expect(summary.rejects.map(\.reason).first?.hasPrefix("`email` is not a plain address") == true, "\(line)")
      // A stronger name decides.
      for name in [#""uid":"u""#, #""phone":"+15550101""#] {
        let named = line.replacing("{", with: "{\(name),")
        #expect(try read(named + "\n").summary.rejected == 0, "\(named)")
      }
    }
    // In mail, an address in angle brackets is one, and nobody counts mail to other hosts.
    for (host, rejected) in [("example.com", 0), ("privaterelay.appleid.com", email.contains("<") ? 0 : 1)] {
      let recipient = email.replacing("example.com", with: host)
      let mail =
        #"{"recipient":"\#(recipient)","sender":"a@example.com","at":"2026-01-01T00:00:00Z","outcome":"delivered"}"#
      guard recipient != "none" else { continue }
      #expect(try Int(read(mail + "\n").summary.rejected) == rejected, "\(mail)")
    }
  }

  @Test(arguments: [" a@example.com ", "o'neil+x@example.com", "A@EXAMPLE.COM", "ä@example.com"])
  func whatIsPartOfAnAddressStays(email: String) throws {
    let line = #"{"email":"\#(email)","purpose":"link:phone","given_at":"2026-01-01T00:00:00Z"}"#
    #expect(try read(line + "\n").summary.rejected == 0)
  }

  @Test(arguments: ["42.0", "4.2E+01"]) func aUidThatBecameADecimalNumber(uid: String) throws {
    let summary = try read("uid,purpose,given_at\n\(uid),link:phone,2026-01-01T00:00:00Z\n").summary
    #expect(summary.rejects.map(\.reason).first?.hasPrefix("`uid` is written as a decimal number") == true)
  }

  /// What is disabled or refused is among the fields of an object, too.
  @Test(arguments: [
    #"{""enabled"":[],""disabled"":[""link:phone""]}"#, #"[{""purpose"":""link:phone"",""status"":""denied""}]"#,
    "{'denied': ['link:phone']}", "{enabled=[], disabled=[link:phone]}", "{enabled: [], disabled: [link:phone]}",
  ])
  func anObjectIsNoPurpose(cell: String) throws {
    let summary = try read("uid,purpose,given_at\nu,\"\(cell)\",2026-01-01T00:00:00Z\n").summary
    #expect(summary.rejects.map(\.reason).first?.hasPrefix("`purpose` holds an object") == true)
  }

  @Test(arguments: ["{link:phone,link:email}", #"{""link:phone""}"#, #"[""link:phone""]"#])
  func aListOfPurposesIsOne(cell: String) throws {
    #expect(try read("uid,purpose,given_at\nu,\"\(cell)\",2026-01-01T00:00:00Z\n").summary.rejected == 0)
  }

  @Test func quotesBehindASpaceEncloseAField() throws {
    let result = try read("uid,purpose,given_at\nu, \"link:phone\",2026-01-01T00:00:00Z\n")
    guard case .consent(let record)? = result.sink.records.first else {
      Issue.record("\(result.sink.records.first as Any)")
      return
    }
    #expect(record.purpose == "link:phone")
  }

  /// A column that the mapping gives another meaning does not have that of its name as well.
  @Test func aMappedColumnIsReadOnce() throws {
    let settings = SourceSettings(kind: .consents, columns: ["uid": "Identifier"])
    let text = "Identifier,purpose,given_at\nu,link:phone,2026-01-01T00:00:00Z\n"
    let first = try read(text, settings: settings).sink.records.first
    guard case .consent(let record)? = first else {
      Issue.record("\(first as Any)")
      return
    }
    #expect(record.subject.uid == "u" && record.identifier == nil)
    // What names the person does so under another meaning too.
    let named = SourceSettings(kind: .consents, columns: ["identifier": "email"])
    let own = "email,purpose,given_at\na@example.com,link:email,2026-01-01T00:00:00Z\n"
    #expect(try read(own, settings: named).summary.records == 1)
  }

  @Test func titlesThatDifferInCapitalsAloneAreRefused() throws {
    let text = "uid,purpose,given_at,State,STATE\nu,p,2026-01-01T00:00:00Z,given,withdrawn\n"
    let summary = try read(text, settings: SourceSettings(kind: .consents, columns: ["uid": "uid"])).summary
    let reasons = summary.rejects.map(\.reason) + [summary.fileError].compactMap(\.self)
    #expect(reasons.contains { $0.contains("differ only in upper and lower case") }, "\(reasons)")
  }
}
