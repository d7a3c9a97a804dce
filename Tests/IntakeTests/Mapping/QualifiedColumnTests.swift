import Evidence
import Intake
import Testing

/// Words around what looks like a decision, and the objects that hold it, make no difference.
@Suite struct QualifiedColumnTests {
  private static let rows: [EvidenceKind: (table: String, cells: String, json: String)] = [
    .consents: ("uid,purpose,given_at", "u,p,1767225600", #""uid":"u","purpose":"p","given_at":1767225600"#),
    .deletions: (
      "uid,request_id,requested_at", "u,r,1767225600", #""uid":"u","request_id":"r","requested_at":1767225600"#
    ),
    .revocations: (
      "uid,at,http_status", "u,1767225600,200", #""uid":"u","at":1767225600,"http_status":200"#
    ),
    .links: ("uid,provider,linked_at", "u,phone,1767225600", #""uid":"u","provider":"phone","linked_at":1767225600"#),
  ]

  /// What is undecided of a table and of JSON with the column.
  private func undecided(_ name: String, _ value: String, _ kind: EvidenceKind) throws -> [[String]] {
    let row = try #require(Self.rows[kind])
    return [
      try read("\(row.table),\(name)\n\(row.cells),\(value)\n").summary.undecided,
      try read("{\(row.json),\"\(name)\":\"\(value)\"}\n").summary.undecided,
    ]
  }

  // MARK: - Words

  @Test(arguments: [
    "consent_granted", "consentGranted", "ConsentGranted", "consentgranted", "is_consent_granted", "consent_accepted",
    "consent_choice", "consent_action", "consent_decision", "user_consent", "user_choice", "customerConsent",
    "opt_in_status", "optin_status", "agreement_status", "permission_granted", "permission_status", "current_state",
    "consent_active", "consent_valid", "consent_status_name", "last_status", "user_opted_out", "data.status",
    "consent.accepted", "consent.granted", "a.b.granted", "status.name", "data.consent_granted", "Consent Given On",
    "status_desc", "Status_Description", "record_state", "rec_status", "row_status", "lifecycle_stage",
    "HasOptedOutOfEmail", "gave_consent", "givenConsent", "opt",
  ])
  func aQualifiedDecisionOnAConsentIsNamed(name: String) throws {
    for found in try undecided(name, "N", .consents) { #expect(found == [name]) }
  }

  @Test(arguments: [
    "deletion_status", "erasure_status", "dsr_status", "ticket_status", "request_outcome", "final_status",
    "processing_status", "account_deletion_status", "deletionRequestState", "user_request_status", "ticket.status",
  ])
  func aQualifiedDecisionOnARequestIsNamed(name: String) throws {
    for found in try undecided(name, "cancelled", .deletions) { #expect(found == [name]) }
  }

  @Test(arguments: ["link_active", "linkActive", "is_link_active", "is_active", "link_is_valid", "data.active"])
  func aQualifiedNoToALinkIsNamed(name: String) throws {
    for found in try undecided(name, "false", .links) { #expect(found == [name]) }
    for found in try undecided(name, "true", .links) { #expect(found == []) }
  }

  /// What says that a call failed to which a 200 is noted. Beside what fails anyway it is nothing new.
  @Test(arguments: [
    ("success", "false", "true"), ("err", "invalid_client", "<nil>"), ("error_code", "invalid_client", "200"),
    ("result", "failed", "revoked"), ("status", "error", "ok"), ("exception", "TimeoutError", "null"),
    ("dry_run", "true", "false"), ("skipped", "true", "0"), ("error_message", "invalid_client", ""),
    ("error_description", "bad secret", "none"), ("failure_reason", "timeout", ""), ("is_error", "t", "false"),
    ("errors", "[invalid_client]", "0"), ("mocked", "true", "false"), ("rolled_back", "t", "f"),
    ("is_error", "true", "f"), ("has_error", "Y", "N"), ("err", "invalid_grant", "No error"),
    ("error_code", "E_CLIENT", "E_OK"), ("error_message", "bad", "no_error"), ("is_success", "false", "true"),
    ("apple_success", "f", "t"), ("apple_error_code", "invalid_client", "00"), ("last_error", "timeout", "none"),
    ("mode", "dry-run", "live"), ("run_mode", "SIMULATED", "full"), ("env", "staging", "production"),
    ("environment", "pre-prod", "prod"), ("NODE_ENV", "test", "latest"), ("mode", "test", "not a test"),
  ])
  func aFailureOfACallIsRead(name: String, failed: String, done: String) throws {
    var settings = SourceSettings(kind: .revocations)
    let row = try #require(Self.rows[.revocations])
    func errors(_ value: String) throws -> [String?] {
      let table = "\(row.table),\(name)\n\(row.cells),\(value)\n"
      let texts = [table, "{\(row.json),\"\(name)\":\"\(value)\"}\n"]
      return try texts.flatMap { text in
        let result = try read(text, settings: settings)
        #expect(result.summary.undecided == [])
        return result.sink.records.compactMap {
          if case .revocation(let record) = $0 { .some(record.error) } else { nil }
        }
      }
    }
    #expect(try errors(failed) == ["failed", "failed"])
    #expect(try errors(done) == [nil, nil])
    settings.columns = ["uid": "uid"]
    settings.record.ignored = [name]
    #expect(try errors(failed) == [nil, nil])
  }

  /// Of tables whose rows are kept when they go, and of logs of their changes.
  @Test(arguments: [
    ("discarded_at", "2026-02-05T10:00:00Z", ""), ("archived", "true", "false"), ("retracted_at", "1770285600", ""),
    ("history_type", "-", "~"), ("op", "D", "U"), ("__op", "d", "c"), ("tg_op", "DELETE", "UPDATE"),
    ("aasm_state", "revoked", "granted"), ("workflow_state", "withdrawn", "active"), ("stage", "declined", "prod"),
    ("changes", "granted", ""), ("object_changes", "granted", ""), ("op_type", "D", "I"), ("REVTYPE", "2", "1"),
    ("revtype", "DEL", "MOD"), ("row_kind", "-D", "+I"),
    ("SYS_CHANGE_OPERATION", "D", "U"), ("audit_action", "DELETE", "UPDATE"),
    ("gueltig_bis", "2026-02-01T00:00:00Z", ""),
    ("widerrufen_am", "2026-02-05T10:00:00Z", ""), ("révoqué_le", "2026-02-05T10:00:00Z", ""),
    ("revogado_em", "2026-02-05T10:00:00Z", ""), ("撤回日時", "2026-02-05T10:00:00Z", ""),
    ("İptal Tarihi", "2026-02-05T10:00:00Z", ""), ("geri_alindi", "evet", "hayır"), ("event", "İPTAL EDİLDİ", ""),
    ("validity.to", "2026-02-01T00:00:00Z", "9999-12-31"), ("interactionType", "WITHDRAW", "CONFIRM"),
  ])
  func aRowThatIsGoneIsNamed(name: String, gone: String, kept: String) throws {
    for kind in [EvidenceKind.consents, .links] {
      for found in try undecided(name, gone, kind) { #expect(found == [name], "\(kind)") }
      for found in try undecided(name, kept, kind) { #expect(found == [], "\(kind)") }
    }
  }

  @Test(arguments: [
    "zugestimmt", "hat_zugestimmt", "consentiu", "situacao", "accepté", "状態", "同意",
    "同意フラグ", "是否同意", "동의여부",
    "zustimmung_erteilt", "einwilligung_status", "Onay", "açık_rıza", "ONAY DURUMU",
  ])
  func aDecisionInAnotherLanguageIsNamed(name: String) throws {
    for found in try undecided(name, "x", .consents) { #expect(found == [name]) }
    for found in try undecided(name, "x", .deletions) { #expect(found == [name]) }
  }

  @Test(arguments: [
    ("checked", "f", "t"), ("selected", "false", "true"), ("flag", "N", "Y"), ("checkbox", "unchecked", "checked"),
  ])
  func aMarkThatIsNotSetIsNamed(name: String, no: String, yes: String) throws {
    for found in try undecided(name, no, .consents) { #expect(found == [name]) }
    for found in try undecided(name, yes, .consents) { #expect(found == []) }
  }

  @Test(arguments: [
    #""response":{"error":"invalid_client"}"#, #""response":{"body":"{\"error\":\"invalid_client\"}"}"#,
    #""body":{"error":"invalid_client"}"#, #""errors":["invalid_client"]"#, #""apple_response":{"error":"x"}"#,
  ])
  func anErrorWithinAnAnswerIsRead(field: String) throws {
    let row = try #require(Self.rows[.revocations])
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "uid"], constants: ["endpoint": "apple"])
    for (field, error) in [(field, "failed"), (#""response":{"id":"r"}"#, nil), (#""errors":[]"#, nil)] {
      let records = try read("{\(row.json),\(field)}\n", settings: settings).sink.records
      guard case .revocation(let record)? = records.first else {
        Issue.record("\(field)")
        continue
      }
      #expect(record.error == error, "\(field)")
    }
    var ignoring = settings
    ignoring.record.ignored = ["response", "body", "errors", "apple_response"]
    let ignored = try read("{\(row.json),\(field)}\n", settings: ignoring).sink.records
    guard case .revocation(let record)? = ignored.first else {
      Issue.record("\(field)")
      return
    }
    #expect(record.error == nil, "\(field)")
  }

  /// A client logs all of its calls alike, and the configuration calls each of them a revocation.
  @Test(arguments: [
    ("url", "https://appleid.apple.com/auth/token", true), ("request_url", "/auth/token?x=1", true),
    ("path", "https://appleid.apple.com/auth/keys", true), ("url", "https://appleid.apple.com/auth/revoke", false),
    ("path", "/v1/me/apple/disconnect", false), ("note", "/auth/token", false),
    ("url.full", "https://appleid.apple.com/auth/token", true), ("request", "POST /auth/token HTTP/1.1", true),
    ("request_url_s", "https://appleid.apple.com/auth/token", true), ("path", "auth/token", true),
    ("path", "/api/v1/auth/token", false), ("url", "https://api.example.com/auth/token", false),
    ("route", "DELETE /auth/token", false), ("jwks_uri", "https://appleid.apple.com/auth/keys", false),
    ("url", "https://appleid.apple.com/", false),
  ])
  func aCallOfAnotherAddressIsNoRevocation(name: String, value: String, isOther: Bool) throws {
    let row = try #require(Self.rows[.revocations])
    var settings = SourceSettings(kind: .revocations, columns: ["uid": "uid"], constants: ["endpoint": "apple"])
    let texts = [
      "\(row.table),\(name)\n\(row.cells),\(value)\n", "{\(row.json),\"\(name)\":\"\(value)\"}\n",
      "{\(row.json),\"request\":{\"\(name)\":\"\(value)\"}}\n",
    ]
    for text in texts {
      let summary = try read(text, settings: settings).summary
      #expect(summary.records == (isOther ? 0 : 1), "\(text)")
      let told = summary.rejects.first?.reason
      #expect((told?.contains("another address of Apple's than `/auth/revoke` was called") ?? false) == isOther)
    }
    settings.record.ignored = [name, "request.\(name)"]
    for text in texts { #expect(try read(text, settings: settings).summary.records == 1, "\(text)") }
  }

  /// The company's own service may answer on the machine, behind a proxy; what stands in for Apple in tests does too.
  @Test(arguments: [
    ("http://localhost:8080/api/account/delete", false), ("http://127.0.0.1:3000/v1/auth/token", false),
    ("http://localhost:8089/auth/revoke", true), ("http://127.0.0.1/auth/token?x=1", true),
    ("http://localhost:9099/identitytoolkit.googleapis.com/v2/accounts:revokeToken", true),
  ])
  func aCallOfALocalDoubleIsNoRevocation(address: String, isDouble: Bool) throws {
    let row = try #require(Self.rows[.revocations])
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "uid"], constants: ["endpoint": "apple"])
    let summary = try read("{\(row.json),\"url\":\"\(address)\"}\n", settings: settings).summary
    #expect(summary.records == (isDouble ? 0 : 1))
    #expect((summary.rejects.first?.reason.contains("a server of the machine's own") ?? false) == isDouble)
  }

  @Test(arguments: ["voided_at", "rescinded_at", "valid_upto"])
  func anEndIsNamed(name: String) throws {
    for found in try undecided(name, "2026-02-05T10:00:00Z", .consents) { #expect(found == [name]) }
    for found in try undecided(name, "", .consents) { #expect(found == []) }
  }

  @Test(arguments: [
    ("consent_version", "3"), ("status_changed_at", "2026-02-01T00:00:00Z"), ("http_status", "400"),
    ("accepted_terms_version", "2"), ("email_status", "bounced"), ("user_state", "CA"), ("customer_value", "7"),
    ("account_status", "open"), ("phone_confirmed", "false"), ("consent_text", "I agree"), ("permission_name", "x"),
    ("consent_updated_at", "2026-02-01T00:00:00Z"), ("given_name", "Ann"), ("consent_source", "web"),
    ("opt_in_channel", "web"), ("sync_status", "failed"), ("consent.version", "3"), ("consent.ref", "c"),
    ("data.email_status", "bounced"), ("state_name", "California"), ("stage", "prod"), ("checked_at", "2026-02-01"),
    ("click_thru", "yes"), ("record_value", "7"), ("message", "I have no access to it any more"), ("last_updated", "x"),
    ("purpose_status_url", "x"),
  ])
  func whatIsOfSomethingElseIsHarmless(name: String, value: String) throws {
    for kind in [EvidenceKind.consents, .deletions] {
      for found in try undecided(name, value, kind) { #expect(found == [], "\(kind)") }
    }
  }

  @Test func aCodeIsADecisionUnlessItIsAnHTTPServers() throws {
    for name in ["status_code", "statusCode", "statuscode", "data.status_code"] {
      for found in try undecided(name, "R", .consents) { #expect(found == [name]) }
      for found in try undecided(name, "200", .consents) { #expect(found == []) }
    }
  }

  // MARK: - Dots

  @Test func theObjectOfATitleMayBeIgnored() throws {
    let text = "uid,purpose,given_at,raw.granted\nu,p,1767225600,N\n"
    var settings = SourceSettings(kind: .consents)
    settings.record.ignored = ["note"]
    #expect(try read(text, settings: settings).summary.undecided == ["raw.granted"])
    for name in ["raw", "RAW.granted"] {
      settings.record.ignored = [name]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(name)")
    }
  }

  @Test func anEventInATitleWithDotsTellsOfAnEnd() throws {
    for found in try undecided("data.event", "unlink", .links) { #expect(found == ["data.event"]) }
    for found in try undecided("data.event", "link", .links) { #expect(found == []) }
  }

  /// A list of what ended is as good as a time.
  @Test func anEndMayBeAListOrAnObject() throws {
    let row = try #require(Self.rows[.consents])
    for (field, name) in [
      (#""withdrawals":[{"at":1767225700}]"#, "withdrawals"), (#""validity":{"to":1767225700}"#, "validity.to"),
      (#""changes":[{"field":"granted"}]"#, "changes"),
    ] {
      #expect(try read("{\(row.json),\(field)}\n").summary.undecided == [name], "\(field)")
    }
    for field in [#""withdrawals":[]"#, #""validity":{"to":null}"#, #""mail":{"to":"a@example.com"}"#] {
      #expect(try read("{\(row.json),\(field)}\n").summary.undecided.isEmpty, "\(field)")
    }
  }

  // MARK: - JSON in texts

  /// A consent whose `payload` is this text, as CSV and as NDJSON.
  private static func files(_ payload: String, uid: String? = nil) -> [String] {
    let quoted = payload.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [
      (uid == nil ? "" : "uid,") + "purpose,given_at,payload\n"
        + (uid.map { $0 + "," } ?? "") + "p,1767225600,\"\(payload.replacing("\"", with: "\"\""))\"\n",
      (uid.map { #"{"uid":"\#($0)","# } ?? "{")
        + #""purpose":"p","given_at":1767225600,"payload":"\#(quoted)"}"# + "\n",
    ]
  }

  @Test func theRestOfATextOfWhichAPartIsReadIsLookedAt() throws {
    var settings = SourceSettings(kind: .consents, columns: ["uid": "payload.uid"])
    let payload = #"{"uid":"u1","granted":false,"removed_at":"2026-02-01","more":{"status":"x"}}"#
    for text in Self.files(payload) + Self.files("\"" + payload.replacing("\"", with: "\\\"") + "\"") {
      settings.record.ignored = []
      let result = try read(text, settings: settings)
      #expect(result.sink.consents.map(\.subject.uid) == ["u1"], "\(result.summary.rejects)")
      #expect(result.summary.undecided == ["payload.granted", "payload.removed_at", "payload.more.status"], "\(text)")
      settings.record.ignored = ["payload.granted", "payload.removed_at", "payload.more"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(text)")
    }
    settings.columns["state"] = "payload.granted"
    settings.record.ignored = []
    for text in Self.files(#"{"uid":"u1","granted":"refused","version":3}"#) {
      let result = try read(text, settings: settings)
      #expect(result.summary.undecided.isEmpty && result.sink.consents.map(\.state) == [.refused])
    }
  }

  @Test func aTextWithinAnObjectIsLookedAt() throws {
    let text = #"{"purpose":"p","given_at":1767225600,"a":{"b":"{\"uid\":\"u1\",\"granted\":false}"}}"#
    let settings = SourceSettings(kind: .consents, columns: ["uid": "a.b.uid"])
    #expect(try read(text, settings: settings).summary.undecided == ["a.b.granted"])
  }

  /// A text that nothing reads tells as much as an object would; one that is no JSON tells nothing.
  @Test func aTextOfWhichNothingIsReadIsLookedAt() throws {
    var settings = SourceSettings(kind: .consents, columns: ["given_at": "given_at"])
    let payload = #"{"granted":false,"more":"{\"removed_at\":\"2026-02-01\"}","list":[{"status":"x"}]}"#
    let names = ["payload.granted", "payload.more.removed_at", "payload.list.status"]
    for text in Self.files(payload, uid: "u1") {
      for settings in [settings, SourceSettings()] {
        #expect(try read(text, settings: settings).summary.undecided == names, "\(text)")
      }
      settings.record.ignored = ["payload.granted", "payload.more"]
      #expect(try read(text, settings: settings).summary.undecided == ["payload.list.status"], "\(text)")
      settings.record.ignored = ["payload"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(text)")
      settings.record.ignored = []
    }
    let other = "uid,purpose,given_at,payload\nu1,p,1767225600,[granted]\nu1,p,1767225600,\"{granted,false}\"\n"
    #expect(try read(other).summary.undecided.isEmpty)
  }

  // MARK: - What happened

  @Test(arguments: [
    "ts,jsonPayload.uid,jsonPayload.message\n1767225600,u1,login\n",
    "ts,jsonPayload\n1767225600,\"{\"\"uid\"\":\"\"u1\"\",\"\"message\"\":\"\"login\"\"}\"\n",
    #"{"ts":1767225600,"jsonPayload.uid":"u1","jsonPayload.message":"login"}"#,
    #"{"ts":1767225600,"jsonPayload":"{\"uid\":\"u1\",\"message\":\"login\"}"}"#,
    #"{"ts":1767225600,"jsonPayload":{"uid":"u1","message":"login"}}"#,
  ])
  func whatHappenedHasToBeNamedWhereverItStands(text: String) throws {
    var settings = SourceSettings(kind: .accountDeletions, columns: ["uid": "jsonPayload.uid", "deleted_at": "ts"])
    let result = try read(text, settings: settings)
    #expect(result.summary.records == 0 && result.summary.rejected == 1)
    #expect(result.summary.rejects.first?.reason.contains("`jsonPayload.message` may say what happened") == true)
    settings.record.filters = ["jsonPayload.message": ["login"]]
    #expect(try read(text, settings: settings).summary.records == 1)
    settings.record.filters = ["jsonPayload.message": ["account deleted"]]
    let chosen = try read(text, settings: settings).summary
    #expect(chosen.records == 0 && chosen.skipped == 1)
  }
}
