/// How a project's Apple provider is set up. Keys themselves are never kept.
package struct ProviderConfigRecord: Hashable, Codable, Sendable {
  /// The project's id or number, where the configuration says it.
  package var project: String?
  package var tenant: String?
  package var isEnabled: Bool?
  package var hasServicesID: Bool
  package var hasTeamID: Bool
  package var hasKeyID: Bool
  package var hasPrivateKey: Bool
  package var bundleIDs: [String]
  /// Where Apple sends people back to, as registered there. Identity Platform does not say it; who exports its
  /// configuration may add it.
  package var returnURLs: [String]

  package init(
    project: String?, tenant: String?, isEnabled: Bool?, hasServicesID: Bool, hasTeamID: Bool, hasKeyID: Bool,
    hasPrivateKey: Bool, bundleIDs: [String], returnURLs: [String] = []
  ) {
    self.project = project
    self.tenant = tenant
    self.isEnabled = isEnabled
    self.hasServicesID = hasServicesID
    self.hasTeamID = hasTeamID
    self.hasKeyID = hasKeyID
    self.hasPrivateKey = hasPrivateKey
    self.bundleIDs = bundleIDs
    self.returnURLs = returnURLs
  }
}
