import Foundation
import Testing

/// What entries of logs and spans of traces prove of a deletion, and what they only seem to prove.
@Suite struct LogVerdictTests {
  private static let trace = "5b8efff798038103d269b633813fc60c"
  private static let revoke = "https://appleid.apple.com/auth/revoke"

  /// Every person has asked for deletion on 2026-09-30.
  private static func revocations(
    _ name: String, _ log: String, _ expected: [String: String], proof: String = "medium"
  ) -> VerdictCase {
    let requests = expected.keys.sorted().map {
      "{\"uid\":\"\($0)\",\"request_id\":\"r-\($0)\",\"requested_at\":\"2026-09-30T23:00:00Z\",\"apple_credential\":true}\n"
    }
    let users = "{\"users\": [\n" + expected.keys.sorted().map { Sample.user($0) }.joined(separator: ",\n") + "]}"
    return VerdictCase(
      name: name,
      files: [
        "users.json": users, "deletions.ndjson": requests.joined(), "log.json": log,
        "../relay-audit.yaml": "deletion: {required_proof: \(proof)}\n",
      ],
      rule: "deletion/token-revoked", expected: expected)
  }

  /// Logs are a kind of their own for whoever requires them, and none that may be missing.
  @Test func logsAreRequired() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("in/log.json", Self.entry("\"message\":\"user logged in\""))
    #expect(try place.audit("in", "--require", "accounts,logs").status == 0)
    let missing = try place.audit("in", "--require", "mail")
    #expect(missing.status == 2)
    #expect(
      missing.output.contains(
        "No source of kind `mail` was supplied, but `--require` or `gate.require` names the kind."), "\(missing)")
    try place.write("relay-audit.yaml", "gate: {optional: [logs]}\n")
    let optional = try place.audit("in")
    #expect(optional.status == 64 && optional.errors.contains("name those that may be missing"), "\(optional)")
  }

  /// An application's entry, with a payload and what else there is.
  private static func entry(_ payload: String, _ id: String = "a", _ more: String = "") -> String {
    "{\"logName\":\"projects/p/logs/app\",\"timestamp\":\"2026-10-01T00:00:01Z\",\"insertId\":\"\(id)\"\(more),\"jsonPayload\":{\(payload)}}\n"
  }

  private static func span(_ attributes: [String: Any], trace: String = trace, second: Int = 0) -> String {
    let listed = attributes.sorted { $0.key < $1.key }.map { key, value in
      let typed =
        switch value {
        case let flag as Bool: "{\"boolValue\":\(flag)}"
        case let number as Int: "{\"intValue\":\"\(number)\"}"
        default: "{\"stringValue\":\"\(value)\"}"
        }
      return "{\"key\":\"\(key)\",\"value\":\(typed)}"
    }
    let time = 1_790_812_800 + second
    return """
      {"traceId":"\(trace)","spanId":"eee19b7ec3c1b174","kind":3,"startTimeUnixNano":"\(time)000000000",\
      "endTimeUnixNano":"\(time)005000000","attributes":[\(listed.joined(separator: ","))]}
      """
  }

  private static func traces(_ spans: String...) -> String { traces(spans) }

  private static func traces(_ spans: [String]) -> String {
    "{\"resourceSpans\":[{\"resource\":{},\"scopeSpans\":[{\"scope\":{},\"spans\":[\(spans.joined(separator: ","))]}]}]}"
  }

  private static func call(_ changes: [String: Any] = [:]) -> [String: Any] {
    ["url.full": revoke, "http.response.status_code": 200, "token_type_hint": "refresh_token"]
      .merging(changes) { $1 }
  }

  private static let noSource = "inconclusive no-revocation-source"

  static let cases: [VerdictCase] = [
    revocations("a call that names the person", traces(span(call(["uid": "u1"]))), ["u1": "pass"]),
    revocations("a call whose trace names the person", traces(span(call()), span(["uid": "u1"])), ["u1": "pass"]),
    revocations(
      "the status of the request that came in is not Apple's",
      entry(
        "\"action\":\"apple_token_revoked\",\"uid\":\"u1\",\"metadata\":{\"revoked\":true}", "a",
        ",\"httpRequest\":{\"requestUrl\":\"https://api.example.com/account\",\"status\":200}"),
      ["u1": "fail weak-proof"]),
    revocations(
      "nor does it outweigh the payload's",
      entry("\"uid\":\"u1\",\"url\":\"\(revoke)\",\"status_code\":400", "a", ",\"httpRequest\":{\"status\":200}"),
      ["u1": "fail failed-only"]),
    revocations(
      "the payload's address counts beside the one that was asked for",
      entry(
        "\"uid\":\"u1\",\"url\":\"\(revoke)\",\"status_code\":200", "a",
        ",\"httpRequest\":{\"requestUrl\":\"https://api.example.com/account\",\"status\":204}"),
      ["u1": "pass"]),
    revocations(
      "objects for the request and its answer, as Pino writes them",
      entry(
        "\"userId\":\"u1\",\"req\":{\"method\":\"POST\",\"url\":\"\(revoke)\"},"
          + "\"res\":{\"statusCode\":200,\"body\":\"\"}")
        + entry(
          "\"userId\":\"u2\",\"req\":{\"method\":\"POST\",\"url\":\"\(revoke)\"},\"res\":{\"statusCode\":400}", "b")
        + entry(
          "\"userId\":\"u3\",\"req\":{\"method\":\"POST\",\"url\":\"/auth/revoke\"},\"res\":{\"statusCode\":200}", "c")
        + entry(
          "\"userId\":\"u4\",\"request\":{\"url\":\"\(revoke)\"},\"response\":{\"status\":200,"
            + "\"body\":\"{\\\"error\\\":\\\"invalid_client\\\"}\"}", "d"),
      ["u1": "pass", "u2": "fail failed-only", "u3": "fail no-revocation", "u4": "fail failed-only"]),
    revocations(
      "`endpoint` may be the address, and `meta` may have the person",
      entry("\"uid\":\"u1\",\"endpoint\":\"\(revoke)\",\"status\":200,\"msg\":\"revoke call finished\"")
        + entry("\"message\":\"Apple token revocation failed\",\"meta\":{\"uid\":\"u2\",\"status\":400}", "b")
        + entry("\"message\":\"Apple token revocation succeeded\",\"meta\":{\"uid\":\"u3\",\"status\":200}", "c"),
      ["u1": "pass", "u2": "fail failed-only", "u3": "fail weak-proof"]),
    revocations(
      "what the message says counts beside an address, and so does the answer as an object",
      entry("\"uid\":\"u1\",\"endpoint\":\"\(revoke)\",\"message\":\"apple token revoked\"")
        + entry(
          "\"uid\":\"u2\",\"url\":\"\(revoke)\",\"message\":\"apple token not revoked\","
            + "\"response\":{\"status\":400,\"error\":\"invalid_client\"}", "b")
        + entry("\"uid\":\"u3\",\"url\":\"\(revoke)\",\"response\":{\"status\":200}", "c")
        + entry("\"uid\":\"u4\",\"url\":\"\(revoke)\",\"response\":\"ok\"", "d"),
      ["u1": "fail weak-proof", "u2": "fail failed-only", "u3": "pass", "u4": "fail no-revocation"]),
    revocations(
      "`revoked: false` beside 200 is a failure",
      entry("\"uid\":\"u1\",\"url\":\"\(revoke)\",\"status_code\":200,\"revoked\":false"), ["u1": "fail failed-only"]),
    revocations(
      "a mock with Apple's host in its path",
      traces(span(call(["uid": "u1", "url.full": "http://mock.example.test//appleid.apple.com/auth/revoke"]))),
      ["u1": noSource]),
    revocations(
      "an emulator of Identity Toolkit",
      traces(
        span(
          call([
            "uid": "u1", "url.full": "http://localhost:9099/identitytoolkit.googleapis.com/v2/accounts:revokeToken",
          ]))),
      ["u1": noSource]),
    revocations(
      "another host that ends in Apple's",
      traces(span(call(["uid": "u1", "url.full": "https://appleid.apple.com.example.test/auth/revoke"]))),
      ["u1": noSource]),
    revocations(
      "Apple's host with its port",
      traces(span(call(["uid": "u1", "url.full": "https://appleid.apple.com:443/auth/revoke"]))),
      ["u1": "pass"]),
    revocations(
      "a trace with two persons names neither", traces(span(["uid": "u1"]), span(["uid": "u2"]), span(call())),
      ["u1": noSource, "u2": noSource]),
    revocations(
      "in whatever order they stand", traces(span(["uid": "u2"]), span(call()), span(["uid": "u1"])),
      ["u1": noSource, "u2": noSource]),
    revocations(
      "two names of one person agree", traces(span(["uid": "u1"]), span(["apple_sub": "001.sub-u1.1"]), span(call())),
      ["u1": "pass"]),
    revocations(
      "a trace of zeros is none",
      traces(
        span(["uid": "u1"], trace: String(repeating: "0", count: 32)),
        span(call(), trace: String(repeating: "0", count: 32))),
      ["u1": noSource]),
    revocations(
      "nor is an empty one",
      entry("\"uid\":\"u1\"", "a", ",\"trace\":\"projects/p/traces/\"")
        + entry("\"url\":\"\(revoke)\",\"status_code\":200", "b", ",\"trace\":\"projects/p/traces/\""),
      ["u1": noSource]),
    revocations(
      "the id of an HTTP request names nobody", traces(span(["uid": "u1"]), span(call(["request_id": "http-77"]))),
      ["u1": "pass"]),
    revocations(
      "another service's RevokeToken",
      "{\"logName\":\"projects/p/logs/audit\",\"timestamp\":\"2026-10-01T00:00:01Z\",\"insertId\":\"a\",\"httpRequest\":{\"status\":200},"
        + "\"protoPayload\":{\"serviceName\":\"other.googleapis.com\",\"methodName\":\"google.other.v1.Tokens.RevokeToken\",\"request\":{\"uid\":\"u1\"}}}\n",
      ["u1": noSource]),
    revocations(
      "a record with a damaged span proves nothing",
      traces(span(call(["uid": "u1"])), span(call(["uid": "u2"])).replacing("1790812800005000000", with: "x")),
      ["u1": noSource]),
    revocations(
      "entries of another shape are no obstacle",
      entry("\"message\":\"boom\",\"error\":{\"stack\":\"y\"},\"status\":{\"code\":3}")
        + entry("\"event\":{\"a\":1}", "b") + entry("\"uid\":\"u1\",\"url\":\"\(revoke)\",\"status_code\":200", "c"),
      ["u1": "pass"]),
    revocations(
      "more calls in one record than Firebase deletes at once",
      traces((0..<1023).map { span(call(["uid": "u\($0)"]), trace: "t\($0)") }), ["u1": "pass", "u1022": "pass"]),
    revocations(
      "a refresh that Apple refuses",
      traces(
        span([
          "url.full": "https://appleid.apple.com/auth/token", "http.response.status_code": 400, "uid": "u1",
          "grant_type": "refresh_token", "error": true, "error.code": "invalid_grant",
        ])), ["u1": "pass"], proof: "strong"),
    revocations(
      "Firebase's sessions alone are no log of Apple's tokens",
      "{\"logName\":\"projects/p/logs/identitytoolkit.googleapis.com%2Frequests\",\"timestamp\":\"2026-10-01T00:00:01Z\",\"insertId\":\"a\","
        + "\"jsonPayload\":{\"methodName\":\"google.cloud.identitytoolkit.v1.AccountManagementService.SetAccountInfo\","
        + "\"request\":{\"localId\":\"u2\",\"validSince\":\"1790812800\"}}}\n", ["u1": noSource]),
  ]

  @Test(arguments: cases) func isJudged(example: VerdictCase) throws { try example.check() }

  @Test func aSignInWithAnEmptyTokenLinksNothing() throws {
    func log(_ request: String) -> String {
      "{\"logName\":\"projects/p/logs/identitytoolkit.googleapis.com%2Frequests\",\"timestamp\":\"2026-10-03T00:00:00Z\",\"insertId\":\"i\","
        + "\"jsonPayload\":{\"methodName\":\"google.cloud.identitytoolkit.v1.AuthenticationService.SignInWithIdp\","
        + "\"request\":{\(request)\"providerId\":\"google.com\"},\"response\":{\"localId\":\"u1\",\"providerId\":\"google.com\"}}}\n"
    }
    for (request, verdict) in [
      ("", "inconclusive order-unknown"), ("\"idToken\":\"\",", "inconclusive order-unknown"),
      ("\"idToken\":\"x\",", "pass"),
    ] {
      try VerdictCase(
        name: request,
        files: [
          "users.json": Sample.export(Sample.user("u1", google: true)), "log.json": log(request),
          "consents.ndjson": Sample.consent("u1", "link:social", "2026-10-02T00:00:00Z"),
        ], rule: "consent/link-social", expected: ["u1": verdict]
      ).check()
    }
  }

  @Test func whatAnErrorQuotesIsNotKept() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write(
      "in/deletions.ndjson",
      "{\"uid\":\"u1\",\"request_id\":\"r1\",\"requested_at\":\"2026-09-30T23:00:00Z\",\"apple_credential\":true}\n")
    try place.write(
      "in/log.ndjson",
      Self.entry(
        "\"uid\":\"u1\",\"url\":\"\(Self.revoke)\",\"status_code\":400,\"error\":\"token rt-secret of jane@example.com\""
      ))
    try place.audit("in")
    #expect(try place.findings().contains { $0.reason == "failed-only" })
    for file in ["reports/out/report.json", "reports/out/report.html", ".relay-audit/audit.sqlite"] {
      let text = String(decoding: try Data(contentsOf: place.path(file)), as: UTF8.self)
      #expect(!text.contains("rt-secret") && !text.contains("jane@example.com"), "\(file)")
    }
  }
}
