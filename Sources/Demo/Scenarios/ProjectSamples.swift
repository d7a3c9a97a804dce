import Timestamps

/// Samples of how a project is set up.
extension FurtherSamples {
  private static let apple = "defaultSupportedIdpConfigs/apple.com\""

  /// The provider's configuration has the project's number, and nothing says its id.
  static func unnamed(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "unnamed-project",
      files: [
        (
          "apple-provider.ndjson",
          """
          {"name":"projects/123456789012/\(apple),"enabled":true,"clientId":"com.example.web",\
          "appleSignInConfig":{"codeFlowConfig":{"teamId":"TEAM","keyId":"KEY","privateKey":"left out"},"bundleIds":["com.example.app"]},\
          "returnUrls":["https://demo.firebaseapp.com/__/auth/handler"]}

          """, stage.captured
        )
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("config/return-url", nil, "return-url", "inconclusive", "project-unknown"),
          finding("config/relay-sender", nil, "sender", "inconclusive", "project-unknown"),
        ]),
      isUnnamed: true, config: "relay: {senders: [news@example.com]}\n")
  }

  /// What no export should carry. The key, the secret and the token are made up.
  static func secrets(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "secrets",
      files: [
        (
          "apple-provider.ndjson",
          """
          {"name":"projects/demo/\(apple),"enabled":true,"clientId":"com.example.web","clientSecret":"not-a-secret-0123456789",\
          "appleSignInConfig":{"codeFlowConfig":{"teamId":"TEAM","keyId":"KEY",\
          "privateKey":"-----BEGIN PRIVATE KEY-----\\nbm90IGEga2V5\\n-----END PRIVATE KEY-----"},"bundleIds":["com.example.app"]},\
          "returnUrls":["https://demo.firebaseapp.com/__/auth/handler"]}

          """, stage.captured
        ),
        (
          "consents.ndjson",
          lines([
            "uid": .text("demo-open"), "purpose": .text("link:phone"), "given_at": .time(stage.ago(days: 9)),
            "explicit": .flag(true), "refresh_token": .text("r.0123456789.not-a-token"),
          ]), stage.captured
        ),
        ("users.json", export([stage.anonymized("open")]), stage.captured),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "fail", exitStatus: 1,
        findings: [
          finding("config/secret-exposed", nil, "apple-provider.ndjson", "fail", "private-key"),
          finding("config/secret-exposed", nil, "apple-provider.ndjson", "fail", "client-secret"),
          finding("config/secret-exposed", nil, "consents.ndjson", "fail", "raw-token"),
        ]),
      config: "relay: {senders: [noreply@demo.firebaseapp.com]}\n")
  }
}
