import Evidence
import Timestamps

/// Apple's notifications as they were received: `{"payload": "…"}` around a signed token.
///
/// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
struct AppleNotifications: ProductReader {
  static let kind = EvidenceKind.notifications
  static let product = "apple-signed"
  static let guide = FormatGuide(
    Self.self, title: "Apple’s notifications as received",
    note: "Signatures are verified with the keys of `apple.jwks`. A notification that fails the check is not used.",
    example: #"""
      {"payload":"eyJraWQiOiI…","received_at":"2026-10-01T00:00:05Z"}
      """#)

  private let keys: AppleKeys?
  private let timeRange: ClosedRange<Int64>
  private var claimsParser = NestedParser()
  private var eventsParser = NestedParser()

  init(_ context: ReaderContext) {
    keys = context.options.appleKeys
    timeRange = context.options.timeRange
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("payload"), head.shape != .table, !head.keys.contains("events") else { return nil }
    // Audit tables have a `payload` too, which is a document rather than a token.
    let others = ["sub", "ip_address", "actor_id", "created_at", "purpose"]
    guard !others.contains(where: head.keys.contains) else { return nil }
    // Of Kafka Connect's envelopes the `payload` is the record.
    guard head.hasText(under: "\"payload\"") else { return nil }
    return (2, "its records have `payload`, as Apple sends its notifications")
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let token = try AppleToken(
      try record.requiredText("payload"), field: "payload", timeRange: timeRange, &claimsParser)
    let claims = token.claims
    let events = try claims.document("events", &eventsParser)
    guard let events else { throw FieldError.missing("events") }
    // Apple's documentation shows seconds, and what arrives is milliseconds.
    let time = try events.requiredOwnTime("event_time")
    var notification = NotificationRecord(
      type: try events.requiredText("type"), sub: try events.requiredText("sub"), eventTime: time,
      email: try events.text("email"), isPrivateEmail: try events.bool("is_private_email"),
      jti: try claims.text("jti"), audience: AppleToken.audience(try claims.texts("aud")),
      issuedAt: try claims.time("iat", numbersAre: .seconds))
    notification.isSigned = true
    notification.tokenDigest = token.digest
    if let problem = try problem(token, receivedAt: try received(record)) {
      notification.problem = problem
    } else if !NotificationRecord.knownTypes.contains(notification.type) {
      return .ignored("this version does not know the notification's type")
    } else {
      notification.isVerified = keys != nil
    }
    return ProductRecord(evidence: [.notification(notification)], time: time)
  }

  private func received(_ record: RecordFields) throws -> Timestamp? {
    for name in ["received_at", "receivedAt", "at"] {
      // With `kind`, which `time_zone` needs, the records are taken to be decoded claims.
      if let time = try record.ownTime(name, mayHaveZone: false) { return time }
    }
    return nil
  }

  private func problem(_ token: AppleToken, receivedAt: Timestamp?) throws -> SignatureProblem? {
    if let problem = try token.problem(with: keys) { return problem }
    // Archives are read long after their tokens expired, so expiry is checked against the time of receipt.
    if let receivedAt, let expiry = try token.claims.number("exp"), Double(receivedAt.milliseconds) > expiry * 1000 {
      return .expired
    }
    return nil
  }
}
