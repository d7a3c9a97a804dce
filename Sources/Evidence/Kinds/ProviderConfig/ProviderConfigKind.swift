/// How a project's Apple provider is set up.
enum ProviderConfigKind: KindDefinition {
  static let kind = EvidenceKind.providerConfig
  static let record: (any KindRecord.Type)? = ProviderConfigRecord.self
  static let tables = [ProviderConfigWriter.data, ProviderConfigWriter.returnURLs]
  static let views = [view]
  static let meaningOfAbsence: String? = "Whether the project is set up so that tokens can be revoked is unknown."

  private static let view = PublicView(
    "provider_config", "How Identity Platform's provider `apple.com` is set up, for the project and its tenants.",
    [
      .init(
        "project", "text?",
        "The project's id: from the configuration's name, or, if that has a number, the label in `relay-audit.yaml`.",
        """
        CASE WHEN project GLOB '*[^0-9]*' THEN project \
        ELSE (SELECT configured_project FROM evidence.run_context) END
        """),
      .init("tenant", "text?", "Tenant, for a tenant's own configuration."),
      .init("enabled", "integer?", "1 if it is enabled; null if unknown."),
      .init("services_id", "integer", "1 if the Services ID is set."),
      .init("team_id", "integer", "1 if the team's id is set."),
      .init("key_id", "integer", "1 if the key's id is set."),
      .init("private_key", "integer", "1 if the key is set."),
      .init("bundle_ids", "integer", "How many bundle ids there are."),
      .init("bad_bundle_ids", "integer", "How many of them are not valid bundle ids."),
      .init("ref", "integer", "The record."),
    ],
    from: ProviderConfigWriter.data.name)

  /// Younger than the run's own views, among which it keeps its place in the list of views.
  static let returnURLView = PublicView(
    "return_url",
    "Return URLs: where Apple sends people after sign-in. One row for each address in a provider's configuration.",
    [
      .init("provider_config", "integer", "The configuration's `ref`."),
      .init("url", "text", "The address, lower-case."),
    ],
    from: ProviderConfigWriter.returnURLs.name)
}

extension EvidenceKind {
  package static let providerConfig = EvidenceKind("provider-config", ProviderConfigKind.self)
}

extension EvidenceRecord {
  package static func providerConfig(_ record: ProviderConfigRecord) -> EvidenceRecord { .other(BoxedRecord(record)) }
}
