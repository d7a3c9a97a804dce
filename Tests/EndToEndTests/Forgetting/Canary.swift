import Crypto
import Foundation

/// A person with a text of their own in every field of every kind of record, beside others who must stay.
enum Canary {
  static let uid = "Cnry-Uid-77x"
  static let sub = "001777.cnrysub77x.0177"
  static let oldSub = "001777.cnryold77x.0177"
  static let email = "cnry.mail.77x@example.com"
  static let formerEmail = "cnry.former.77x@example.com"
  static let relay = "cnryrelay77x@privaterelay.appleid.com"
  static let oldRelay = "cnryoldrelay77x@privaterelay.appleid.com"
  static let phone = "+15550177777"
  static let factor = "+15550188888"
  static let request = "cnry-request-77x"
  static let sha256 = SHA256.hash(data: Data(email.utf8)).map { String(format: "%02x", $0) }.joined()

  /// Nothing of these may be left. `cnry` is in all that is a text.
  static let texts = [
    "cnry", uid, sub, oldSub, email, formerEmail, relay, oldRelay, phone, factor, "15550177777", "15550188888",
    "5550177777", request, sha256,
  ]

  /// A value that the record of somebody else names.
  static let other = "other"

  static func files(withAccount: Bool = true, email: String = email) -> [String: String] {
    var files = [
      "users.json": export(withAccount: withAccount, email: email),
      "consents.ndjson": consents, "links.ndjson": links, "deletions.ndjson": deletions,
      "revocations.ndjson": revocations, "account-deletions.ndjson": accountDeletions,
      "notifications.ndjson": notifications, "sign-ins.ndjson": signIns, "mail.ndjson": mail,
      "aliases.ndjson": aliases, "app-log.ndjson": Line.logEntry(uid, time(1, 3), status: 400),
      "traces.ndjson": Line.span(uid, milliseconds(1, 4), status: 400),
      // Rejected, with its names in the reasons or not.
      "more-consents.ndjson": Line.object(["uid": uid, "purpose": "link:phone", "given_at": uid]),
    ]
    if withAccount {
      // Somebody else's, with what makes a finding that names the file.
      files["\(Self.email).ndjson"] = Line.consent(other, time(-6), ["note": "-----BEGIN PRIVATE KEY-----"])
    }
    return files
  }

  private static func export(withAccount: Bool, email: String) -> String {
    let account: [String: Any] = [
      "localId": uid, "email": email, "phoneNumber": phone, "displayName": "Cnry Shownname77x",
      "createdAt": "1770000000000", "photoUrl": "https://example.com/cnry-photo-77x.jpg",
      "customAttributes": "{\"contact\":\"cnry.claim.77x@example.com\"}",
      "mfaInfo": [["phoneInfo": factor, "mfaEnrollmentId": "cnry-mfa-77x"]],
      "providerUserInfo": [
        ["providerId": "apple.com", "rawId": sub, "email": relay],
        [
          "providerId": "google.com", "rawId": "cnry-google-77x", "email": "cnry.google.77x@example.com",
          "displayName": "Cnry Googlename77x",
        ],
      ],
    ]
    let data = (try? JSONSerialization.data(withJSONObject: account, options: [.sortedKeys])) ?? Data()
    let users = (withAccount ? [String(decoding: data, as: UTF8.self)] : []) + [Sample.user(other, phone: "+15550100")]
    return "{\"users\": [\n" + users.joined(separator: ",\n") + "]}"
  }

  private static let consents =
    Line.consent(
      uid, time(-5),
      [
        "consent_id": "cnry-consent-77x", "identifier": phone, "method": "cnry-method-77x",
        "policy_version": "cnry-policy-77x", "note": "cnry-note-77x",
      ])
    + Line.object(["email": email, "purpose": "link:email", "given_at": time(-5)])
    + Line.object(["email_sha256": sha256, "purpose": "link:social", "given_at": time(-5)])
    + Line.consent(other, time(-5))

  private static let links =
    Line.link(uid, time(-4), ["identifier": phone, "actor": "cnry-actor-77x"])
    + Line.link(other, time(-4), ["identifier": "+15550100", "actor": uid])

  private static let deletions =
    Line.request(uid, time(1), ["request_id": request, "email": email, "apple_sub": sub, "phone": phone])
    + Line.object(["request_id": request, "phone": phone, "status": "in_progress", "requested_at": time(1)])
    + Line.request(other, time(1))

  private static let revocations =
    Line.object([
      "request_id": request, "at": time(1, 1), "endpoint": "apple", "http_status": 400, "error": "invalid_client",
      "trace_id": "cnry-trace-77x", "client_id": "cnry-client-77x",
    ]) + Line.object(["phone": phone, "at": time(1, 2), "endpoint": "apple", "http_status": 400])
    + Line.revocation(other, time(1, 1))

  private static let accountDeletions =
    Line.removal(uid, time(1, 5), ["actor": "cnry-worker-77x", "method": "single"])
    + Line.removal("gone", time(1), ["actor": uid])

  private static let notifications =
    Line.object([
      "type": "email-disabled", "sub": sub, "event_time": milliseconds(1), "email": relay, "jti": "cnry-jti-77x",
      "aud": "cnry.audience.77x",
    ])
    + Line.object(["type": "consent-revoked", "sub": oldSub, "event_time": milliseconds(1), "jti": "cnry-jti2-77x"])
    + Line.notice("email-disabled", other, milliseconds(1))

  private static let signIns =
    Line.object([
      "apple_sub": sub, "at": time(1), "provider": "apple.com", "nonce": "cnry-nonce-77x", "aud": "cnry.app.77x",
    ]) + Line.signIn(other, time(1))

  private static let mail =
    Line.object([
      "recipient": relay, "sender": "News <news@app.example.com>", "at": time(1), "outcome": "bounced",
      "smtp_reply": "550 5.1.1 <\(relay)> unknown",
    ]) + Line.mail(other, time(1))

  private static let aliases =
    Line.object([
      "old_sub": oldSub, "new_sub": sub, "old_email": oldRelay, "new_email": relay, "transferred_at": time(-20),
    ]) + Line.alias("other-before", other, time(-20))
}
