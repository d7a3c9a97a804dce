import Evidence
import Timestamps

enum RevocationFields: OwnFields {
  static let kind = EvidenceKind.revocations
  static let example = #"""
    uid,at,endpoint,http_status,token_type
    u1,2026-10-01T00:00:02Z,apple,200,refresh_token
    """#
  static let columns =
    OwnColumn.subject + [
      OwnColumn("request_id", "The deletion request that the call was made for.", example: "r-1"),
      OwnColumn("at", .time, "When the call was made.", example: "2026-10-01T00:00:02Z"),
      OwnColumn(
        "endpoint", .words(of: RevocationEndpoint.self),
        """
        What was called: `apple` is https://appleid.apple.com/auth/revoke, `identitytoolkit` is \
        `accounts:revokeToken`, `firebase-session` ends Firebase sessions and leaves Apple's tokens valid. A success \
        without an endpoint is weak proof.
        """, example: "apple"),
      OwnColumn(
        "http_status", .httpStatus, "The HTTP status of the answer; `0` or `-1` where none came.", example: "200"),
      OwnColumn(
        "token_type", .words(of: TokenType.self), "The type of the token that was sent; `unknown` for any other type.",
        example: "refresh_token"),
      OwnColumn(
        "outcome", .words(of: RevocationOutcome.self),
        """
        The result, where the status is missing or does not say everything. `refreshed` (Apple gave new tokens for a \
        refresh token) and `exchanged` (for a code) are not revocations; they show that tokens were valid, where \
        `endpoint` is `apple` or empty.
        """, example: "revoked"),
      OwnColumn("error", "The error in the answer, such as `invalid_client`.", example: "invalid_grant", isLoose: true),
      OwnColumn(
        "client_id", "The client id of the call: a bundle ID or Services ID.", example: "com.example.app", isLoose: true
      ),
      OwnColumn(
        "trace_id", "An id that the calls of one transaction share.", example: "4bf92f3577b34da6", isLoose: true),
      OwnColumn(
        "code_issued_at", .time, "When the authorization code that the revocation used was issued.",
        example: "2026-09-30T23:58:00Z"),
      OwnColumn(
        "method", "The HTTP method; `POST` if omitted. Only `POST` revokes.", example: "POST",
        isLoose: true),
    ]
  static let required = [OwnColumn.names + ["request_id"], ["at"]]

  static func score(_ keys: Set<String>) -> Int? {
    guard keys.contains("at") else { return nil }
    // Mail has an outcome as well, but a recipient and a sender besides.
    if keys.contains("recipient"), keys.contains("sender") { return nil }
    // Every log has statuses and request ids. Beside another call's address, or a provider, they belong to that call.
    let others = ["provider", "url", "path", "nonce", "purpose", "linked_at"]
    if others.contains(where: keys.contains) { return nil }
    if ["endpoint", "token_type", "code_issued_at"].contains(where: keys.contains) { return 2 }
    // Nearly every log has a method of some kind.
    if keys.contains("method") { return nil }
    return keys.contains("outcome") || keys.contains("http_status") && keys.contains("request_id") ? 2 : nil
  }

  static func record(_ fields: inout FieldSet) throws(RecordRejection) -> (EvidenceRecord, Int64?) {
    let subject = try fields.subject()
    let requestID = try fields.text("request_id")
    if subject.isEmpty, requestID == nil {
      throw RecordRejection(
        "no person is named: `request_id` or one of `uid`, `email`, `phone`, `apple_sub`, `email_sha256` is required")
    }
    if requestID == nil { try FieldSet.requireAddress(of: subject) }
    let status = try fields.httpStatus("http_status")
    let outcome = try fields.choice("outcome", RevocationOutcome.self)
    var record = RevocationRecord(
      subject: subject, requestID: requestID, at: try fields.requiredTime("at"),
      endpoint: try fields.choice("endpoint", RevocationEndpoint.self),
      httpStatus: status == 0 ? nil : status,
      tokenType: try fields.choice("token_type", TokenType.self),
      outcome: status == 0 ? outcome ?? .failed : outcome, error: try fields.text("error"),
      clientID: try fields.text("client_id"), traceID: try fields.text("trace_id"),
      codeIssuedAt: try fields.time("code_issued_at"), detail: fields.detail)
    record.method = AppleCall.method(try fields.text("method"))
    record.clientID = record.clientID ?? clientID(in: fields.detail)
    if !record.namesError, record.isAnswered || record.outcome == .revoked, FailureSigns.are(in: fields.detail) {
      record.error = "failed"
    }
    if record.outcome == .refreshed {
      record.isRefresh = true
      if record.namesError || record.httpStatus != nil && !record.isAnswered { record.outcome = .failed }
    }
    return (.revocation(record), record.at.milliseconds)
  }

  private static let clientNames: Set = ["clientid", "appleclientid"]

  /// Of a column that nothing reads: a success that names another client proves nothing. Ids of Apple's clients have
  /// dots, those of a company's own clients seldom.
  private static func clientID(in detail: [String: String]) -> String? {
    detail.first { clientNames.contains(NameWords.plain($0.key)) && $0.value.contains(".") }?.value
  }
}
