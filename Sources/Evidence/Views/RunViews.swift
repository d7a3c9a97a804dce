/// The views that belong to no kind of evidence: what the configuration says, and facts about the run's sources.
enum RunViews {
  static let all = [
    relaySender, clientID, SignedTokenWriter.view, source, coverage, population, secret,
    ProviderConfigKind.returnURLView,
    exportedTenant, authDomain, ambiguousRecord, OtherIdentifiers.view, UnlinkedCredentials.view, teamTransfer,
    OtherActivity.view,
  ]

  /// Those of the configuration and of the run as a whole, which hold no record of anybody.
  static let ofTheWhole = [
    relaySender, clientID, source, coverage, population, secret, exportedTenant, authDomain, teamTransfer,
  ]

  private static let ambiguousRecord = PublicView(
    "ambiguous_record",
    """
    Records whose names fit several accounts at the time of the record, so that they are assigned to none. A deletion \
    request among them has a person of its own, with `known` = 0.
    """,
    [
      .init("kind", "text", "Kind."),
      .init(
        "remembered", "integer", "1 if an earlier run read it, and no source of this run shows it.",
        RunTables.isRemembered("ref")),
      .init("ref", "integer", "The record."),
    ],
    from: RunTables.ambiguous.name)

  private static let relaySender = PublicView(
    "relay_sender", "Senders that are registered with Apple, from the configuration's `relay.senders`.",
    [.init("name", "text", "An address, or a host.")], from: RunTables.relaySenders.name)

  private static let clientID = PublicView(
    "client_id", "The app's own client ids, from the configuration's `apple.client_ids`.",
    [.init("name", "text", "The id.")], from: RunTables.clientIDs.name)

  private static let source = PublicView(
    "source", "The sources of this run.",
    [
      .init("source", "integer", "Number."),
      .init("path", "text", "Path as given."),
      .init("kind", "text?", "Kind of evidence; null where not recognised."),
      .init("format", "text?", "Format."),
      .init("captured_at", "integer", "When it was captured."),
      .init("records", "integer", "Records used."),
      .init("rejected", "integer", "Records rejected."),
      .init(
        "truncated", "integer",
        """
        1 if it is cut short, names a next page that is missing, or could not be read although its name suggests \
        records.
        """),
      .init(
        "export", "text?", "For accounts: whether it can show Apple credentials: `new`, `old`, `unknown`."),
      .init("shows_tenants", "integer", "For accounts: 0 where the exporter leaves out the accounts of tenants."),
      .init("stated_records", "integer?", "How many records it states."),
      .init("shown_records", "integer", "How many records it has: used, repeated or rejected."),
      .init("ref", "integer", "The source as a whole.", "source << \(Place.shiftOfSource)"),
    ],
    from: RunTables.sources.name)

  private static let coverage = PublicView(
    "coverage", "The kinds of evidence, one row for each kind of section 4 but `logs`.",
    [
      .init("kind", "text", "Kind."),
      .init("present", "integer", "1 if a source of the run or memory has it."),
      .init("records", "integer", "Records of the run's sources that were used."),
      .init("matched", "integer", "Records that belong to an account, present or past."),
      .init("first_at", "integer?", "The earliest of their times."),
      .init("last_at", "integer?", "The latest of their times."),
      .init("supplied", "integer", "1 if a source of the run has it."),
      .init("remembered", "integer", "Records that earlier runs read and that still count."),
      .init("captured_to", "integer?", "When the newest of its sources, remembered ones too, was captured."),
    ],
    from: RunTables.coverage.name)

  private static let population = PublicView(
    "population", "The accounts of this run and of the one before; no row where the run has no accounts source.",
    [
      .init("accounts", "integer", "How many accounts this run's exports show, in scope or not."),
      .init("apple_accounts", "integer", "How many of them have an Apple credential or claim."),
      .init(
        "complete", "integer", "1 if no accounts source is cut short, lacks its next page or has rejects.",
        "is_complete"),
      .init(
        "previous_accounts", "integer?",
        "How many the newest complete exports captured earlier showed, or the run before; null for the first run."),
      .init("previous_captured_at", "integer?", "When its exports were captured."),
    ],
    from: "\(RunTables.context.name) WHERE has_accounts")

  private static let secret = PublicView(
    "secret", "Keys, client secrets and tokens found in sources, one row for each source and kind.",
    [
      .init("source", "integer", "Number of the source."),
      .init("kind", "text", "`private-key`, `client-secret` or `raw-token`."),
      .init("records", "integer", "How many records have one."),
      .init("ref", "integer", "The first of them."),
    ],
    from: RunTables.secrets.name)

  private static let exportedTenant = PublicView(
    "exported_tenant", "Tenants of which this run's exports show an account, in scope or not.",
    [.init("name", "text", "The tenant.")], from: RunTables.exportedTenants.name)

  private static let authDomain = PublicView(
    "auth_domain", "Hosts that serve the project's sign-in pages and send its mail, from `apple.auth_domains`.",
    [.init("name", "text", "The host.")], from: RunTables.authDomains.name)

  private static let teamTransfer = PublicView(
    "team_transfer",
    "When the app moved to another team; no row where no alias of the run or of memory says when.",
    [.init("transferred_at", "integer", "The newest time that any alias tells.")], from: RunTables.teamTransfers.name)
}
