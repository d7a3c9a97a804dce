import Timestamps

extension FurtherSamples {
  /// Revocations that prove nothing: for another app's client, of one token among several, and with an expired client
  /// secret.
  static func proof(_ stage: Stage) -> FurtherSample {
    let revoked = stage.ago(days: 8)
    func call(_ name: String, at time: Timestamp, _ more: [(String, DemoValue)]) -> DemoRecord {
      var record: DemoRecord = [
        "uid": .text("demo-\(name)"), "at": .time(time), "endpoint": .text("apple"),
        "token_type": .text("refresh_token"),
      ]
      record.add(more)
      return record
    }
    func answered(_ name: String, at time: Timestamp, _ more: (String, DemoValue)...) -> DemoRecord {
      call(name, at: time, [("http_status", .number(200))] + more)
    }
    let refreshed: (String, DemoValue) = ("outcome", .text("refreshed"))
    var calls = [
      answered("foreign", at: revoked, ("client_id", .text("com.example.other"))),
      answered("alive", at: revoked), answered("alive", at: revoked + .days(1), refreshed),
      answered("returned", at: revoked), answered("returned", at: revoked + .days(2), refreshed),
      answered("quiet", at: revoked - .days(1), refreshed), answered("quiet", at: revoked),
    ]
    for minute in [0, 3, 6, 9, 12] as [Int64] {
      calls.append(
        call(
          "quiet", at: stage.ago(days: 1) + .minutes(minute),
          [("http_status", .number(400)), ("error", .text("invalid_client"))]))
    }
    let names = ["foreign", "alive", "returned", "quiet"]
    return FurtherSample(
      name: "proof",
      files: [
        ("users.json", export(names.map { stage.anonymized($0) }), stage.captured),
        (
          "deletions.ndjson",
          lines([
            "uid": .text("demo-foreign"), "request_id": .text("request-foreign"), "requested_at": .time(revoked),
          ]), stage.captured
        ),
        ("revocations.ndjson", lines(calls), stage.captured),
        (
          "sign-ins.ndjson",
          lines([
            "uid": .text("demo-returned"), "at": .time(revoked + .days(1)), "provider": .text("apple.com"),
            "nonce": .text(DemoHash.sha256("returned")), "raw_nonce": .text("returned"),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "fail", exitStatus: 1,
        findings: [
          finding("deletion/token-revoked", "demo-foreign", "request-foreign", "fail", "foreign-client"),
          finding("deletion/account-removed", "demo-foreign", "request-foreign", "pending", "still-present"),
          finding("deletion/token-alive", "demo-alive", "apple.com", "fail", "alive"),
          finding("deletion/token-alive", "demo-returned", "apple.com", "inconclusive", "signed-in-again"),
          finding("deletion/revocation-outage", nil, "apple", "fail", "outage"),
        ]),
      config: "apple: {client_ids: [com.example.app]}\n")
  }
}
