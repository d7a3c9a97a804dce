import Timestamps

@testable import Evidence

/// A record with every value set, and the rows that its writer makes of it: each value as SQL's `quote` shows it.
struct KindSample {
  var record: any KindRecord
  /// In the order of the columns of the writer's table, after `ref`.
  var row: [String]

  static let all = [
    KindSample(
      record: ConsentRecord(
        subject: Subject(uid: "u"), purpose: "link:phone", givenAt: at(1), consentID: "c-1", state: .renewed,
        withdrawnAt: at(2), expiresAt: at(3), isExplicit: true, method: "form", policyVersion: "v7",
        identifier: "Some@Example.com"),
      row: ["'link:phone'", "1", "'renewed'", "2", "3", "1", "'some@example.com'", "'form'", "'v7'", "'c-1'"]),
    KindSample(
      record: LinkRecord(
        subject: Subject(uid: "u"), provider: "phone", linkedAt: at(1), identifier: "+1 555 0100", action: .unlink,
        actor: "support"),
      row: ["'phone'", "1", "'+15550100'", "'unlink'", "'support'"]),
    KindSample(
      record: DeletionRecord(
        subject: Subject(uid: "u"), requestID: "d-1", requestedAt: at(1), status: .inProgress, completedAt: at(2),
        regulation: .ccpa, hasAppleCredential: false, isDirectedToManualRevocation: true),
      row: ["'d-1'", "1", "'in_progress'", "2", "'ccpa'", "0", "1"]),
    KindSample(record: revocation, row: revocationRow),
    KindSample(
      record: AccountDeletionRecord(subject: Subject(uid: "u"), deletedAt: at(1), actor: "worker", method: .batch),
      row: ["1", "'worker'", "'batch'"]),
    KindSample(
      record: NotificationRecord(
        type: "account-delete", sub: "001.a.1", eventTime: at(1), email: "A@Example.com", jti: "j-1", audience: "app",
        isVerified: true),
      row: ["'account-deleted'", "'001.a.1'", "1", "'a@example.com'", "'j-1'", "1", "'app'"]),
    KindSample(
      record: SignInRecord(
        subject: Subject(uid: "u"), at: at(1), provider: "apple.com", hasNonce: true, nonceHash: "h", nonceForm: .hash,
        isNonceHashed: false, isNonceRaw: true, audience: "app", isPrivateEmail: false),
      row: ["1", "'apple.com'", "1", "'h'", "0", "1", "'app'", "0", "'hash'"]),
    KindSample(
      record: MailRecord(
        recipient: "A@privaterelay.appleid.com", sender: "News <News@Example.com>", at: at(1), outcome: .bounced,
        reply: "550 No", messageID: "m-1"),
      row: ["'a@privaterelay.appleid.com'", "'news@example.com'", "1", "'bounced'", "'550 no'", "'m-1'"]),
    KindSample(
      record: AliasRecord(
        oldSub: "001.a.1", newSub: "001.b.1", oldEmail: "A@Example.com", newEmail: "B@Example.com",
        transferredAt: at(1)),
      row: ["'001.a.1'", "'001.b.1'", "'a@example.com'", "'b@example.com'", "1"]),
    KindSample(
      record: ProviderConfigRecord(
        project: "p", tenant: "t", isEnabled: true, hasServicesID: false, hasTeamID: true, hasKeyID: false,
        hasPrivateKey: true, bundleIDs: ["com.example.app", "com.example.other", "none"],
        returnURLs: ["https://A.example"]),
      row: ["'p'", "'t'", "1", "0", "1", "0", "1", "3", "1"]),
  ]

  private static var revocation: RevocationRecord {
    var record = RevocationRecord(
      subject: Subject(uid: "u"), requestID: "d-1", at: at(1), endpoint: .apple, httpStatus: 200,
      tokenType: .refreshToken, outcome: .revoked, error: "invalid_grant", clientID: "app", traceID: "t",
      codeIssuedAt: at(2))
    record.isRefresh = true
    record.method = "POST"
    return record
  }

  private static let revocationRow = [
    "'d-1'", "1", "'apple'", "200", "'refresh_token'", "'revoked'", "'invalid_grant'", "'app'", "'t'", "2", "1", "0",
    "'POST'",
  ]

  private static func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }
}
