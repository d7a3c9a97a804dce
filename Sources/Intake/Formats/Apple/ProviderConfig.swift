import Evidence

/// Identity Platform's configuration of the provider `apple.com`, alone or in a list of providers.
///
/// https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
struct ProviderConfig: ProductReader {
  static let kind = EvidenceKind.providerConfig
  static let product = "identity-platform-idp-config"
  static let guide = FormatGuide(
    Self.self, title: "Identity Platform, `defaultSupportedIdpConfigs/apple.com`",
    note: """
      Keys are not kept. Put a word such as `REDACTED` in the place of the private key: a key in an export is a \
      finding, and so is no key in the settings.
      """,
    example: #"""
      {"name":"projects/demo/defaultSupportedIdpConfigs/apple.com","enabled":true,"clientId":"com.example.web",
       "appleSignInConfig":{"codeFlowConfig":{"teamId":"…","keyId":"…","privateKey":"…"},"bundleIds":["com.example.app"]}}
      """#)

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    if head.pageKeys.contains("defaultSupportedIdpConfigs") {
      return (5, "it lists `defaultSupportedIdpConfigs`, as Identity Platform answers")
    }
    guard head.keys.contains("name"), head.keys.contains("appleSignInConfig") || head.keys.contains("clientId"),
      head.keys.contains("appleSignInConfig") || head.keys.contains("enabled")
    else { return nil }
    return (3, "it has `name`, `clientId` or `appleSignInConfig`, as Identity Platform's providers have")
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    // projects/PROJECT/defaultSupportedIdpConfigs/apple.com, with tenants/TENANT before the last two for a tenant.
    let parts = try record.requiredText("name").split(separator: "/").map(String.init)
    guard parts.last == "apple.com" else { return .ignored("the provider is not Apple") }
    func after(_ name: String) -> String? {
      parts.firstIndex(of: name).flatMap { $0 + 1 < parts.count ? parts[$0 + 1] : nil }
    }
    let apple = try record.object("appleSignInConfig")
    let flow = try apple?.object("codeFlowConfig")
    return ProductRecord(
      evidence: [
        .providerConfig(
          ProviderConfigRecord(
            project: after("projects"), tenant: after("tenants"), isEnabled: try record.bool("enabled"),
            hasServicesID: record.has("clientId"), hasTeamID: flow?.has("teamId") ?? false,
            hasKeyID: flow?.has("keyId") ?? false, hasPrivateKey: flow?.has("privateKey") ?? false,
            bundleIDs: try apple?.texts("bundleIds") ?? [],
            returnURLs: try record.texts("returnUrls") + record.texts("returnUrl")))
      ])
  }
}
