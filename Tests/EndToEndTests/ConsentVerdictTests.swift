import Testing

/// Consents in the forms of several products, for a phone number that was linked on 2026-06-01.
@Suite struct ConsentVerdictTests {
  private static func phone(_ name: String, _ verdict: String, _ consents: String...) -> VerdictCase {
    VerdictCase(
      name: name,
      files: [
        "accounts.json": Sample.export(Sample.user("u1", phone: "+15555550101")),
        "links.ndjson": "{\"uid\":\"u1\",\"provider\":\"phone\",\"linked_at\":\"2026-06-01T00:00:00Z\"}\n",
        "consents.ndjson": consents.joined(separator: "\n") + "\n",
      ], rule: "consent/link-phone", expected: ["u1": verdict])
  }

  // MARK: - Ours

  private static func own(_ given: String, _ more: String = "") -> String {
    "{\"uid\":\"u1\",\"purpose\":\"link:phone\",\"given_at\":\"\(given)\",\"explicit\":true\(more)}"
  }

  static let ours: [VerdictCase] = [
    phone("an end in the future", "pass", own("2026-03-01T00:00:00Z", ",\"expires_at\":\"2027-03-01T00:00:00Z\"")),
    phone("an end in the year 9999", "pass", own("2026-03-01T00:00:00Z", ",\"expires_at\":\"9999-12-31T00:00:00Z\"")),
    phone(
      "refused when asked again", "fail withdrawn", own("2026-03-01T00:00:00Z"),
      own("2026-04-01T00:00:00Z", ",\"state\":\"refused\"")),
    phone(
      "refused first, given later", "pass", own("2026-03-01T00:00:00Z", ",\"state\":\"refused\""),
      own("2026-04-01T00:00:00Z")),
    phone(
      "refused in the same moment, below", "fail withdrawn", own("2026-03-01T00:00:00Z"),
      own("2026-03-01T00:00:00Z", ",\"state\":\"refused\"")),
    phone(
      "refused in the same moment, above", "pass", own("2026-03-01T00:00:00Z", ",\"state\":\"refused\""),
      own("2026-03-01T00:00:00Z")),
    phone(
      "refused after the link", "pass", own("2026-03-01T00:00:00Z"),
      own("2026-07-01T00:00:00Z", ",\"state\":\"refused\"")),
    phone(
      "a record that it had expired", "fail expired", own("2026-03-01T00:00:00Z"),
      own("2026-04-01T00:00:00Z", ",\"state\":\"expired\"")),
    phone("nothing but that record", "fail expired", own("2026-04-01T00:00:00Z", ",\"state\":\"expired\"")),
    phone(
      "the end of another consent", "pass", own("2026-03-01T00:00:00Z", ",\"consent_id\":\"a\""),
      own("2026-03-02T00:00:00Z", ",\"consent_id\":\"b\""),
      own("2026-04-01T00:00:00Z", ",\"state\":\"refused\",\"consent_id\":\"b\"")),
    phone(
      "an end with an id of its own", "fail withdrawn", own("2026-03-01T00:00:00Z", ",\"consent_id\":\"a\""),
      own("2026-04-01T00:00:00Z", ",\"state\":\"refused\",\"consent_id\":\"b\"")),
    phone(
      "given again after its end", "pass", own("2026-03-01T00:00:00Z"),
      own("2026-04-01T00:00:00Z", ",\"state\":\"expired\""), own("2026-05-01T00:00:00Z", ",\"state\":\"renewed\"")),
  ]

  // MARK: - OneTrust

  private static func oneTrust(
    _ transaction: String, _ date: String, id: String? = nil, _ more: String = "", of purpose: String = "link:phone"
  ) -> String {
    let receipt = id.map { ",\"receiptId\":\"\($0)\"" } ?? ""
    return
      "{\"identifier\":\"u1\",\"identifierType\":\"uid\",\"interactionDate\":\"\(date)T00:00:00.000Z\",\"test\":false\(receipt),"
      + "\"purposes\":[{\"Id\":\"\(purpose)\",\"Version\":1,\"TransactionType\":\"\(transaction)\"\(more)}]}"
  }

  static let receipts: [VerdictCase] = [
    phone("OneTrust: confirmed", "pass", oneTrust("CONFIRMED", "2026-03-01")),
    phone(
      "OneTrust: ends next year", "pass",
      oneTrust("CONFIRMED", "2026-03-01", ",\"ExpiryDate\":\"2027-03-01T00:00:00.000Z\"")),
    phone(
      "OneTrust: withdrawn by a receipt of its own", "fail withdrawn", oneTrust("CONFIRMED", "2026-03-01", id: "r1"),
      oneTrust("WITHDRAWN", "2026-04-01", id: "r2")),
    phone("OneTrust: expired", "fail expired", oneTrust("CONFIRMED", "2026-03-01"), oneTrust("EXPIRED", "2026-04-01")),
    phone(
      "OneTrust: not given", "fail withdrawn", oneTrust("CONFIRMED", "2026-03-01"), oneTrust("NOTGIVEN", "2026-04-01")),
    phone(
      "OneTrust: cancelled", "fail withdrawn", oneTrust("CONFIRMED", "2026-03-01"), oneTrust("CANCEL", "2026-04-01")),
    phone(
      "OneTrust: a topic opted out of", "fail withdrawn",
      oneTrust("CONFIRMED", "2026-03-01", topic("OPT_OUT"), of: "link:*")),
    phone("OneTrust: a topic opted in to", "pass", oneTrust("CONFIRMED", "2026-03-01", topic("OPT_IN"), of: "x")),
    phone("Kantara: explicit", "pass", kantara("EXPLICIT")),
    phone("Kantara: no consent was asked for", "fail no-record", kantara("N/A")),
    phone("Kantara: another legal basis", "fail no-record", kantara("Legitimate interest")),
    phone("Kantara: in milliseconds", "pass", kantara("EXPLICIT", time: 1_772_000_000_000)),
    phone("Fides: chosen", "pass", fides()),
    phone("Fides: on from the beginning", "fail not-explicit", fides(mechanism: "opt_out")),
    phone("Fides: acknowledged", "fail not-explicit", fides(method: "acknowledge")),
    phone(
      "Fides: a salted hash names nobody", "fail no-record",
      fides(person: "hashed_email", String(repeating: "a", count: 64))),
  ]

  private static func topic(_ choice: String) -> String {
    ",\"Preferences\":[{\"TopicId\":\"link:phone\",\"TransactionType\":\"\(choice)\"}]"
  }

  private static func kantara(_ type: String, time: Int = 1_772_000_000) -> String {
    "{\"version\":\"KI-CR-v1.1.0\",\"consentTimestamp\":\(time),\"collectionMethod\":\"web\",\"consentReceiptID\":\"k1\",\"piiPrincipalId\":\"u1\","
      + "\"services\":[{\"service\":\"s\",\"purposes\":[{\"purpose\":\"link:phone\",\"consentType\":\"\(type)\"}]}]}"
  }

  private static func fides(
    mechanism: String = "opt_in", method: String = "save", person: String = "external_id", _ name: String = "u1"
  ) -> String {
    "{\"notice_key\":\"link:phone\",\"notice_mechanism\":\"\(mechanism)\",\"preference\":\"opt_in\",\"method\":\"\(method)\",\"\(person)\":\"\(name)\",\"received_at\":\"2026-03-01T00:00:00Z\"}"
  }

  // MARK: - ISO/IEC TS 27560

  private static func event(_ state: String, _ time: String, _ more: String = "") -> String {
    "{\"event_time\":\"\(time)\",\"event_type\":\"ExplicitlyExpressedConsent\",\"event_state\":\"\(state)\"\(more)}"
  }

  private static func flat(_ events: String...) -> String {
    "{\"schema_version\":\"1\",\"record_id\":\"r1\",\"pii_principal_id\":\"u1\",\"purpose\":\"link:phone\",\"events\":[\(events.joined(separator: ","))]}"
  }

  private static func status(_ state: String, _ time: String = "2026-03-01T00:00:00", _ more: String = "") -> String {
    "\"dpv:hasConsentStatus\":[{\"@type\":[\"dpv:\(state)\",\"dpv:ExplicitlyExpressedConsent\"],\"dpv:isIndicatedAtTime\":\"\(time)\"\(more)}]"
  }

  private static func linked(_ content: String...) -> String {
    "{\"dct:identifier\":\"r1\",\"dpv:hasDataSubject\":\"u1\",\(content.joined(separator: ","))}"
  }

  private static let given = event("ConsentGiven", "2026-03-01T00:00:00Z")

  static let records: [VerdictCase] = [
    phone("27560: given", "pass", flat(given)),
    phone("27560: withdrawn", "fail withdrawn", flat(given, event("ConsentWithdrawn", "2026-04-01T00:00:00Z"))),
    phone("27560: expired", "fail expired", flat(given, event("ConsentExpired", "2026-04-01T00:00:00Z"))),
    phone("27560: refused", "fail withdrawn", flat(given, event("ConsentRefused", "2026-04-01T00:00:00Z"))),
    phone(
      "27560: found later to have been none", "fail after-link",
      flat(given, event("ConsentInvalidated", "2026-07-01T00:00:00Z"))),
    phone(
      "27560: one process says nothing of another", "fail refused",
      "{\"schema_version\":\"1\",\"record_id\":\"r1\",\"pii_principal_id\":\"u1\",\"processing\":[{\"purpose\":\"link:email\",\"events\":[\(given)]},"
        + "{\"purpose\":\"link:phone\",\"events\":[\(event("ConsentRefused", "2026-03-01T00:00:00Z"))]}]}"),
    phone(
      "27560: for an hour", "fail expired",
      flat(event("ConsentGiven", "2026-03-01T00:00:00Z", ",\"validity_duration\":\"PT1H\""))),
    phone(
      "27560: for twelve months", "pass",
      flat(event("ConsentGiven", "2025-06-01T12:00:00Z", ",\"validity_duration\":\"P12M\""))),
    phone(
      "27560: for twelve months, to the moment", "fail expired",
      flat(event("ConsentGiven", "2025-06-01T00:00:00Z", ",\"validity_duration\":\"P12M\""))),
    phone(
      "27560: for years with a leap day", "pass",
      flat(event("ConsentGiven", "2023-06-01T12:00:00Z", ",\"validity_duration\":\"P2Y12M\""))),
    phone(
      "27560: for longer than any time", "inconclusive evidence-rejected",
      flat(
        event(
          "ConsentGiven", "2025-06-01T00:00:00Z",
          ",\"validity_duration\":\"P\(String(repeating: "999999Y", count: 400))\""))),
    phone("27560: given twice", "pass", flat(given, event("ConsentGiven", "2026-07-01T00:00:00Z"))),
    phone("27560: asked again since", "pass", flat(given, event("ConsentRequested", "2026-04-01T00:00:00Z"))),
    phone(
      "27560: another record is withdrawn", "pass", flat(given),
      flat(given, event("ConsentWithdrawn", "2026-04-01T00:00:00Z")).replacing("r1", with: "r2")),
    phone(
      "27560: withdrawn by a record of its own", "fail withdrawn", flat(given),
      flat(event("ConsentWithdrawn", "2026-04-01T00:00:00Z")).replacing("r1", with: "r2")),
    phone(
      "27560: until a time", "fail expired",
      flat(event("ConsentGiven", "2026-03-01T00:00:00Z", ",\"validity_duration\":\"2026-04-01T00:00:00Z\""))),
    phone(
      "27560: without an end", "pass",
      flat(event("ConsentGiven", "2026-03-01T00:00:00Z", ",\"validity_duration\":\"dpv:EndlessDuration\""))),
    phone(
      "27560: until something happens", "inconclusive evidence-rejected",
      flat(event("ConsentGiven", "2026-03-01T00:00:00Z", ",\"validity_duration\":\"UntilEventDuration\""))),
    phone("27560: in 1990", "inconclusive evidence-rejected", flat(event("ConsentGiven", "1990-03-01T00:00:00Z"))),
    phone(
      "JSON-LD: given", "pass",
      linked("\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:phone\"}]", status("ConsentGiven"))),
    phone(
      "JSON-LD: a month, as a literal", "fail expired",
      linked(
        "\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:phone\"}]",
        status(
          "ConsentGiven", "2026-03-01T00:00:00",
          ",\"dpv:hasDuration\":{\"@type\":\"dpv:TemporalDuration\",\"rdf:value\":\"P1M\"}"))),
    phone(
      "JSON-LD: given in all, refused in one process", "fail refused",
      linked(
        "\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:email\"},{\"dpv:hasPurpose\":\"link:phone\",\(status("ConsentRefused"))}]",
        status("ConsentGiven"))),
    phone(
      "JSON-LD: the status stands in the process", "pass",
      linked("\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:phone\",\(status("ConsentGiven"))}]")),
    phone(
      "JSON-LD: a process in a process", "pass",
      linked("\"dpv:hasProcess\":[{\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:phone\"}]}]", status("ConsentGiven"))),
    phone(
      "JSON-LD: in 1990", "inconclusive evidence-rejected",
      linked("\"dpv:hasProcess\":[{\"dpv:hasPurpose\":\"link:phone\"}]", status("ConsentGiven", "1990-03-01"))),
  ]

  @Test(arguments: ours + receipts + records) func isJudged(example: VerdictCase) throws { try example.check() }

  @Test func aRepeatedReceiptCountsOnce() throws {
    let place = try Workplace()
    let receipt = Self.kantara("EXPLICIT").replacing(
      "\"purposes\":[", with: "\"purposes\":[{\"purpose\":\"link:email\",\"consentType\":\"EXPLICIT\"},")
    try place.write("in/accounts.json", Sample.export(Sample.user("u1")))
    try place.write("in/consents.ndjson", receipt + "\n" + receipt + "\n")
    try place.audit("in", "--require", "none")
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    let consents = try #require(sources.first { $0["kind"] as? String == "consents" })
    #expect(consents["records"] as? Int == 1)
  }
}
