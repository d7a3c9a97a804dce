import Evidence
import Intake
import Testing

/// Unread fields that say by which method, at whose host and for which provider a call was.
@Suite struct CallSignTests {
  private static let own = #"{"uid":"u1","at":1767225600,"endpoint":"apple","http_status":200,"#
  private static let theirs = #"{"user":"u1","ts":1767225600,"status":200,"#

  private static func settings(_ adjust: (inout SourceSettings) -> Void = { _ in }) -> SourceSettings {
    var settings = SourceSettings(
      kind: .revocations, columns: ["uid": "user", "at": "ts", "http_status": "status"],
      constants: ["endpoint": "apple"])
    adjust(&settings)
    return settings
  }

  /// The same of our own columns and of those that a configuration maps.
  private func summaries(_ fields: String) throws -> [SourceSummary] {
    [
      try read(Self.own + fields + "}\n", settings: SourceSettings(kind: .revocations)).summary,
      try read(Self.theirs + fields + "}\n", settings: Self.settings()).summary,
    ]
  }

  @Test(arguments: [
    #""http_method":"GET""#, #""cs-method":"HEAD""#, #""verb":"GET""#, #""requestMethod":"OPTIONS""#,
    #""request":{"method":"GET"}"#, #""request":{"method":"GET","path":"/auth/revoke"}"#, #""req.method":"DELETE""#,
    #""request":"GET /auth/revoke HTTP/1.1""#, #""request_line":"PUT https://appleid.apple.com/auth/revoke HTTP/2""#,
    #""http":{"request":{"method":"get"}}"#, #""http_method_s":"GET""#,
    // Of two requests, the one to Apple counts.
    #""http_method":"POST","upstream":{"method":"GET","url":"https://appleid.apple.com/auth/revoke"}"#,
  ])
  func onlyPostRevokes(fields: String) throws {
    for summary in try summaries(fields) {
      #expect(summary.records == 0 && summary.rejected == 1, "\(fields)")
      #expect(summary.rejects.first?.reason.contains("only POST revokes") == true, "\(summary.rejects)")
    }
  }

  @Test(arguments: [
    #""http_method":"POST""#, #""request":"POST /auth/revoke HTTP/1.1""#, #""sign_in_method":"GET""#, #""verb":"call""#,
    // The person's request to the company.
    #""http_method":"DELETE","path":"/v1/account""#, #""request":"DELETE /v1/account HTTP/1.1""#,
    #""http":{"request":{"method":"DELETE"}},"url":{"path":"/me"}"#,
    #""request":{"method":"GET","url":"https://api.example.com/users/u1/apple/revoke"}"#,
    #""http_method":"DELETE","upstream":{"method":"POST","url":"https://appleid.apple.com/auth/revoke"}"#,
  ])
  func whatSaysNothingElseIsOfAPost(fields: String) throws {
    for summary in try summaries(fields) { #expect(summary.records == 1, "\(fields): \(summary.rejects)") }
  }

  @Test func theColumnOfOursDecides() throws {
    let own = try read(Self.own + #""method":"POST","http_method":"DELETE"}"# + "\n")
    #expect(own.summary.records == 1, "\(own.summary.rejects)")
    let mapped = try read(
      Self.theirs + #""http_method":"GET"}"# + "\n", settings: Self.settings { $0.columns["method"] = "http_method" })
    #expect(mapped.sink.records.compactMap(Self.method) == ["GET"])
  }

  private static func method(_ record: EvidenceRecord) -> String? {
    if case .revocation(let record) = record { record.method } else { nil }
  }

  @Test(arguments: [
    #""url":"https://oauth2.googleapis.com/revoke""#, #""uri":"/revoke","host":"oauth2.googleapis.com""#,
    #""url":"https://appleid.apple.com.example.com/auth/revoke""#, #""authority":"graph.facebook.com""#,
    #""url":"http://mock-apple.test:8080/auth/revoke""#, #""called":"https://id.example.com/oauth2/token/revoke""#,
    #""host":"mock-apple.test","path":"/auth/revoke""#, #""request":{"host":"id.example.com","path":"/auth/revoke"}"#,
    #""upstream_host":"id.example.com""#, #""target":{"host":"id.example.com"}"#,
    #""http":{"url":"https://graph.facebook.com/me/permissions"}"#, #""request":"POST https://id.example.com/revoke""#,
    #""provider":"google""#, #""identity_provider":"facebook.com""#, #""provider":"kakao""#,
  ])
  func anotherHostIsNotApples(fields: String) throws {
    for summary in try summaries(fields) {
      #expect(summary.records == 0 && summary.rejected == 1, "\(fields)")
      #expect(summary.rejects.first?.reason.contains("Apple") == true, "\(summary.rejects)")
    }
  }

  @Test(arguments: [
    #""url":"https://appleid.apple.com/auth/revoke""#, #""host":"appleid.apple.com","path":"/auth/revoke""#,
    #""url":"https://identitytoolkit.googleapis.com/v2/accounts:revokeToken""#,
    #""authority":"appleid.apple.com:443","provider":"google""#,
    // The company's own service.
    #""url":"https://api.example.com/account/delete""#, #""url":"https://api.example.com/v1/apple/revoke""#,
    #""host":"api.example.com","path":"/v1/account""#, #""url":"https://api.example.com/consents/c1/revoke""#,
    #""inbound_url":"https://api.example.com/auth/revoke","url":"https://appleid.apple.com/auth/revoke""#,
    #""url":"http://localhost:3000/revoke""#,
    // The machine that writes the log.
    #""hostname":"worker-3","path":"/auth/revoke""#, #""host":"worker-3.example.internal","path":"/auth/revoke""#,
    #""upstream_host":"192.0.2.7:443""#,
    // Other things.
    #""referer":"https://accounts.google.com/revoke""#, #""callback_url":"https://api.example.com/auth/revoke""#,
    #""photo_url":"https://graph.facebook.com/1/picture""#, #""provider":"apple.com""#, #""provider":"password""#,
    #""cloud":{"provider":"google"}"#, #""client":"com.example.app""#, #""note":"as in https://id.example.com/revoke""#,
  ])
  func whatIsNotSaidToBeElsewhereIsApples(fields: String) throws {
    for summary in try summaries(fields) { #expect(summary.records == 1, "\(fields): \(summary.rejects)") }
  }

  @Test func aConfigurationMaySaySo() throws {
    let record = Self.theirs + #""url":"https://oauth2.googleapis.com/revoke","http_method":"GET"}"# + "\n"
    let ignored = Self.settings { $0.record.ignored = ["url", "http_method"] }
    #expect(try read(record, settings: ignored).summary.records == 1)
    let elsewhere = Self.settings { $0.constants["endpoint"] = "other" }
    #expect(try read(record, settings: elsewhere).summary.records == 1)
    let chosen = Self.settings { $0.record.filters = ["provider": ["apple"]] }
    let both = ["apple", "google"].map { Self.theirs + #""provider":"\#($0)"}"# + "\n" }.joined()
    let summary = try read(both, settings: chosen).summary
    #expect(summary.records == 1 && summary.skipped == 1 && summary.rejected == 0)
  }

  @Test func theSameHoldsOfTables() throws {
    let rows = [
      ("u1", "POST", "https://appleid.apple.com/auth/revoke"), ("u2", "GET", "https://appleid.apple.com/auth/revoke"),
      ("u3", "POST", "https://oauth2.googleapis.com/revoke"), ("u4", "DELETE", "/v1/account"),
    ].map { "\($0),1767225600,200,\($1),\($2)\n" }.joined()
    let (own, theirs) = ("uid,at,http_status", "user,ts,status")
    for (titles, settings) in [(own, SourceSettings(kind: .revocations)), (theirs, Self.settings())] {
      let summary = try read(titles + ",request.method,request.url\n" + rows, settings: settings).summary
      #expect(summary.rejects.map(\.locator) == ["line 3", "line 4"], "\(summary.rejects)")
    }
  }

  @Test func fieldsOfATextAreSeen() throws {
    let settings = Self.settings { $0.columns["http_status"] = "call.status" }
    let call = #"{\"status\":200,\"method\":\"GET\",\"path\":\"/auth/revoke\"}"#
    let record = #"{"user":"u1","ts":1767225600,"call":"\#(call)"}"# + "\n"
    #expect(try read(record, settings: settings).summary.rejects.first?.reason.contains("`call.method`") == true)
  }
}
