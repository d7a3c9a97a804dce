import Storage

/// Attempts to invalidate Apple's tokens.
enum RevocationKind: KindDefinition {
  static let kind = EvidenceKind.revocations
  static let record: (any KindRecord.Type)? = RevocationRecord.self
  static let tables = [RevocationWriter.data]
  static let views = [view, tokenUses, calls]
  static let isInLogs = true
  static let meaningOfAbsence: String? = "Whether Apple's tokens were revoked is unknown."

  /// A log that only ends Firebase's own sessions, or only fetches tokens, says nothing about revocations. A refresh
  /// that Apple refuses because the token is dead does.
  static let presence: String? = """
    endpoint IS NOT '\(RevocationEndpoint.firebaseSession.rawValue)' AND NOT (\(isTokenUse(""))) \
    AND (NOT refresh OR error IS 'invalid_grant')
    """

  /// An SQL condition on the row `prefix` of the table: the record shows tokens in use, and is no attempt to revoke
  /// them.
  static func isTokenUse(_ prefix: String) -> String {
    """
    coalesce(\(prefix)outcome, '') \
    IN ('\(RevocationOutcome.refreshed.rawValue)', '\(RevocationOutcome.exchanged.rawValue)')
    """
  }

  private static let isPost = "coalesce(r.method, 'POST') = 'POST'"

  static let summary: RecordSummary? = RecordSummary(
    "at, endpoint, token_type, http_status, outcome, error", from: RevocationWriter.data, time: "of"
  ) { row, time in
    let parts = [
      row.optionalText(1).map { "endpoint \($0)" }, row.optionalText(2).map { "token type \($0)" },
      row.optionalInteger(3).map { "HTTP status \($0)" }, row.optionalText(4).map { "outcome \($0)" },
      row.optionalText(5).map { "error \($0)" },
    ].compactMap { $0 }
    return "revocation record\(time)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))"
  }

  private static let view = PublicView(
    "revocation",
    """
    Attempts to invalidate Apple's tokens, one row for each account that they belong to. Calls with another \
    method than POST are left out.
    """,
    [
      .init("account", "integer", "Account."),
      .init("request_id", "text?", "The deletion request it names."),
      .init("at", "integer", "When."),
      .init("endpoint", "text?", "`apple`, `identitytoolkit`, `firebase-session` or `other`."),
      .init("http_status", "integer?", "The HTTP status of the answer."),
      .init(
        "token_type", "text?",
        "`refresh_token`, `access_token`, `authorization_code`, `id_token`, or `unknown`."
      ),
      .init(
        "outcome", "text?", "`revoked`, `failed` or `unknown`; `failed` wherever an error is named.",
        "CASE WHEN r.error IS NOT NULL THEN 'failed' ELSE r.outcome END"),
      .init("error", "text?", "Error code, such as `invalid_grant`."),
      .init("client_id", "text?", "Client."),
      .init(
        "foreign_client", "integer",
        "1 if the client is none of `apple.client_ids`; 0 where no client is named, or none are configured.",
        isForeign),
      .init("trace_id", "text?", "Trace."),
      .init("code_issued_at", "integer?", "When the authorization code was issued."),
      .init(
        "refresh", "integer", "1 if the call refreshed a token, so that the answer shows whether it was valid."),
      .init(
        "exchanged", "integer",
        "1 if the same client exchanged a code for tokens in the same trace, at most 300 s before."),
      .init(
        "shows", "text",
        """
        What it shows about Apple's tokens: `dead` (Apple refused to refresh the token), `success` (a call that \
        revokes was answered with 2xx), `claimed` (a record says revoked, without a call that shows it), `failed`, \
        `wrong-token` (a kind of token that is not revoked there), `foreign-client`, `session` \
        (Firebase's own sessions alone), or `nothing`.
        """, shows),
      .init("ref", "integer", "Its record.", "r.ref"),
    ],
    from: """
      \(RevocationWriter.data.name) r JOIN evidence.evidence_account e ON e.ref = r.ref
      WHERE \(isPost) AND NOT (\(isTokenUse("r.")))
      """)

  private static let isForeign = RunTables.isForeign("r.client_id")

  /// What an attempt shows (`docs/contract.md`, section 6.3), one declaration for all rules.
  private static let shows = """
    CASE
      -- Apple refuses to refresh a token that is dead. To another client it refuses every token.
      WHEN r.refresh THEN CASE WHEN r.error = 'invalid_grant' AND NOT (\(isForeign)) THEN 'dead' ELSE 'nothing' END
      WHEN r.endpoint = 'firebase-session' THEN 'session'
      WHEN r.error IS NOT NULL OR r.outcome = 'failed' THEN 'failed'
      -- The status of a call to somewhere else is not Apple's answer.
      WHEN r.endpoint = 'other' AND r.outcome IS NOT 'revoked' THEN 'nothing'
      WHEN r.endpoint IS NOT 'other' AND r.http_status NOT BETWEEN 200 AND 299 THEN 'failed'
      WHEN r.token_type = 'id_token' THEN 'wrong-token'
      WHEN r.token_type = 'authorization_code' AND \(isAtApple) THEN 'wrong-token'
      WHEN r.http_status IS NULL AND r.outcome IS NOT 'revoked' THEN 'nothing'
      WHEN \(isForeign) THEN 'foreign-client'
      WHEN r.endpoint = 'other' OR r.endpoint IS NULL OR r.http_status IS NULL OR r.token_type = 'unknown'
        THEN 'claimed'
      ELSE 'success'
    END
    """

  private static let tokenUses = PublicView(
    "token_use", "Calls in which Apple issued tokens, one row for each account that they belong to.",
    [
      .init("account", "integer", "Account."),
      .init("at", "integer", "When."),
      .init(
        "kind", "text", "`refresh` of a token, which was valid then, or `exchange` of the code of a new sign-in.",
        "CASE r.outcome WHEN '\(RevocationOutcome.refreshed.rawValue)' THEN 'refresh' ELSE 'exchange' END"),
      .init("client_id", "text?", "Client."),
      .init("foreign_client", "integer", "As in `revocation`.", isForeign),
      .init("ref", "integer", "Its record.", "r.ref"),
    ],
    from: """
      \(RevocationWriter.data.name) r JOIN evidence.evidence_account e ON e.ref = r.ref
      WHERE \(isTokenUse("r.")) AND \(isAtApple)
      """)

  private static let calls = PublicView(
    "apple_call", "Calls to Apple with the app's client secret that were answered, whoever they are about.",
    [
      .init("at", "integer", "When."),
      .init("http_status", "integer?", "The HTTP status of the answer."),
      .init("error", "text?", "Error code, such as `invalid_client`."),
      .init("client_id", "text?", "Client."),
      .init("foreign_client", "integer", "As in `revocation`.", isForeign),
      .init(
        "remembered", "integer", "1 if an earlier run read it, and no source of this run shows it.",
        RunTables.isRemembered("r.ref")),
      .init("ref", "integer", "Its record.", "r.ref"),
    ],
    from: """
      \(RevocationWriter.data.name) r
      WHERE \(isAtApple) AND \(isPost)
        AND (r.http_status IS NOT NULL OR r.error IS NOT NULL OR \(isTokenUse("r.")))
      """)

  private static let isAtApple =
    "coalesce(r.endpoint, '\(RevocationEndpoint.apple.rawValue)') = '\(RevocationEndpoint.apple.rawValue)'"
}

extension EvidenceKind {
  package static let revocations = EvidenceKind("revocations", RevocationKind.self)
}
