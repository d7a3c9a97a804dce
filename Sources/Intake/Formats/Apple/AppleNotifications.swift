import Evidence
import Timestamps

/// Apple's notifications as they were received: `{"payload": "…"}` around a signed token.
///
/// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
struct AppleNotifications: ProductReader {
  static let kind = EvidenceKind.notifications
  static let product = "apple-signed"

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
    // Audit tables have a payload too, which is a document and no token.
    let others = ["sub", "ip_address", "actor_id", "created_at", "purpose"]
    guard !others.contains(where: head.keys.contains) else { return nil }
    return (2, "its records have `payload`, as Apple sends its notifications")
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let text = try record.requiredText("payload")
    guard let token = SignedToken(text) else { throw RecordRejection("`payload` is not a signed token of three parts") }
    var bytes = token.claims
    let parsed = bytes.withUnsafeMutableBufferPointer { claimsParser.parse(BorrowedText($0)) }
    guard let parsed, parsed.isObject else { throw RecordRejection("the claims in `payload` are not a JSON object") }
    let claims = RecordFields(parsed, timeRange: timeRange)
    let events = try claims.document("events", &eventsParser)
    guard let events else { throw FieldError.missing("events") }
    // Apple's documentation shows seconds, and what arrives is milliseconds.
    let number = try events.number("event_time")
    let time = try events.requiredTime(
      "event_time", numbersAre: (number ?? 0).magnitude < 100_000_000_000 ? .seconds : .milliseconds)
    var notification = NotificationRecord(
      type: try events.requiredText("type"), sub: try events.requiredText("sub"), eventTime: time,
      email: try events.text("email"), isPrivateEmail: try? events.bool("is_private_email"),
      jti: try claims.text("jti"), audience: try claims.text("aud"),
      issuedAt: try claims.time("iat", numbersAre: .seconds))
    notification.isSigned = true
    if let problem = try problem(token, claims, receivedAt: try received(record)) {
      notification.problem = problem
    } else {
      notification.isVerified = keys != nil
    }
    return ProductRecord(evidence: [.notification(notification)], time: time)
  }

  private func received(_ record: RecordFields) throws -> Timestamp? {
    for name in ["received_at", "receivedAt", "at"] {
      let isInSeconds = ((try? record.number(name)) ?? nil).map { $0.magnitude < 100_000_000_000 } ?? false
      if let time = try record.time(name, numbersAre: isInSeconds ? .seconds : .milliseconds) { return time }
    }
    return nil
  }

  private func problem(
    _ token: SignedToken, _ claims: RecordFields, receivedAt: Timestamp?
  ) throws -> SignatureProblem? {
    if let keys, let problem = keys.problem(with: token) { return problem }
    // A token without a signature is no Apple token, whether there are keys or not.
    if keys == nil, token.algorithm != "RS256" { return .badSignature }
    guard let issuer = try claims.text("iss"), AppleToken.issuers.contains(issuer) else { return .wrongIssuer }
    // An archive is read long after its tokens ended: only the time at which one was received can be too late.
    if let receivedAt, let expiry = try claims.number("exp"), Double(receivedAt.milliseconds) > expiry * 1000 {
      return .expired
    }
    return nil
  }
}

/// What Apple's tokens have in common.
enum AppleToken {
  static let issuers: Set = ["https://appleid.apple.com", "https://account.apple.com"]
}
