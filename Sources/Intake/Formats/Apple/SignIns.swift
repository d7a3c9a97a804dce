import Crypto
import Evidence
import Foundation
import Timestamps

/// Sign-ins and their nonces: in our own format, with or without Apple's token, or as the claims of tokens.
///
/// https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
struct SignIns: ProductReader {
  static let kind = EvidenceKind.signIns
  static let product = "sign-ins"
  static let guide = FormatGuide(
    Self.self, title: "Sign-ins in our own columns; identity tokens, raw or decoded",
    note:
      "A record needs a person, `at` and `provider`, or else a token or its claims. Nonces and tokens are not kept.",
    example: #"""
      {"uid":"u1","at":"2026-10-01T00:00:00Z","provider":"apple.com","nonce":"…","raw_nonce":"…"}
      {"uid":"u1","at":"2026-10-01T00:00:00Z","provider":"apple.com","id_token":"eyJ…"}
      {"iss":"https://appleid.apple.com","sub":"001234.….0123","aud":"com.example.app","iat":1790812800,"nonce":"…"}
      """#)
  static let isOwn = true
  static let columns = [
    OwnColumn("at", .time, "When the person signed in.", example: "2026-10-01T00:00:00Z"),
    OwnColumn(
      "provider",
      """
      `apple.com`, also called `apple`, `apple_id` or `siwa`. A sign-in with another provider only shows that the \
      account is in use.
      """,
      example: "apple.com"),
    OwnColumn("nonce", "What was sent to Apple: the hash of the raw nonce.", example: "9f86d081884c7d65"),
    OwnColumn("raw_nonce", "The nonce before it was hashed.", example: "n-1"),
    OwnColumn(
      "id_token", "Apple's identity token, as received. Its claims take precedence over the other columns.",
      example: "eyJ…"),
    OwnColumn("aud", "The client for which the token was issued.", example: "com.example.app"),
    OwnColumn("is_private_email", .bool, "Whether the address is a relay address.", example: "true"),
    OwnColumn("iat", .time, "A claim of the token: when Apple issued it.", example: "1790812800"),
    OwnColumn("iss", "A claim of the token: `https://appleid.apple.com`.", example: "https://appleid.apple.com"),
    OwnColumn("sub", "A claim of the token: Apple's `sub` of the person.", example: "001234.….0123"),
  ]

  private let keys: AppleKeys?
  private let timeRange: ClosedRange<Int64>
  private var parser = NestedParser()
  private var failed = FailedSignIns()

  init(_ context: ReaderContext) {
    keys = context.options.appleKeys
    timeRange = context.options.timeRange
  }

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    let calls = ["endpoint", "outcome", "token_type"]
    if ["at", "provider"].allSatisfy(head.keys.contains), !calls.contains(where: head.keys.contains) {
      return (3, "its keys are those of sign-ins: `at`, `provider`")
    }
    // A record with any of these beside a token is of another kind.
    let others = ["purpose", "request_id", "endpoint", "linked_at", "deleted_at", "event_time", "new_sub", "new_email"]
    if head.keys.contains("id_token"), !others.contains(where: head.keys.contains) {
      return (3, "its records have `id_token`, as sign-ins with Apple have")
    }
    if ["iss", "sub", "aud", "iat"].allSatisfy(head.keys.contains), !head.keys.contains("events") {
      return (4, "its records are the claims of identity tokens: `iss`, `sub`, `aud`")
    }
    return nil
  }

  mutating func read(_ record: RecordFields) throws -> ProductRecord {
    let named = try record.text("provider")?.lowercased()
    if let named, !ProviderNames.isApple(named) { return try read(record, with: named) }
    let token = try record.text("id_token").map {
      try AppleToken($0, field: "id_token", prefix: "id_token.", timeRange: timeRange, &parser)
    }
    let claims = token?.claims ?? record
    let ownTime = try record.ownTime("at")
    guard let at = try ownTime ?? claims.time("iat", numbersAre: .seconds) else { throw FieldError.missing("at") }
    let isClaims = token != nil || record.has("iss")
    var subject = try Self.subject(of: record)
    if isClaims {
      subject.appleSub = try subject.appleSub ?? claims.text("sub")
    }
    let tokenEmail = isClaims ? try claims.text("email") : nil
    if subject.email == nil { subject.email = tokenEmail }
    guard !subject.isEmpty else { throw RecordRejection("no person is named") }
    let issuer = isClaims ? try claims.text("iss") : nil
    if let name = failed.field(of: record) { return .ignored(FailedSignIns.reason(name)) }
    if let issuer, !AppleToken.issuers.contains(issuer) {
      if named == nil, !AppleToken.isLikeApples(issuer) { return .ignored("the token is from another issuer") }
      // A signed token is judged as such.
      if token == nil { throw Self.foreign(issuer, isNamed: named != nil) }
    }
    guard named != nil || isClaims else { throw FieldError.missing("provider") }
    // The token has the nonce that Apple was sent; without a token, the record's is taken.
    let nonce = token == nil ? try record.text("nonce") : try claims.text("nonce")
    let raw = try record.text("raw_nonce")
    // Without a token, a record that shows the raw nonce alone is of a sign-in that had one.
    let hasNonce = nonce != nil || !isClaims && raw != nil
    var signIn = SignInRecord(subject: subject, at: at, provider: "apple.com", hasNonce: hasNonce)
    signIn.nonceHash = Self.hash(sent: nonce, raw: raw)
    signIn.nonceForm = Self.form(sent: nonce, raw: raw)
    if let nonce, let raw {
      signIn.isNonceHashed = nonce == Self.hash(raw)
      signIn.isNonceRaw = nonce == raw
    }
    // The token takes precedence over the record.
    signIn.audience = AppleToken.audience(try token == nil ? record.texts("aud") : claims.texts("aud"))
    signIn.isPrivateEmail = try record.bool("is_private_email") ?? (isClaims ? claims.bool("is_private_email") : nil)
    signIn.tokenEmail = tokenEmail
    if let token {
      signIn.isSigned = true
      signIn.tokenDigest = token.digest
      signIn.problem = try token.problem(with: keys)
      if signIn.problem == nil, let ownTime, try token.isOutside(ownTime) { signIn.problem = .expired }
      signIn.isVerified = keys != nil && signIn.problem == nil
    }
    return ProductRecord(evidence: [.signIn(signIn)], time: at)
  }

  /// A sign-in with another provider than Apple. Whom that provider's token names is nobody's name here.
  private mutating func read(_ record: RecordFields, with provider: String) throws -> ProductRecord {
    let subject = try Self.subject(of: record)
    let hasToken = record.has("id_token") || record.has("iss")
    if hasToken, subject.isEmpty || !record.has("at") { return .ignored(SourceSummary.otherProvider) }
    let at = try record.requiredOwnTime("at")
    guard !subject.isEmpty else { throw RecordRejection("no person is named") }
    if let name = failed.field(of: record) { return .ignored(FailedSignIns.reason(name)) }
    let signIn = SignInRecord(subject: subject, at: at, provider: provider, hasNonce: false)
    return ProductRecord(evidence: [.signIn(signIn)], time: at)
  }

  private static func subject(of record: RecordFields) throws -> Subject {
    Subject(
      tenant: try record.text("tenant"), uid: try record.text("uid"), email: try record.text("email"),
      phone: try record.phone("phone"), appleSub: try record.text("apple_sub"),
      emailSHA256: try record.text("email_sha256"))
  }

  private static func foreign(_ issuer: String, isNamed: Bool) -> RecordRejection {
    let issuer = "`iss` is \(ShownValue.text(issuer, of: "iss")), which is not Apple's `https://appleid.apple.com`"
    return RecordRejection(isNamed ? issuer + ", and `provider` says Apple" : issuer)
  }

  /// The same hash for a nonce whether it is raw or hashed: the hash of its hash, so that neither is kept.
  ///
  /// - Parameter sent: as Apple got it, raw or hashed.
  private static func hash(sent: String?, raw: String?) -> String? {
    guard let sent else { return raw.map { hash(hash($0)) } }
    // A raw nonce may look like a hash; where the record shows both, it tells.
    if sent != raw, HashedIdentity.isSHA256(sent) { return hash(sent.lowercased()) }
    return hash(hash(sent))
  }

  private static func form(sent: String?, raw: String?) -> NonceForm? {
    guard let sent else { return raw.map { _ in .raw } }
    if !HashedIdentity.isSHA256(sent) { return .other }
    return sent == sent.lowercased() ? .hash : nil
  }

  private static func hash(_ text: String) -> String { Hexadecimal.text(of: SHA256.hash(data: Data(text.utf8))) }
}
