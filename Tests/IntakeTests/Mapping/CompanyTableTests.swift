import Evidence
import Intake
import Testing
import Timestamps

/// Tables as companies have them: other tables that look like evidence, columns that nobody reads, times that are none.
@Suite struct CompanyTableTests {
  /// Excel reads the line as the delimiter, and hides it.
  @Test func theLineOfExcelIsNamed() throws {
    let text = "sep=;\nuid;purpose;given_at\nu1;link:phone;2026-01-01T00:00:00Z\n"
    for columns in [[:], ["uid": "uid"]] {
      let told = try read(text, settings: SourceSettings(kind: .consents, columns: columns)).summary.fileError
      #expect(told?.contains("the first line, `sep=`, is Excel's own and no header") == true, "\(told ?? "")")
    }
  }

  /// A person's last log-in, or the end of anything, is noted in many tables.
  @Test(arguments: [
    "user_id,last_login,device\nu1,2026-08-01T00:00:00.000Z,phone\n",
    "id,provider,uid,last_login,date_joined,extra_data,user_id\n1,apple,x,2026-01-10 00:00:00+00,,,42\n",
    "id,uid,body,created_at,deleted_at\n1,u1,hello,2026-08-01T10:00:00Z,2026-09-02T10:00:00Z\n",
    "uid,filename,deleted_at\nu1,a.jpg,2026-09-02T10:00:00Z\n", "uid,order_id,deleted_at\nu1,7,2026-09-02T10:00:00Z\n",
  ])
  func anotherTableIsNoEvidence(text: String) throws {
    #expect(try read(text).summary.kind == nil)
  }

  @Test func anExportOfAccountsIsOne() throws {
    let line = #"{"user_id":"auth0|1","email":"a@example.com","last_login":"2026-01-01T00:00:00.000Z"}"#
    #expect(try read(line + "\n").summary.kind == .accounts)
    for more in ["", ",comment", ",actor,body", ",method,description"] {
      let cells = String(repeating: ",", count: more.count { $0 == "," })
      let text = "uid,deleted_at\(more)\nu1,2026-09-02T10:00:00Z\(cells)\n"
      #expect(try read(text).summary.kind == .accountDeletions, "\(more)")
    }
  }

  @Test(arguments: [("type", "access"), ("request_type", "data_portability"), ("requestType", "rectification")])
  func anotherRequestIsNoDeletion(column: String, value: String) throws {
    let text = "uid,request_id,requested_at,\(column)\nu,r,1767225600,"
    #expect(try read(text + value + "\n").summary.undecided == [column])
    #expect(try read(text + "deletion\n").summary.undecided == [])
  }

  /// Jira's export has a column for each label.
  @Test func aRepeatedColumnThatNothingReads() throws {
    let settings = SourceSettings(kind: .deletions, columns: ["uid": "Reporter", "request_id": "Key"])
    let text = "Key,Reporter,requested_at,Labels,Labels\nr,u,1767225600,a,b\n"
    #expect(try read(text, settings: settings).summary.records == 1)
    let twice = try read(text.replacing("Labels", with: "Key"), settings: settings).summary
    let reasons = twice.rejects.map(\.reason) + [twice.fileError].compactMap(\.self)
    #expect(reasons.contains { $0.contains("have the same name") }, "\(reasons)")
  }

  /// What stands for no time is told under `values`; all other times are read.
  @Test func aTimeThatIsNone() throws {
    var settings = SourceSettings(kind: .consents)
    settings.record.values = ["withdrawn_at": ["9999-12-31": "", "infinity": ""]]
    let times: [(String, Int64?)] = [
      ("9999-12-31", nil), ("infinity", nil), ("2026-02-01T00:00:00Z", 1_769_904_000_000),
    ]
    for (value, time) in times {
      let result = try read("uid,purpose,given_at,withdrawn_at\nu,p,1767225600,\(value)\n", settings: settings)
      guard case .consent(let record)? = result.sink.records.first else {
        Issue.record("no consent: \(result.summary.rejects)")
        continue
      }
      #expect(record.withdrawnAt?.milliseconds == time, "\(value)")
    }
  }

  @Test(arguments: [
    ("google", "google.com"), ("google-oauth2", "google.com"), ("sms", "phone"), ("phone_number", "phone"),
    ("apple", "apple.com"), ("oidc.acme", "oidc.acme"), ("Google.com", "google.com"),
  ])
  func aLinkNamesAProvider(name: String, provider: String) throws {
    let result = try read(#"{"uid":"u","provider":"\#(name)","linked_at":"2026-01-01T00:00:00Z"}"# + "\n")
    guard case .link(let record)? = result.sink.records.first else {
      Issue.record("\(result.sink.records.first as Any)")
      return
    }
    #expect(record.provider == provider)
  }
}
