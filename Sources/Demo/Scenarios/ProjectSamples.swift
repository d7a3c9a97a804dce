import Timestamps

/// Samples of how a project is set up.
extension FurtherSamples {
  /// The last part of the name of a provider's configuration.
  static let appleConfig = "defaultSupportedIdpConfigs/apple.com"

  /// A provider's configuration that has all it needs.
  static func appleProvider(
    project: String, clientSecret: String? = nil, privateKey: String = "left out", _ stage: Stage
  ) -> (name: String, text: String, capturedAt: Timestamp) {
    let secret = clientSecret.map { ",\"clientSecret\":\"\($0)\"" } ?? ""
    return (
      "apple-provider.ndjson",
      """
      {"name":"projects/\(project)/\(appleConfig)","enabled":true,"clientId":"com.example.web"\(secret),\
      "appleSignInConfig":{"codeFlowConfig":{"teamId":"TEAM","keyId":"KEY","privateKey":"\(privateKey)"},\
      "bundleIds":["com.example.app"]},"returnUrls":["https://demo.firebaseapp.com/__/auth/handler"]}

      """, stage.captured
    )
  }

  /// The provider's configuration has the project's number, and its id is unknown.
  static func unnamed(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "unnamed-project",
      files: [appleProvider(project: "123456789012", stage)],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("config/return-url", nil, "return-url", "inconclusive", "project-unknown"),
          finding("config/relay-sender", nil, "sender", "inconclusive", "project-unknown"),
        ]),
      isUnnamed: true, config: "relay: {senders: [news@example.com]}\n")
  }

  /// Secrets that no export should contain. The key, the secret and the token are made up.
  static func secrets(_ stage: Stage) -> FurtherSample {
    FurtherSample(
      name: "secrets",
      files: [
        appleProvider(
          project: "demo", clientSecret: "not-a-secret-0123456789",
          privateKey: #"-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----"#, stage),
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
