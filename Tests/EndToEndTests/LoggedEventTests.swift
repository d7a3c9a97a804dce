import Testing

/// What an application's own entries say of a revocation, and what they leave open.
@Suite struct LoggedEventTests {
  private static let revoke = "https://appleid.apple.com/auth/revoke"
  private static let pass = "pass"
  private static let weak = "fail weak-proof"
  private static let failed = "fail failed-only"
  private static let noSource = "inconclusive no-revocation-source"

  private static func judged(
    _ payload: String, _ expected: String, severity: String = "INFO", request: String = ""
  ) -> VerdictCase {
    let entry =
      "{\"logName\":\"projects/p/logs/app\",\"timestamp\":\"2026-10-01T00:00:01Z\",\"insertId\":\"a\","
      + "\"severity\":\"\(severity)\",\"jsonPayload\":{\"uid\":\"u1\",\(payload)}}\n"
    return VerdictCase(
      name: "\(payload) \(severity)",
      files: [
        "users.json": Sample.export(Sample.user("u1")), "log.json": entry,
        "deletions.ndjson": Line.request("u1", "2026-09-30T23:00:00Z", manual(request)),
      ], rule: "deletion/token-revoked", expected: ["u1": expected])
  }

  private static func manual(_ request: String) -> [String: Any] {
    request.isEmpty ? [:] : [request: true]
  }

  static let cases: [VerdictCase] = [
    // A message that goes on after the name of the event.
    judged("\"message\":\"apple_token_revoked uid=u1\"", weak),
    judged("\"message\":\"apple_token_revoked: done\"", weak),
    judged("\"message\":\"apple_token_revoked uid=u1 revoked=false\"", failed),
    judged("\"message\":\"apple_token_revoked. dry_run=false\"", weak),
    judged("\"message\":\"apple_token_revoke failed for u1\"", failed),
    judged("\"event\":\"apple_token_revoked\"", weak),
    judged("\"event\":\"apple_token_revoked\"", failed, severity: "ERROR"),
    judged("\"event\":\"apple_token_revoke_succeeded\"", weak),
    judged("\"event\":\"apple_token_revoke_failed\"", failed),
    judged("\"event\":\"apple_token_revoke_error\",\"revoked\":true", failed),
    // A sentence of nothing else.
    judged("\"message\":\"Apple token revoked\"", weak),
    judged("\"msg\":\"revoked apple refresh token\"", weak),
    judged("\"msg\":\"Apple token revoked\"", failed, severity: "ERROR"),
    judged("\"msg\":\"apple token not revoked: timeout\"", failed),
    judged("\"msg\":\"Apple token revoked for the old device\"", noSource),
    judged("\"msg\":\"would revoke apple token\"", noSource),
    judged("\"msg\":\"token revoked\"", noSource),
    // What is planned has not failed.
    judged("\"event\":\"apple_token_revoke_queued\"", noSource),
    judged("\"event\":\"apple_token_revoke_queued\",\"revoked\":false", noSource),
    judged("\"event\":\"apple_token_revoke\"", noSource),
    judged("\"event\":\"apple_token_revoke\",\"revoked\":true", weak),
    judged("\"event\":\"apple_token_revoke_attempt\",\"http_status\":400", failed),
    judged(
      "\"event\":\"apple_token_revoke_queued\"", "manual no-revocation",
      request: "user_directed_to_manual_revocation"),
    // The flag beside a call.
    judged("\"url\":\"\(revoke)\",\"revoked\":true", weak),
    judged("\"url\":\"\(revoke)\",\"revoked\":false", failed),
    judged("\"url\":\"\(revoke)\",\"revoked\":true,\"status\":200", pass),
    judged("\"url\":\"\(revoke)\",\"revoked\":true,\"status\":500", failed),
    // Whoever wrote the entry says that the call failed.
    judged("\"url\":\"\(revoke)\",\"status\":200", pass, severity: "WARNING"),
    judged("\"url\":\"\(revoke)\",\"status\":200", failed, severity: "ERROR"),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"revoked\":true", failed, severity: "CRITICAL"),
    // Errors in other forms than a text.
    judged("\"url\":\"\(revoke)\",\"status\":200,\"error\":{\"code\":\"invalid_client\"}", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"error\":[\"invalid_client\"]", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"error\":[]", pass),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"error\":null", pass),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"error_description\":\"client secret expired\"", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"success\":false", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"success\":true", pass),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"outcome\":\"failed\"", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"level\":\"error\"", failed),
    judged("\"url\":\"\(revoke)\",\"status\":200,\"message\":\"apple_token_revoke_failed\"", failed),
    // The event beside a message, and other ways to write a status.
    judged("\"event\":\"http_call\",\"message\":\"apple_token_revoked\"", weak),
    judged("\"url\":\"\(revoke)\",\"statusCode\":200", pass),
    judged("\"url\":\"\(revoke)\",\"status\":\"200 OK\"", pass),
    judged("\"url\":\"\(revoke)\",\"status\":\"400 Bad Request\"", failed),
    // Apple's endpoint is asked by HTTPS, at its port.
    judged("\"url\":\"http://appleid.apple.com/auth/revoke\",\"status\":200", noSource),
    judged("\"url\":\"https://appleid.apple.com:8443/auth/revoke\",\"status\":200", noSource),
    judged("\"url\":\"https://appleid.apple.com:443/auth/revoke\",\"status\":200", pass),
    judged("\"url\":\"appleid.apple.com/auth/revoke\",\"status\":200", pass),
  ]

  @Test(arguments: cases) func isJudged(example: VerdictCase) throws { try example.check() }

  /// A status may come as a double.
  @Test(arguments: [("200", pass), ("200.0", pass), ("400.0", failed), ("200.5", failed)])
  func statusIsADouble(status: String, expected: String) throws {
    let span = """
      {"resourceSpans":[{"resource":{},"scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c",\
      "endTimeUnixNano":"1790812800000000000","attributes":[{"key":"uid","value":{"stringValue":"u1"}},\
      {"key":"url.full","value":{"stringValue":"\(Self.revoke)"}},\
      {"key":"http.response.status_code","value":{"doubleValue":\(status)}}]}]}]}]}
      """
    try VerdictCase(
      name: status,
      files: [
        "users.json": Sample.export(Sample.user("u1")), "traces.json": span,
        "deletions.ndjson": Line.request("u1", "2026-09-30T23:00:00Z"),
      ], rule: "deletion/token-revoked", expected: ["u1": expected]
    ).check()
  }

  /// The column `method` of the own format.
  @Test(arguments: [
    ("rev.ndjson", Line.revocation("u1", "2026-10-01T00:00:01Z", ["method": "POST"]), pass),
    ("rev.ndjson", Line.revocation("u1", "2026-10-01T00:00:01Z", ["method": "GET"]), "fail no-revocation"),
    ("rev.csv", "uid,at,endpoint,http_status,method\nu1,2026-10-01T00:00:01Z,apple,200,POST\n", pass),
  ])
  func ownRecordsHaveAMethod(name: String, text: String, expected: String) throws {
    try VerdictCase(
      name: name,
      files: [
        "users.json": Sample.export(Sample.user("u1")), name: text,
        "deletions.ndjson": Line.request("u1", "2026-09-30T23:00:00Z"),
      ], rule: "deletion/token-revoked", expected: ["u1": expected]
    ).check()
  }
}
