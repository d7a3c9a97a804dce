import Storage

/// Attempts to invalidate Apple's tokens.
enum RevocationKind: KindDefinition {
  static let kind = EvidenceKind.revocations
  static let record: (any KindRecord.Type)? = RevocationRecord.self
  static let tables = [RevocationWriter.data]
  static let views = [view]
  static let isInLogs = true
  static let meaningOfAbsence: String? = "Whether Apple's tokens were revoked is unknown."

  /// A log that only ends Firebase's own sessions says nothing about Apple's tokens.
  static let presence: String? = "endpoint IS NOT '\(RevocationEndpoint.firebaseSession.rawValue)'"

  static let summary: RecordSummary? = RecordSummary(
    "at, endpoint, token_type, http_status, outcome, error", from: RevocationWriter.data
  ) { row in
    let parts = [
      row.optionalText(1).map { "at \($0)" }, row.optionalText(2).map { "of a \($0)" },
      row.optionalInteger(3).map { "HTTP status \($0)" }, row.optionalText(4), row.optionalText(5),
    ].compactMap { $0 }
    return "revocation \(row.rfc3339(0) ?? "")\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))"
  }

  private static let view = PublicView(
    "revocation", "Attempts to invalidate Apple's tokens, one row for each account they are tied to.",
    [
      .init("account", "integer", "Account."),
      .init("request_id", "text?", "The deletion request it names."),
      .init("at", "integer", "When."),
      .init("endpoint", "text?", "`apple`, `identitytoolkit`, `firebase-session` or `other`."),
      .init("http_status", "integer?", "The answer's status."),
      .init(
        "token_type", "text?",
        "`refresh_token`, `access_token`, `authorization_code`, `id_token`, or `unknown`."
      ),
      .init("outcome", "text?", "`revoked`, `failed` or `unknown`."),
      .init("error", "text?", "Error code, such as `invalid_grant`."),
      .init("client_id", "text?", "Client."),
      .init("trace_id", "text?", "Trace."),
      .init("code_issued_at", "integer?", "When the authorization code was issued."),
      .init(
        "refresh", "integer", "1 if the call was a refresh of a token, whose answer shows whether the token is alive."),
      .init(
        "exchanged", "integer",
        "1 if the same client exchanged a code for tokens in the same trace, at most 300 s before."),
      .init("ref", "integer", "Its record.", "r.ref"),
    ],
    from: "\(RevocationWriter.data.name) r JOIN evidence.evidence_account e ON e.ref = r.ref")
}

extension EvidenceKind {
  package static let revocations = EvidenceKind("revocations", RevocationKind.self)
}
