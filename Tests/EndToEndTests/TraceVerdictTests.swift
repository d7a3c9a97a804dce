import Foundation
import Testing

/// Whose a call in a trace is, and what a call that is no revocation shows.
@Suite struct TraceVerdictTests {
  /// A span of 2026-10-01, with the last digit of its id and of its parent's.
  private struct Span: Sendable {
    var id: Int
    var parent: Int?
    var second = 0
    var attributes: [String: String] = [:]
    /// The status's code, in JSON.
    var status: String?
    var trace = "5b8efff798038103d269b633813fc60c"

    var text: String {
      get throws {
        let listed: [[String: Any]] = attributes.sorted { $0.key < $1.key }.map { key, value in
          ["key": key, "value": [key.hasSuffix("status_code") ? "intValue" : "stringValue": value]]
        }
        let time = "\(1_790_812_800 + second)000000000"
        var span: [String: Any] = [
          "traceId": trace, "spanId": "00f067aa0ba902b\(id)", "startTimeUnixNano": time, "endTimeUnixNano": time,
          "attributes": listed,
        ]
        if let parent { span["parentSpanId"] = "00f067aa0ba902b\(parent)" }
        let text = String(decoding: try JSONSerialization.data(withJSONObject: span), as: UTF8.self)
        return status.map { "\(text.dropLast()),\"status\":{\"code\":\($0)}}" } ?? text
      }
    }
  }

  private static func call(
    _ id: Int, under parent: Int?, second: Int = 0, path: String = "revoke", _ more: [String: String] = [:]
  ) -> Span {
    let attributes = [
      "url.full": "https://appleid.apple.com/auth/\(path)", "http.response.status_code": "200",
      "http.request.method": "POST",
    ]
    return Span(id: id, parent: parent, second: second, attributes: attributes.merging(more) { $1 })
  }

  /// Audits requests of u1 and u2 of the day before.
  private func check(
    _ expected: [String: String], _ spans: [Span], rule: String = "deletion/token-revoked", config: String = ""
  ) throws {
    let requests = expected.keys.sorted().map {
      "{\"uid\":\"\($0)\",\"request_id\":\"r-\($0)\",\"requested_at\":\"2026-09-30T23:00:00Z\",\"apple_credential\":true}\n"
    }
    let users = "{\"users\": [\n" + expected.keys.sorted().map { Sample.user($0) }.joined(separator: ",\n") + "]}"
    let texts = try spans.map { try $0.text }
    for spans in [texts, texts.reversed()] {
      try VerdictCase(
        name: rule,
        files: [
          "users.json": users, "deletions.ndjson": requests.joined(),
          "trace.json": "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[\(spans.joined(separator: ","))]}]}]}",
          "../relay-audit.yaml": config,
        ], rule: rule, expected: expected
      ).check()
    }
  }

  private static let first = Span(id: 1, attributes: ["uid": "u1"])
  private static let second = Span(id: 2, attributes: ["uid": "u2"])

  @Test func aCallIsItsParentsPersons() throws {
    try check(
      ["u1": "pass", "u2": "fail no-revocation"], [Self.first, Self.second, Self.call(3, under: 1)])
    try check(["u1": "pass", "u2": "pass"], [Self.first, Self.second, Self.call(3, under: 1), Self.call(4, under: 2)])
  }

  @Test func theNearestSpanThatNamesSomebodyCounts() throws {
    let between = Span(id: 5, parent: 1)
    try check(
      ["u1": "pass", "u2": "fail no-revocation"], [Self.first, Self.second, between, Self.call(3, under: 5)])
    let below = Span(id: 5, parent: 1, attributes: ["uid": "u2"])
    try check(["u1": "fail no-revocation", "u2": "pass"], [Self.first, below, Self.call(3, under: 5)])
    // What names itself needs no parent.
    try check(
      ["u1": "pass", "u2": "fail no-revocation"], [Self.second, Self.call(3, under: 2, ["uid": "u1"])])
  }

  @Test func spansThatNameEachOtherAsParentsNameNobody() throws {
    try check(
      ["u1": "pass"], [Span(id: 5, parent: 6), Span(id: 6, parent: 5), Self.first, Self.call(3, under: 5)])
  }

  @Test func ofTwoPersonsInATraceEachHasToExchangeTheirOwnCode() throws {
    let exchange = ["grant_type": "authorization_code", "client_id": "com.example.app"]
    let spans = [
      Self.first, Self.second, Self.call(3, under: 1, path: "token", exchange),
      Self.call(4, under: 1, second: 2, ["client_id": "com.example.app"]),
      Self.call(5, under: 2, second: 2, ["client_id": "com.example.app"]),
    ]
    try check(["u1": "pass", "u2": "fail weak-proof"], spans, config: "deletion: {required_proof: strong}\n")
  }

  /// Whatever the status of the answer.
  @Test func aCallOfWhichItsClientSaysThatItFailed() throws {
    for error in ["true", "invalid_client"] {
      try check(["u1": "fail failed-only"], [Self.first, Self.call(3, under: 1, ["error": error])])
    }
    for (status, verdict) in [("2", "fail failed-only"), ("\"STATUS_CODE_ERROR\"", "fail failed-only"), ("1", "pass")] {
      var call = Self.call(3, under: 1, ["error": "false"])
      call.status = status
      try check(["u1": verdict], [Self.first, call])
    }
  }

  @Test func whatIsNoPostRevokesNothing() throws {
    for method in ["GET", "OPTIONS", "HEAD"] {
      try check(["u1": "fail no-revocation"], [Self.call(3, under: nil, ["uid": "u1", "http.request.method": method])])
    }
  }

  @Test func aRefreshThatComesOffShowsALiveToken() throws {
    let refresh = Self.call(4, under: 1, second: 9, path: "token", ["grant_type": "refresh_token"])
    try check(["u1": "fail alive"], [Self.first, Self.call(3, under: 1), refresh], rule: "deletion/token-alive")
    let exchange = Self.call(5, under: 1, second: 5, path: "token", ["grant_type": "authorization_code"])
    try check(
      ["u1": "inconclusive signed-in-again"], [Self.first, Self.call(3, under: 1), exchange, refresh],
      rule: "deletion/token-alive")
    // Nobody's refresh is no reject.
    try check(["u1": "pass"], [Self.first, Self.call(3, under: 1)], rule: "deletion/token-alive")
  }

  @Test func aLogOfRefreshesAloneIsNoLogOfRevocations() throws {
    let refresh = Self.call(4, under: 1, path: "token", ["grant_type": "refresh_token"])
    try check(["u1": "inconclusive no-revocation-source"], [Self.first, refresh])
    var nobodys = refresh
    nobodys.trace = "5b8efff798038103d269b633813fc60d"
    try check(["u1": "pass"], [Self.first, Self.call(3, under: 1), nobodys])
  }
}
