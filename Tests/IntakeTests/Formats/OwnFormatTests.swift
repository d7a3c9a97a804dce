import Evidence
import Intake
import Testing
import Timestamps

@Suite struct OwnFormatTests {
  static let time = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01

  @Test(arguments: ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "1767225600", "1767225600000"])
  func readsConsentsInAllForms(time: String) throws {
    let json = Int64(time) == nil ? "\"\(time)\"" : time
    let object =
      #"{"uid":" u1 ","purpose":"Link:Email","given_at":\#(json),"state":"RENEWED","explicit":"TRUE","method":"","banner":"b","id_token":"x","weight":1.5}"#
    let expected = ConsentRecord(
      subject: Subject(uid: "u1"), purpose: "link:email", givenAt: Self.time, state: .renewed, isExplicit: true,
      detail: ["banner": "b", "weight": "1.5"])
    for (text, format) in [
      (object + "\n", "relay-audit-ndjson"), ("[\(object)]", "relay-audit-json"),
      (
        "\u{FEFF}uid,purpose,given_at,state,explicit,method,banner,id_token,weight\r\nu1, Link:Email ,\(time),renewed,1,,b,x,1.5\r\n",
        "relay-audit-csv"
      ),
    ] {
      let result = try read(text)
      #expect(result.outcome == .recognised(kind: .consents, format: format))
      #expect(result.sink.records == [.consent(expected)])
      #expect(result.summary.rejects.isEmpty)
      #expect(result.summary.columnsIgnored.contains("banner"))
    }
  }

  @Test func showsTheTimeUnit() throws {
    let seconds = try read("uid,purpose,given_at\nu,p,1767225600\n")
    #expect(seconds.summary.timeUnits == [.seconds])
    let text = try read("uid,purpose,given_at\nu,p,2026-01-01T00:00:00Z\n")
    #expect(text.summary.timeUnits == [.rfc3339])
  }

  @Test func readsLinks() throws {
    let result = try read(
      "email,provider,linked_at,action,actor,tenant\na@example.com,Google.com,1767225600,unlink,admin,t\n")
    #expect(
      result.sink.records == [
        .link(
          LinkRecord(
            subject: Subject(tenant: "t", email: "a@example.com"), provider: "google.com", linkedAt: Self.time,
            action: .unlink, actor: "admin"))
      ])
  }

  @Test func readsDeletions() throws {
    let result = try read(
      #"{"apple_sub":"s","request_id":"r1","requested_at":1767225600,"status":"in_progress","regulation":"gdpr","apple_credential":true,"user_directed_to_manual_revocation":"1","completed_at":null}"#
    )
    #expect(
      result.sink.records == [
        .deletion(
          DeletionRecord(
            subject: Subject(appleSub: "s"), requestID: "r1", requestedAt: Self.time, status: .inProgress,
            regulation: .gdpr, hasAppleCredential: true, isDirectedToManualRevocation: true))
      ])
  }

  @Test func readsRevocations() throws {
    let result = try read(
      "request_id,at,endpoint,http_status,token_type,outcome,code_issued_at,trace_id\nr1,1767225600,apple,200,refresh_token,revoked,1767225600,t\n"
    )
    #expect(
      result.sink.records == [
        .revocation(
          RevocationRecord(
            subject: Subject(), requestID: "r1", at: Self.time, endpoint: .apple, httpStatus: 200,
            tokenType: .refreshToken, outcome: .revoked, traceID: "t", codeIssuedAt: Self.time))
      ])
  }

  @Test func readsAccountDeletions() throws {
    let result = try read("uid,deleted_at,actor,method\nu,1767225600,ops,Batch\n")
    #expect(
      result.sink.records == [
        .accountDeletion(
          AccountDeletionRecord(
            subject: Subject(uid: "u"), deletedAt: Self.time, actor: "ops", method: .batch))
      ])
  }

  @Test func readsAliases() throws {
    let result = try read("old_sub,new_sub,old_email,new_email\na,b,,\n,,,x\n")
    #expect(result.sink.records == [.alias(AliasRecord(oldSub: "a", newSub: "b"))])
    #expect(result.summary.rejects.map(\.locator) == ["line 3"])
  }

  @Test(arguments: [
    #"{"type":"consent-revoked","sub":"s","event_time":1767225600000,"jti":"j","aud":"com.example.app","iat":1767225600,"is_private_email":"TRUE"}"#,
    #"{"iss":"https://appleid.apple.com","aud":"com.example.app","iat":1767225600,"jti":"j","events":"{\"type\":\"consent-revoked\",\"sub\":\"s\",\"event_time\":1767225600000,\"is_private_email\":\"true\"}"}"#,
    #"{"iss":"https://appleid.apple.com","aud":"com.example.app","iat":1767225600,"jti":"j","events":{"type":"consent-revoked","sub":"s","event_time":1767225600,"is_private_email":true}}"#,
    #"{"type":"consent-revoked","sub":"s","event_time":1767225600,"jti":"j","aud":["com.example.app"],"#
      + #""iat":1767225600,"is_private_email":true}"#,
  ])
  func readsDecodedNotifications(text: String) throws {
    let result = try read(text + "\n" + text)
    #expect(result.outcome == .recognised(kind: .notifications, format: "relay-audit-ndjson"))
    var expected = NotificationRecord(
      type: "consent-revoked", sub: "s", eventTime: Self.time, isPrivateEmail: true, jti: "j",
      audience: "com.example.app", issuedAt: Self.time)
    if text.contains("iss") { expected.detail = ["iss": "https://appleid.apple.com"] }
    #expect(result.sink.records == [.notification(expected), .notification(expected)])
  }

  /// As RFC 7519, section 4.1.3, allows: several names in a list.
  @Test(arguments: [
    (#"["a","b"]"#, "a b"), ("null", nil), ("[]", "not text"), (#"["a",null]"#, "not text"), (#"[""]"#, "not text"),
    (#"["a",true]"#, "not text"), (#"["a",["b"]]"#, "not text"), ("{}", "not text"),
  ])
  func readsTheAudiencesOfADecodedNotification(text: String, expected: String?) throws {
    let result = try read(#"{"type":"consent-revoked","sub":"s","event_time":1767225600,"aud":\#(text)}"#)
    guard case .notification(let record)? = result.sink.records.first else {
      #expect(result.summary.rejects.map(\.reason) == ["`aud` is \(expected ?? "")"])
      return
    }
    #expect(record.audience == expected)
  }

  @Test(arguments: [
    ("purpose", #"{"uid":"u","given_at":1767225600}"#, "`purpose` is missing"),
    (
      "subject", #"{"purpose":"p","given_at":1767225600,"tenant":"t"}"#,
      "no person is named: one of `uid`, `email`, `phone`, `apple_sub`, `email_sha256` is required"
    ),
    (
      "state", #"{"uid":"u","purpose":"p","given_at":1767225600,"state":"maybe"}"#,
      "`state` is `maybe`, which is not one of `given`, `renewed`, `refused`, `withdrawn`, `expired`, `requested`, `unknown`"
    ),
    (
      "bool", #"{"uid":"u","purpose":"p","given_at":1767225600,"explicit":"yes"}"#,
      "`explicit` is `yes`, which is neither true nor false; say under `values` in the configuration what it means"
    ),
    (
      "time", #"{"uid":"u","purpose":"p","given_at":"2026-01-01"}"#,
      "`given_at` is `2026-01-01`, which is a date without a time of day, so the moment is unknown; export the time as well"
    ),
    (
      "no day", #"{"uid":"u","purpose":"p","given_at":"2026-11-31T00:00:00Z"}"#,
      "`given_at` is `2026-11-31T00:00:00Z`, but there is no such day"
    ),
    (
      "past", #"{"uid":"u","purpose":"p","given_at":"1999-12-31T23:59:59Z"}"#,
      "`given_at` is `1999-12-31T23:59:59Z`, which is not between 2000-01-01 and one day after the as-of time"
    ),
    (
      "future", #"{"uid":"u","purpose":"p","given_at":1767225600,"withdrawn_at":99999999999999}"#,
      "`withdrawn_at` is `99999999999999`, which as milliseconds is not between 2000-01-01 and one day after the as-of time"
    ),
    (
      "hash", #"{"email_sha256":"abc","purpose":"p","given_at":1767225600}"#,
      "`email_sha256` is not 64 hexadecimal digits"
    ),
    (
      "twice", #"{"uid":"u","uid":"v","purpose":"p","given_at":1767225600}"#,
      "`uid` occurs twice in the record; keep the value that counts"
    ),
    ("type", #"{"uid":{},"purpose":"p","given_at":1767225600}"#, "`uid` is not text"),
    (
      "huge", #"{"uid":"u","purpose":"p","given_at":123456789012345678901234567890}"#,
      "a number in the record is malformed or too large"
    ),
    ("broken", #"{"uid":"u","purpose""#, "the record is not valid JSON"),
  ])
  func isStrict(name: String, line: String, reason: String) throws {
    let good = #"{"uid":"u","purpose":"p","given_at":1767225600}"#
    // The first line may be the broken one: the others still show what the file is.
    let result = try read("\(line)\n\(good)\n\n\(line)\n\(good)")
    #expect(result.summary.records == 2)
    #expect(result.summary.rejects.map(\.locator) == ["line 1", "line 4"])
    #expect(result.summary.rejects.first?.reason.isEmpty == false)
    if name != "broken" { #expect(result.summary.rejects.first?.reason == reason) }
    #expect(result.sink.places == [2, 5])
  }

  @Test func lowerCasesHashes() throws {
    let hash = String(repeating: "AB", count: 32)
    let result = try read("email_sha256,purpose,given_at\n\(hash),p,1767225600\n")
    #expect(result.sink.consents.first?.subject.emailSHA256 == hash.lowercased())
  }

  @Test func tellsEachKindApart() throws {
    let heads: [(String, EvidenceKind)] = [
      ("uid,purpose,given_at", .consents), ("uid,provider,linked_at", .links),
      ("uid,request_id,requested_at", .deletions), ("uid,request_id,requested_at,deleted_at", .deletions),
      ("uid,at,outcome", .revocations), ("uid,deleted_at", .accountDeletions), ("type,sub,event_time", .notifications),
      ("old_email,new_email", .aliases),
    ]
    for (header, kind) in heads {
      let result = try read(header + "\n")
      #expect(result.summary.kind == kind)
      #expect(result.summary.records == 0)
    }
  }

  @Test func asksWhereAFileMayBeEither() throws {
    let text = "uid,purpose,given_at,provider,linked_at\nu,p,1767225600,google.com,1767225600\n"
    let result = try read(text)
    #expect(
      result.outcome == .unrecognised("the file may be of kind consents or links; say which with --input KIND=PATH"))
    #expect(try read(text, settings: SourceSettings(kind: .links)).summary.kind == .links)
  }

  @Test func namesAMissingColumnOnce() throws {
    let result = try read("uid,given_at\nu,1767225600\nv,1767225600\n", settings: SourceSettings(kind: .consents))
    let reason = "the header has no column `purpose`; say under `columns` what it is called"
    #expect(result.summary.fileError == reason)
    #expect(result.summary.rejects == [Reject(locator: "line 1", reason: reason)])
    #expect(result.summary.records == 0)
  }

  @Test func mapsColumns() throws {
    let settings = SourceSettings(
      kind: .consents, columns: ["uid": "customer", "purpose": "topic", "given_at": "ts"],
      constants: ["explicit": "true", "state": "given"], timeUnit: .seconds)
    for text in ["customer,topic,ts\nu,p,1767225600\n", #"{"customer":"u","topic":"p","ts":1767225600}"#] {
      let result = try read(text, settings: settings)
      #expect(
        result.sink.records == [
          .consent(ConsentRecord(subject: Subject(uid: "u"), purpose: "p", givenAt: Self.time, isExplicit: true))
        ])
    }
  }

  @Test func neverKeepsSecrets() throws {
    let result = try read(
      #"{"uid":"u","purpose":"p","given_at":1767225600,"refresh_token":"r","client_secret":"c","note":"eyJhbGciOi.eyJzdWIi.x","pem":"-----BEGIN PRIVATE KEY-----","ok":"v"}"#
    )
    #expect(result.sink.consents.first?.detail == ["ok": "v"])
  }
}
