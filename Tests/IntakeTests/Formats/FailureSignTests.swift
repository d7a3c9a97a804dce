import Evidence
import Intake
import Testing

/// What columns that nothing reads say of a record.
@Suite struct FailureSignTests {
  private func revocation(_ text: String, _ settings: SourceSettings = SourceSettings()) throws -> RevocationRecord {
    let result = try read(text, settings: settings)
    let found = result.sink.records.compactMap { if case .revocation(let record) = $0 { record } else { nil } }
    return try #require(found.first, "\(result.summary.rejects)")
  }

  private static let own = #"{"uid":"u1","at":1767225600,"endpoint":"apple","http_status":200"#

  @Test(arguments: [
    #""revoked":false"#, #""apple_token_revoked":"false""#, #""severity":"ERROR""#, #""event":"apple_revoke_failed""#,
    #""result":{"ok":false}"#, #""metadata":{"revoked":null}"#, #""apple":{"error":"invalid_client"}"#,
    #""err":{"code":"invalid_client"}"#, #""appleStatus":400"#, #""revoke_result":"error""#,
    #""revocation_status":"failed""#, #""body":"{\"deleted\":true,\"apple_token_revoked\":false}""#,
    #""response":{"status":503}"#, #""is_simulation":true"#, #""isSimulated":1"#, #""sandbox":"true""#,
    #""is_test":true"#, #""IsFaulted":1"#, #""isSuccessStatusCode":false"#, #""sent":false"#, #""executed":"no""#,
    #""Dry run?":"x""#, #""properties":{"success":false}"#, #""mdc":{"error":"invalid_client"}"#,
    #""context":{"dry_run":true}"#, #""properties":"{\"success\":false}""#,
    #""device":{"info":{"dryRun":true}}"#, #""properties.success":false"#,
    #""result":"ERR""#, #""result":"NOK""#, #""response":"invalid_request""#, #""result":"invalid_grant""#,
    #""message":"token not revoked""#, #""event":"apple_token_not_revoked""#, #""status":"skipped""#,
    #""state":"queued""#, #""result":false"#, #""response":"400 Bad Request""#, #""response":"ERR""#,
    #""response_code":400"#, #""reason":"invalid_grant""#, #""detail":"invalid_client""#, #""aborted":true"#,
    #""completed":false"#, #""state":"pending""#, #""state":"FAILED_PERMANENTLY""#, #""state":"dead_letter""#,
    #""message":"Apple answered invalid_client""#, #""message":"skipped: account has no apple token""#,
    #""message":"would revoke token""#, #""message":"nothing to revoke""#, #""message":"Token would be revoked""#,
    #""message":"[dry run] revoke""#, #""message":"unable to revoke""#, #""message":"revoke timed out""#,
    #""message":"revocation queued""#, #""state":"in_progress""#, #""phase":"pending""#, #""done":false"#,
    #""job_status":"queued""#, #""result":"no""#, #""simulate":true"#, #""jsonPayload":{"success":false}"#,
  ])
  func aCallWasNoSuccess(sign: String) throws {
    #expect(try revocation(Self.own + "," + sign + "}\n").error != nil)
    // The same beside columns that a configuration maps. There, an event has to be named.
    guard !sign.contains("event"), !sign.contains("message") else { return }
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "user", "http_status": "code"])
    let mapped = #"{"user":"u1","at":1767225600,"endpoint":"apple","code":200,"# + sign + "}\n"
    #expect(try revocation(mapped, settings).error != nil)
  }

  @Test(arguments: [
    #""revoked":true"#, #""severity":"INFO""#, #""event":"apple_token_revoked""#, #""msg":"revoked, no failed calls""#,
    #""result":{"ok":true}"#, #""user":{"status":"rejected"}"#, #""err":{}"#, #""appleStatus":200"#,
    #""body":"{\"apple_token_revoked\":true}""#, #""metadata":{"note":null}"#, #""device":{"sandbox":true}"#,
    #""user":{"is_test":true}"#, #""sent":true"#, #""user":{"metadata":{"status":"rejected"}}"#,
    #""user.status":"failed""#, #""result":"OK""#, #""state":"done""#, #""message":"no failure, token revoked""#,
    #""response":"{}""#, #""aborted":false"#, #""result":"revoked, retries: 1, last failure: timeout""#,
    #""message":"Revocation succeeded after 2 failed attempts""#,
    #""message":"token revoked (previous attempt failed)""#,
    #""message":"Apple tokens revoked after 2 failed attempts""#, #""message":"token revoked, cleanup queued""#,
    #""response":"200 OK""#, #""completed":true"#,
    #""reason":"user deleted the account""#,
  ])
  func aCallStaysASuccess(sign: String) throws {
    #expect(try revocation(Self.own + "," + sign + "}\n").error == nil)
  }

  /// What stands beside the status is of the call, whatever the object is called.
  @Test(arguments: [
    ("success", "false"), ("error", #""invalid_client""#), ("errorCode", #""E1""#), ("dry_run", "true"),
    ("outcome", #""failed""#), ("state", #""failed""#), ("exception", #""TimeoutError""#),
  ])
  func whatStandsBesideTheStatusIsOfTheCall(name: String, value: String) throws {
    let text = value.replacing("\"", with: "")
    let files = [
      #"{"uid":"u1","at":1767225600,"job":{"code":200,"\#(name)":\#(value)}}"# + "\n",
      "uid,at,job\nu1,1767225600,\"{\"\"code\"\":200,\"\"\(name)\"\":\"\"\(text)\"\"}\"\n",
      "uid,at,job.code,job.\(name)\nu1,1767225600,200,\(text)\n",
    ]
    var settings = SourceSettings(kind: .revocations, columns: ["http_status": "job.code"])
    for file in files { #expect(try revocation(file, settings).error != nil, "\(file)") }
    settings.record.ignored = ["job.\(name)"]
    for file in files { #expect(try revocation(file, settings).error == nil, "\(file)") }
    // Of a person's object, it is of the person.
    settings = SourceSettings(kind: .revocations, columns: ["uid": "job.uid"])
    let other = #"{"at":1767225600,"http_status":200,"job":{"uid":"u1","\#(name)":\#(value)}}"# + "\n"
    #expect(try (revocation(other, settings).error != nil) == (name == "dry_run"))
  }

  @Test func aCellOfWhichNothingIsReadMaySayThatACallFailed() throws {
    let text = "uid,at,http_status,context\nu1,1767225600,200,\"{\"\"dry_run\"\":true}\"\n"
    var settings = SourceSettings(kind: .revocations)
    #expect(try revocation(text, settings).error != nil)
    settings.columns = ["uid": "uid"]
    #expect(try revocation(text, settings).error != nil)
    settings.record.ignored = ["context"]
    #expect(try revocation(text, settings).error == nil)
  }

  @Test(arguments: ["0", "000", "-1"])
  func noAnswerIsAFailure(status: String) throws {
    let record = try revocation("uid,at,endpoint,http_status\nu1,1767225600,apple,\(status)\n")
    #expect(record.httpStatus == nil && record.outcome == .failed)
  }

  /// As HTTP writes it, with its reason.
  @Test(arguments: [
    ("200 OK", 200), ("400 Bad Request", 400), ("503", 503), ("HTTP/1.1 200 OK", 200), ("HTTP/2 401", 401),
  ])
  func aStatusMayHaveItsReason(text: String, status: Int) throws {
    #expect(try revocation("uid,at,endpoint,http_status\nu1,1767225600,apple,\(text)\n").httpStatus == status)
  }

  @Test(arguments: ["OK", "2000 OK", "200 failed", "20 OK"])
  func anotherTextIsNoStatus(text: String) throws {
    let summary = try read("uid,at,endpoint,http_status\nu1,1767225600,apple,\(text)\n").summary
    #expect(summary.rejects.first?.reason.contains("not an HTTP status") == true)
  }

  private static let signIn = #"{"uid":"u1","at":1767225600,"provider":"apple.com""#

  @Test(arguments: [
    #""result":"failure""#, #""success":false"#, #""event":"login_failed""#, #""error":"invalid_nonce""#,
    #""login_status":"failed""#,
  ])
  func nobodySignedIn(sign: String) throws {
    let own = try read(Self.signIn + "," + sign + "}\n")
    #expect(own.sink.records.isEmpty && own.summary.rejected == 0)
    var settings = SourceSettings(kind: .signIns, columns: ["uid": "user"])
    settings.record.ignored = ["-"]
    let row = Self.signIn.replacing("uid", with: "user") + "," + sign + "}\n"
    #expect(try read(row, settings: settings).sink.records.isEmpty)
    // A configuration may say that the column decides nothing.
    settings.record.ignored = [String(sign.split(separator: "\"")[0])]
    #expect(try read(row, settings: settings).sink.records.count == 1)
  }

  @Test(arguments: [#""result":"success""#, #""success":true"#, #""state":"xyz""#, #""revoked":false"#])
  func somebodySignedIn(sign: String) throws {
    #expect(try read(Self.signIn + "," + sign + "}\n").sink.records.count == 1)
  }

  private static let notice = #"{"type":"consent-revoked","sub":"s1","event_time":1767225600,"jti":"j1""#

  @Test(arguments: [
    #""verified":false"#, #""signature_valid":"no""#, #""status":"rejected""#, #""error":"bad signature""#,
    #""accepted":false"#,
  ])
  func aNoticeThatWasTurnedAwayIsARejectedRecord(sign: String) throws {
    let result = try read(Self.notice + "," + sign + "}\n")
    #expect(result.sink.records.isEmpty && result.summary.rejected == 1)
  }

  @Test(arguments: [#""verified":true"#, #""status":"processed""#, #""error":"timeout""#])
  func aNoticeThatWasAcceptedCounts(sign: String) throws {
    #expect(try read(Self.notice + "," + sign + "}\n").sink.records.count == 1)
  }

  @Test(arguments: ["NULL", "\\N"])
  func nobodyIsCalledNull(null: String) throws {
    let own = try read("uid,email,purpose,given_at,method\n\(null),a@example.com,p,1767225600,\(null)\n")
    #expect(own.sink.consents.map(\.subject) == [Subject(email: "a@example.com")])
    #expect(own.sink.consents.map(\.method) == [nil])
    let mapped = try read(
      "user,mail,purpose,given_at\n\(null),a@example.com,p,1767225600\n",
      settings: SourceSettings(kind: .consents, columns: ["uid": "user", "email": "mail"]))
    #expect(mapped.sink.consents.map(\.subject) == [Subject(email: "a@example.com")])
    let nobody = try read("uid,purpose,given_at\n\(null),p,1767225600\n")
    #expect(nobody.summary.rejected == 1)
  }
}
