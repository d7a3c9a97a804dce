import Evidence
import Intake
import Testing

@Suite struct TellingColumnTests {
  // MARK: - Decisions

  @Test(arguments: [
    "granted", "accepted", "decision", "opt_in", "opted_out", "status", "allowed", "value", "revoked", "withdrawn",
    "isGranted", "HAS_CONSENTED", "revokedAt", "withdrawn_on", "rejected", "accept", "acceptance", "agree", "reject",
    "double_opt_in", "is_current", "isLatest", "no_consent", "not_granted", "disagree", "pending", "authorized",
    "allow", "social_consent", "google_consent", "consent_yn", "consent_ind", "PurposeStatus",
  ])
  func aColumnThatLooksLikeADecisionIsNamed(name: String) throws {
    #expect(try read("uid,purpose,given_at,\(name)\nu,p,1767225600,N\n").summary.undecided == [name])
    let json = #"{"uid":"u","purpose":"p","given_at":1767225600,"\#(name)":false}"#
    #expect(try read(json).summary.undecided == [name])
    let nested = #"{"uid":"u","purpose":"p","given_at":1767225600,"more":{"inner":{"\#(name)":false}}}"#
    #expect(try read(nested).summary.undecided == ["more.inner.\(name)"])
    let list = #"{"uid":"u","purpose":"p","given_at":1767225600,"more":[{"\#(name)":false}]}"#
    #expect(try read(list).summary.undecided == ["more.\(name)"])
  }

  @Test func itIsDecidedWhenMappedChosenByOrIgnored() throws {
    let table = "uid,purpose,given_at,granted\nu,p,1767225600,given\n"
    let json = #"{"uid":"u","purpose":"p","given_at":1767225600,"granted":"given"}"#
    for text in [table, json] {
      var settings = SourceSettings(kind: .consents, columns: ["uid": "uid"])
      #expect(try read(text, settings: settings).summary.undecided == ["granted"])
      settings.record.ignored = ["Granted"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
      settings.record.ignored = []
      settings.record.filters = ["granted": ["given"]]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
      settings = SourceSettings(kind: .consents, columns: ["state": "granted"])
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
    }
  }

  /// A choice that lets ends through does not tell them apart from the rest.
  @Test(arguments: [
    ("action", ["consent_given", "consent_withdrawn"], true), ("action", ["consent_withdrawn"], true),
    ("action", ["consent_given"], false), ("granted", ["true", "false"], true), ("granted", ["true", "yes"], false),
    ("opted_out", ["false"], false), ("objection", ["false", "true"], true), ("topic", ["withdrawn"], false),
  ])
  func aChoiceOfEndsDecidesNothing(column: String, values: [String], isUndecided: Bool) throws {
    for text in [
      "uid,purpose,given_at,\(column)\nu,p,1767225600,\(values[0])\n",
      #"{"uid":"u","purpose":"p","given_at":1767225600,"\#(column)":"\#(values[0])"}"#,
    ] {
      var settings = SourceSettings(kind: .consents)
      settings.record.filters = [column: values]
      #expect(try read(text, settings: settings).summary.undecided == (isUndecided ? [column] : []), "\(text)")
      settings.constants = ["state": "withdrawn"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(text)")
      settings.constants = [:]
      settings.record.ignored = [column]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(text)")
    }
  }

  /// The name of an event that is read as a purpose ends nothing.
  @Test(arguments: [
    ("ConsentWithdrawn", "withdrawn", true), ("REVOKE", "REVOKE", true), ("opt-out", "x", true),
    ("phone_link_revoked", "link:phone", true), ("phone_link_revoked", "phone", false), ("ConsentGiven", "x", false),
    ("account_deletion_mails", "x", false), ("link:phone", "link:phone", false),
  ])
  func anEndThatIsReadAsAPurposeIsNamed(value: String, meaning: String, isNamed: Bool) throws {
    for text in [
      "uid,type,given_at\nu,\(value),1767225600\n", #"{"uid":"u","type":"\#(value)","given_at":1767225600}"#,
    ] {
      var settings = SourceSettings(kind: .consents, columns: ["purpose": "type"])
      if value != meaning { settings.record.values = ["purpose": [value: meaning]] }
      #expect(try read(text, settings: settings).summary.undecided == (isNamed ? ["type"] : []), "\(text)")
      settings.constants = ["state": "given"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    ("is_test", "true", true), ("test", "1", true), ("dry_run", "yes", true), ("mode", "dry-run", true),
    ("env", "staging", true), ("environment", "Sandbox", true), ("is_test", "false", false),
    ("test", "variant b", false), ("is_test", "", false), ("mode", "batch", false), ("env", "production", false),
  ])
  func aRecordOfATestIsNone(column: String, value: String, isUndecided: Bool) throws {
    for (header, row) in [
      ("uid,request_id,requested_at", "u,r,1767225600"), ("uid,deleted_at", "u,1767225600"),
      ("uid,purpose,given_at", "u,link_phone,1767225600"), ("uid,provider,linked_at", "u,phone,1767225600"),
    ] {
      let found = try read("\(header),\(column)\n\(row),\(value)\n").summary.undecided
      #expect(found == (isUndecided ? [column] : []), "\(header)")
    }
  }

  /// What `where` leaves out may end what it lets through.
  @Test(arguments: [
    (EvidenceKind.consents, "uid,purpose,given_at", "u,p,1767225600", "consent_withdrawn", true),
    (.consents, "uid,purpose,given_at", "u,p,1767225600", "viewed", false),
    // Of other kinds.
    (.consents, "uid,purpose,given_at", "u,p,1767225600", "identity_unlinked", false),
    (.consents, "uid,purpose,given_at", "u,p,1767225600", "account_deleted", false),
    (.consents, "uid,purpose,given_at", "u,p,1767225600", "unlinked", true),
    (.consents, "uid,purpose,given_at", "u,p,1767225600", "identity_consent_removed", true),
    (.links, "uid,provider,linked_at", "u,phone,1767225600", "consent_withdrawn", false),
    (.links, "uid,provider,linked_at", "u,phone,1767225600", "provider_unlinked", true),
    (.deletions, "uid,request_id,requested_at", "u,r,1767225600", "cancelled", false),
  ])
  func anEndThatIsLeftOutIsNoted(
    kind: EvidenceKind, header: String, row: String, value: String, isNoted: Bool
  ) throws {
    var settings = SourceSettings(kind: kind)
    settings.record.filters = ["event": ["x"]]
    let text = "\(header),event\n\(row),x\n\(row),\(value)\n"
    let left = try read(text, settings: settings).summary.mappingUse?.endsLeftOut
    #expect(left == (isNoted ? ["event": ["`\(value)`"]] : [:]))
  }

  /// A row of a deletion ends a consent, whatever the column says that tells how the others stand.
  @Test func anEndThatIsLeftOutIsNotedBesideAState() throws {
    var settings = SourceSettings(kind: .consents, columns: ["state": "granted"])
    settings.record.filters = ["op": ["c"]]
    let summary = try read(
      "uid,purpose,given_at,granted,op\nu,p,1767225600,given,c\nu,p,1767225600,,d\n", settings: settings
    )
    .summary
    #expect(summary.mappingUse?.endsLeftOut == ["op": ["`d`"]])
    #expect(summary.undecided.isEmpty)
  }

  @Test func anIgnoredObjectIsNotLookedInto() throws {
    let text = #"{"uid":"u","purpose":"p","given_at":1767225600,"raw":{"granted":false}}"#
    var settings = SourceSettings(kind: .consents)
    settings.record.ignored = ["raw"]
    #expect(try read(text, settings: settings).summary.undecided.isEmpty)
    settings.record.ignored = ["note"]
    #expect(try read(text, settings: settings).summary.undecided == ["raw.granted"])
  }

  /// As products decorate them; what ends so by chance is another name.
  @Test(arguments: [
    ("Granted__c", "x", true), ("Status__pc", "x", true), ("Custom field (Status)", "x", true),
    ("granted_b", "x", true),
    ("status_s", "x", true), ("Valid_Until__c", "2026-01-01T00:00:00Z", true), ("GRANTED_FLG", "x", true),
    ("u_name", "Ada Example", false), ("expires_s", "3600", false), ("event_t", "2026-01-01T00:00:00Z", false),
    ("state_nm", "California", false), ("ttl", "3600", false),
  ])
  func aDecoratedNameIsNoticed(name: String, value: String, isNoticed: Bool) throws {
    let summary = try read("uid,purpose,given_at,\(name)\nu,p,1767225600,\(value)\n").summary
    #expect(summary.undecided == (isNoticed ? [name] : []) && summary.rejected == 0, "\(summary.rejects)")
  }

  /// The path that is named is one that a mapping can use.
  @Test func aValueUnderItsTypeIsNamedAsAWhole() throws {
    let text = #"{"Item":{"uid":{"S":"u"},"purpose":{"S":"p"},"at":{"N":"1767225600"},"status":{"S":"refused"}}}"#
    var settings = SourceSettings(
      kind: .consents, columns: ["uid": "Item.uid.S", "purpose": "Item.purpose.S", "given_at": "Item.at.N"])
    #expect(try read(text, settings: settings).summary.undecided == ["Item.status.S"])
    settings.record.ignored = ["Item.status.S"]
    #expect(try read(text, settings: settings).summary.undecided.isEmpty)
    settings.record.ignored = []
    settings.columns["state"] = "Item.status.S"
    let result = try read(text, settings: settings)
    #expect(result.summary.undecided.isEmpty && result.sink.consents.map(\.state) == [.refused])
  }

  @Test func deletionsHaveDecisionsAndLogsHaveNone() throws {
    #expect(try read("uid,request_id,requested_at,state\nu,r,1767225600,x\n").summary.undecided == ["state"])
    #expect(try read("uid,at,endpoint,status\nu,1767225600,apple,x\n").summary.undecided.isEmpty)
    #expect(try read("uid,purpose,given_at,banner,notes\nu,p,1767225600,b,n\n").summary.undecided.isEmpty)
  }

  // MARK: - Ends

  private static let rows: [(kind: String, table: String, json: String)] = [
    ("consents", "uid,purpose,given_at", #""uid":"u","purpose":"p","given_at":1767225600"#),
    ("links", "uid,provider,linked_at", #""uid":"u","provider":"phone","linked_at":1767225600"#),
  ]

  private func undecided(_ name: String, _ value: String, _ index: Int) throws -> [[String]] {
    let row = Self.rows[index]
    let cells = index == 0 ? "u,p,1767225600" : "u,phone,1767225600"
    return [
      try read("\(row.table),\(name)\n\(cells),\n\(cells),\(value)\n").summary.undecided,
      try read("{\(row.json),\"\(name)\":null}\n{\(row.json),\"\(name)\":\"\(value)\"}\n").summary.undecided,
    ]
  }

  @Test(arguments: [
    "valid_until", "validUntil", "removed_at", "removedAt", "expires_on", "expiresOn", "unlinked_at", "unlinkedAt",
    "cancelled_at", "canceledAt", "revoked_on", "revokedOn", "UNLINKED_ON", "is_removed", "dateOfRemoval", "end_date",
    "validTo", "removed_by", "withdrawal_reason", "removedat", "validuntil", "last_removal_seen_at", "effective_to",
    "effectiveTo", "enddate", "superseded_at", "objected_at",
  ])
  func aColumnThatEndsARecordIsNamed(name: String) throws {
    for index in Self.rows.indices {
      for found in try undecided(name, "2026-02-01T00:00:00Z", index) { #expect(found == [name], "\(index)") }
    }
  }

  @Test(arguments: [
    ("event", "unlink"), ("event_type", "account.unlinked"), ("eventType", "removed"), ("operation", "providerUnlink"),
    ("message", "consent revoked by user"), ("change_type", "DISCONNECTED"), ("op", "delete"),
  ])
  func aColumnThatSaysWhatHappenedIsNamedWhereItTellsOfAnEnd(name: String, value: String) throws {
    for index in Self.rows.indices {
      for found in try undecided(name, value, index) { #expect(found == [name], "\(index)") }
      for found in try undecided(name, "linked", index) { #expect(found == [], "\(index)") }
    }
  }

  @Test(arguments: [
    ("log_level", "info"), ("level", "removed"), ("created_at", "2026-01-01T00:00:00Z"),
    ("updated_at", "2026-01-01T00:00:00Z"), ("ingested_at", "2026-01-01T00:00:00Z"), ("notes", "removed"),
    ("end_user_id", "u9"), ("token_expires_at", "2026-02-01T00:00:00Z"), ("front_end", "web"),
    ("valid_until", "9999-12-31T00:00:00Z"), ("is_removed", "false"), ("unlinked", "0"), ("banner", "removed"),
  ])
  func whatDescribesOrLogsIsHarmless(name: String, value: String) throws {
    for index in Self.rows.indices {
      for found in try undecided(name, value, index) { #expect(found == [], "\(index)") }
    }
  }

  @Test func eachKindEndsInItsOwnWay() throws {
    let time = "2026-02-01T00:00:00Z"
    for no in ["false", "f", "no"] {
      #expect(try read("uid,provider,linked_at,active\nu,p,1767225600,\(no)\n").summary.undecided == ["active"])
    }
    #expect(try read("uid,provider,linked_at,status\nu,p,1767225600,active\n").summary.undecided.isEmpty)
    #expect(try read("uid,provider,linked_at,status\nu,p,1767225600,removed\n").summary.undecided == ["status"])
    #expect(
      try read("uid,request_id,requested_at,withdrawal_date,expires_on\nu,r,1767225600,\(time),\(time)\n").summary
        .undecided == ["withdrawal_date"])
    #expect(
      try read("uid,deleted_at,restored_at,removed_at\nu,1767225600,\(time),\(time)\n").summary.undecided
        == ["restored_at"])
  }

  @Test func anEndWithinAnObjectIsNamed() throws {
    let row = Self.rows[0].json
    for (value, name) in [
      (#"{"$date":"2026-02-01T00:00:00Z"}"#, "removed_at"), (#"{"S":"2026-02-01T00:00:00Z"}"#, "removed_at.S"),
      (#"["2026-02-01"]"#, "removed_at"),
    ] {
      #expect(try read("{\(row),\"removed_at\":\(value)}").summary.undecided == [name], "\(value)")
    }
    for value in [#"{"NULL":true}"#, "{}", "[]", #"{"BOOL":false}"#] {
      #expect(try read("{\(row),\"removed_at\":\(value)}").summary.undecided.isEmpty, "\(value)")
    }
    let nested = #"{"validity":{"validUntil":"2026-02-01T00:00:00Z"}}"#
    #expect(try read("{\(row),\"more\":\(nested)}").summary.undecided == ["more.validity.validUntil"])
  }

  @Test func whatIsMappedChosenByOrIgnoredEndsNothingUnseen() throws {
    let text = "uid,provider,linked_at,unlinked_at\nu,p,1767225600,\nu,p,1767225600,2026-02-01T00:00:00Z\n"
    var settings = SourceSettings(kind: .links, columns: ["uid": "uid"])
    #expect(try read(text, settings: settings).summary.undecided == ["unlinked_at"])
    settings.record.filters = ["unlinked_at": [""]]
    let chosen = try read(text, settings: settings).summary
    #expect(chosen.undecided.isEmpty && chosen.records == 1 && chosen.skipped == 1)
    settings.record.filters = [:]
    settings.record.ignored = ["unlinked_at"]
    #expect(try read(text, settings: settings).summary.undecided.isEmpty)
  }

  // MARK: - What happened

  @Test(arguments: [
    "event", "msg", "message", "action", "type", "operation", "op", "name", "level", "Event", "eventType",
    "event_name",
  ])
  func aColumnThatSaysWhatHappenedHasToBeNamed(name: String) throws {
    let json = #"{"uid":"u","at":1767225600,"\#(name)":"account_deleted"}"#
    let table = "uid,at,\(name)\nu,1767225600,account_deleted\n"
    for text in [json, table] {
      var settings = SourceSettings(kind: .revocations, constants: ["endpoint": "apple"])
      let result = try read(text, settings: settings)
      #expect(result.summary.records == 0)
      #expect(result.summary.rejected == 1)
      #expect(result.summary.rejects.first?.reason.contains("`\(name)` may say what happened") == true)
      settings.record.ignored = [name.lowercased()]
      #expect(try read(text, settings: settings).summary.records == 1)
      settings.record.ignored = []
      settings.record.filters = [name: ["account_deleted"]]
      #expect(try read(text, settings: settings).summary.records == 1)
      settings = SourceSettings(kind: .revocations, columns: ["outcome": name])
      settings.record.values = ["outcome": ["account_deleted": "unknown"]]
      #expect(try read(text, settings: settings).summary.records == 1)
      // As an error's text it decides nothing.
      settings = SourceSettings(kind: .revocations, columns: ["error": name])
      #expect(try read(text, settings: settings).summary.records == 0)
    }
  }

  @Test func aKindThatIsNamedOutrightDoesNotMakeARevocation() throws {
    let log = #"{"uid":"u","at":1767225600,"msg":"account_deleted"}"#
    #expect(try read(log, settings: SourceSettings(kind: .revocations)).summary.records == 0)
    // What says so itself is one.
    let own = #"{"uid":"u","at":1767225600,"msg":"done","endpoint":"apple","http_status":200}"#
    #expect(try read(own).summary.records == 1)
  }

  @Test func messagesWithinObjectsCountAndThoseOfErrorsDoNot() throws {
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "fields.uid", "at": "ts"])
    let nested = #"{"ts":1767225600,"fields":{"uid":"u","message":"account_deleted"}}"#
    #expect(
      try read(nested, settings: settings).summary.rejects.first?.reason.contains("`fields.message`") == true)
    let error = #"{"ts":1767225600,"fields":{"uid":"u"},"err":{"message":"no"}}"#
    #expect(try read(error, settings: settings).summary.records == 1)
    let object = #"{"ts":1767225600,"fields":{"uid":"u"},"event":{"kind":"x"}}"#
    #expect(try read(object, settings: settings).summary.records == 0)
    var chosen = settings
    chosen.record.filters = ["event.kind": ["x"]]
    #expect(try read(object, settings: chosen).summary.records == 1)
  }
}
