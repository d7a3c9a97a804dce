import Foundation
import Timestamps

extension FurtherSamples {
  /// Sign-ins, mail and the provider's configuration, with every possible mistake.
  static func signInsAndMail(_ stage: Stage) -> FurtherSample {
    let names = ["nonceless", "raw", "swapped", "untold", "replayed", "stranger", "stopped", "busy"]
    var signIns: [DemoRecord] = []
    func signIn(_ name: String, daysAgo: Int64 = 5, _ more: [(String, DemoValue)]) {
      var record: DemoRecord = [
        "uid": .text("demo-\(name)"), "at": .time(stage.ago(days: daysAgo)), "provider": .text("apple.com"),
      ]
      record.add(more)
      signIns.append(record)
    }
    signIn("nonceless", [])
    signIn("raw", [("nonce", .text("raw-nonce")), ("raw_nonce", .text("raw-nonce"))])
    signIn("swapped", [("nonce", .text(DemoHash.sha256("another"))), ("raw_nonce", .text("swapped"))])
    signIn("untold", [("nonce", .text(DemoHash.sha256("untold")))])
    for day in [4, 3] as [Int64] {
      signIn(
        "replayed", daysAgo: day, [("nonce", .text(DemoHash.sha256("replayed"))), ("raw_nonce", .text("replayed"))])
    }
    signIn(
      "stranger",
      [
        ("nonce", .text(DemoHash.sha256("stranger"))), ("raw_nonce", .text("stranger")),
        ("aud", .text("com.example.stranger")),
      ])

    var mails: [DemoRecord] = []
    func mail(_ name: String, from sender: String, at time: Timestamp, reply: String? = nil) {
      var record: DemoRecord = [
        "recipient": .text(Stage.relay(name)), "sender": .text(sender), "at": .time(time),
        "outcome": .text(reply == nil ? "delivered" : "bounced"),
      ]
      record.add("smtp_reply", reply.map(DemoValue.text))
      mails.append(record)
    }
    mail("stopped", from: "news@app.example.com", at: stage.ago(days: 2))
    mail("stopped", from: "offers@example.net", at: stage.ago(days: 9))
    mail(
      "busy", from: "alerts@app.example.com", at: stage.ago(days: 8),
      reply: "550 5.1.1 <b@example.com>: unauthorized sender")
    for minute in 0..<101 as Range<Int64> {
      mail("busy", from: "news@app.example.com", at: stage.ago(days: 7) + .minutes(minute))
    }

    let configs = """
      {"name":"projects/demo/\(appleConfig)","appleSignInConfig":{}}
      {"name":"projects/demo/tenants/tenant-a/\(appleConfig)","enabled":true,"clientId":"com.example.web",\
      "appleSignInConfig":{"codeFlowConfig":{"teamId":"TEAM","keyId":"KEY","privateKey":"left out"},"bundleIds":["app"]},\
      "returnUrl":"https://demo.example.net/__/auth/handler"}

      """
    var findings = [
      finding("sign-in/nonce-present", "demo-nonceless", "nonce", "fail", "no-nonce"),
      finding("sign-in/nonce-hashed", "demo-raw", "nonce", "fail", "not-hashed"),
      finding("sign-in/nonce-hashed", "demo-swapped", "nonce", "fail", "mismatch"),
      finding("sign-in/nonce-hashed", "demo-untold", "nonce", "inconclusive", "raw-nonce-unknown"),
      finding("sign-in/nonce-reused", "demo-replayed", "nonce", "fail", "reused"),
      finding("sign-in/audience", "demo-stranger", "audience", "fail", "unknown-audience"),
      finding("relay/mail-after-disable", "demo-stopped", "email", "fail", "disabled"),
      finding("relay/daily-limit", "demo-busy", "email", "fail", "over-limit"),
      finding("relay/unregistered-sender", nil, "o…@example.net", "fail", "not-registered"),
      finding("relay/unregistered-sender", nil, "a…@app.example.com", "fail", "bounced-unauthorized"),
      finding("config/apple-enabled", nil, "project", "fail", "disabled"),
      finding("config/bundle-ids", nil, "project", "fail", "no-bundle-id"),
      finding("config/bundle-ids", nil, "tenant-a", "fail", "invalid-bundle-id"),
      finding("config/return-url", nil, "return-url", "inconclusive", "return-url-unknown"),
      finding("config/return-url", nil, "return-url", "fail", "wrong-return-url"),
      finding("config/relay-sender", nil, "sender", "fail", "not-registered"),
      finding("config/relay-sender", nil, "sender", "fail", "not-registered"),
      finding("deletion/fresh-sign-in", "demo-nonceless", "revocation", "fail", "stale-code"),
      finding("deletion/fresh-sign-in", "demo-raw", "revocation", "fail", "no-fresh-sign-in"),
    ]
    findings += ["services-id", "team-id", "key-id", "private-key"].map {
      finding("config/code-flow", nil, $0, "fail", "no-\($0)")
    }
    return FurtherSample(
      name: "sign-ins-and-mail",
      files: [
        ("users.json", export(names.map { stage.anonymized($0) }), stage.captured),
        ("sign-ins.ndjson", lines(signIns), stage.captured), ("mail.ndjson", lines(mails), stage.captured),
        ("apple-provider.ndjson", configs, stage.captured),
        (
          "revocations.ndjson",
          lines(
            [
              "uid": .text("demo-nonceless"), "at": .time(stage.ago(days: 4)),
              "token_type": .text("authorization_code"),
              "code_issued_at": .time(stage.ago(days: 4) - .minutes(6)), "endpoint": .text("identitytoolkit"),
            ],
            [
              "uid": .text("demo-raw"), "at": .time(stage.ago(days: 4)), "token_type": .text("authorization_code"),
              "endpoint": .text("identitytoolkit"),
            ]), stage.captured
        ),
        (
          "notifications.ndjson",
          lines([
            "type": .text("email-disabled"), "sub": .text(Stage.sub("stopped")),
            "event_time": .number(stage.ago(days: 3).milliseconds), "jti": .text("notice-stopped"),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(asOf: stage.asOf, outcome: "fail", exitStatus: 1, findings: findings),
      config: "apple: {client_ids: [com.example.app]}\nrelay: {senders: [app.example.com]}\n")
  }

  /// The same kinds of evidence with a configuration that lacks the settings they are compared with.
  static func unconfigured(_ stage: Stage) -> FurtherSample {
    let claims = """
      {"iss":"https://appleid.apple.com","sub":"\(Stage.sub("signer"))","aud":"com.example.app",\
      "iat":\(stage.ago(days: 2).milliseconds / 1000),"nonce":"\(DemoHash.sha256("signer"))"}
      """
    let token = [#"{"alg":"RS256","kid":"k1"}"#, claims, "not checked"].map(base64URL).joined(separator: ".")
    return FurtherSample(
      name: "unconfigured",
      files: [
        ("users.json", export([stage.anonymized("signer")]), stage.captured),
        (
          "sign-ins.ndjson",
          lines([
            "uid": .text("demo-signer"), "at": .time(stage.ago(days: 2)), "provider": .text("apple.com"),
            "raw_nonce": .text("signer"), "id_token": .text(token),
          ]), stage.captured
        ),
        (
          "mail.ndjson",
          lines([
            "recipient": .text(Stage.relay("signer")), "sender": .text("news@app.example.com"),
            "at": .time(stage.ago(days: 2)),
          ]), stage.captured
        ),
        appleProvider(project: "demo", stage),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [
          finding("config/relay-sender", nil, "sender", "inconclusive", "no-senders-configured"),
          finding("sign-in/audience", "demo-signer", "audience", "inconclusive", "no-client-ids"),
          finding("relay/mail-after-disable", "demo-signer", "email", "inconclusive", "no-notification-source"),
          finding("relay/unregistered-sender", nil, "n…@app.example.com", "inconclusive", "no-senders-configured"),
          finding("evidence/signature", nil, "sign-ins", "inconclusive", "no-keys"),
        ]))
  }

  /// Notifications signed by Apple, and forged ones.
  static func signatures(_ stage: Stage) -> FurtherSample {
    func notice(_ token: String, receivedAt: Timestamp? = nil) -> DemoRecord {
      var record: DemoRecord = ["payload": .text(token)]
      record.add("received_at", receivedAt.map(DemoValue.time))
      return record
    }
    return FurtherSample(
      name: "signatures",
      files: [
        ("users.json", export([stage.anonymized("signed")]), stage.captured),
        (
          "notifications.ndjson",
          lines([
            notice(DemoTokens.forged), notice(DemoTokens.unknownKey), notice(DemoTokens.wrongIssuer),
            notice(DemoTokens.genuine, receivedAt: stage.ago(days: 1)),
          ]), stage.captured
        ),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "fail", exitStatus: 1,
        findings: [
          finding("evidence/signature", nil, "forged", "fail", "bad-signature"),
          finding("evidence/signature", nil, "unknown-key", "fail", "unknown-key"),
          finding("evidence/signature", nil, "wrong-issuer", "fail", "wrong-issuer"),
          finding("evidence/signature", nil, "genuine", "fail", "expired"),
        ]), keys: DemoTokens.keys)
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
