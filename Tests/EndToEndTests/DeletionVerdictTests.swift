import Testing

/// Requests for deletion in the forms of several products. All are overdue, and nothing was revoked.
@Suite struct DeletionVerdictTests {
  private static func request(_ name: String, file: String, _ text: String, _ verdict: String? = "fail no-revocation")
    -> VerdictCase
  {
    VerdictCase(
      name: name,
      files: [
        "accounts.json": Sample.export(Sample.user("u1")), file: text,
        "revocations.ndjson":
          "{\"uid\":\"u9\",\"at\":\"2026-10-01T00:00:00Z\",\"endpoint\":\"apple\",\"http_status\":200}\n",
      ], rule: "deletion/token-revoked", expected: verdict.map { ["u1": $0] } ?? [:])
  }

  private static func transcend(_ identifier: String, _ more: String = "") -> String {
    "{\"id\":\"f29c8b3e\",\"type\":\"ERASURE\",\"status\":\"REQUEST_MADE\",\"coreIdentifier\":\(identifier),\"createdAt\":\"2026-10-01T00:00:00Z\"\(more)}\n"
  }

  private static func openDSR(_ type: String, _ more: String) -> String {
    #"{"subject_request_id":"r1","subject_request_type":"\#(type)","submitted_time":"2026-10-01T00:00:00Z","#
      + #""regulation":"gdpr",\#(more),"subject_identities":[{"identity_type":"controller_customer_id","#
      + #""identity_value":"u1","identity_format":"raw"}]}"# + "\n"
  }

  static let cases: [VerdictCase] = [
    request(
      "OpenDSR: of two addresses, the relay address", file: "requests.ndjson",
      "{\"regulation\":\"gdpr\",\"subject_request_id\":\"a7551968\",\"subject_request_type\":\"erasure\",\"submitted_time\":\"2026-10-01T00:00:00Z\","
        + "\"subject_identities\":[{\"identity_type\":\"email\",\"identity_value\":\"other@example.com\",\"identity_format\":\"raw\"},"
        + "{\"identity_type\":\"email\",\"identity_value\":\"u1@privaterelay.appleid.com\",\"identity_format\":\"raw\"}]}\n"
    ),
    request(
      "OpenDSR: with its status", file: "requests.ndjson", openDSR("erasure", "\"request_status\":\"in_progress\"")),
    request(
      "OpenDSR: another request with its status", file: "requests.ndjson",
      openDSR("access", "\"request_status\":\"completed\""), nil),
    request(
      "Fides: all identities in one column", file: "requests.csv",
      "Status,Request Type,Subject Identity,Time Received,Request ID\n"
        + "complete,erasure,\"{'phone_number': None, 'email': 'u1@privaterelay.appleid.com'}\",2026-10-01 00:00:00+00:00,pri_1\n"
    ),
    request(
      "Transcend: the identifier as an object", file: "requests.ndjson",
      transcend("{\"name\":\"email\",\"value\":\"u1@privaterelay.appleid.com\",\"type\":\"EMAIL\"}")),
    request("Transcend: a test", file: "requests.ndjson", transcend("\"u1\"", ",\"isTest\":true"), nil),
    request(
      "Transcend: data that may be fetched", file: "requests.ndjson",
      transcend("\"u1\"").replacing("REQUEST_MADE", with: "DOWNLOADABLE")),
    request(
      "Transcend: the command line's table", file: "requests.csv",
      "Request ID,Created At,Email,Core Identifier,Request Type,Status,Is Test Request\n"
        + "r1,2026-10-01T00:00:00Z,u1@privaterelay.appleid.com,u1,ERASURE,COMPLETED,false\n"),
  ]

  @Test(arguments: cases) func isJudged(example: VerdictCase) throws { try example.check() }
}
