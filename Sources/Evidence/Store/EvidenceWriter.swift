import Storage
import Timestamps

/// Writes evidence other than accounts into the run's tables.
final class EvidenceWriter {
  private let database: Connection
  private let keys: WriteStatement
  private let consents: WriteStatement
  private let links: WriteStatement
  private let deletions: WriteStatement
  private let revocations: WriteStatement
  private let accountDeletions: WriteStatement
  private let notifications: WriteStatement
  private let signIns: WriteStatement
  private let mails: WriteStatement
  private let providerConfigs: WriteStatement
  private let returnURLs: WriteStatement
  private let signatures: WriteStatement
  private let relayHosts: RelayHosts

  init(_ database: Connection, relayHosts: RelayHosts) throws {
    self.database = database
    self.relayHosts = relayHosts
    func insert(_ table: String, _ columns: String) throws -> WriteStatement {
      try WriteStatement(
        database, into: "evidence.\(table)", columns: columns.split(separator: " ").map(String.init))
    }
    keys = try insert(
      "evidence_key",
      "ref kind tenant uid apple_sub email email_sha256 phone uid_text email_text apple_sub_text request_id before content")
    consents = try insert(
      "consent_data",
      "ref purpose given_at state withdrawn_at expires_at explicit identifier method policy_version consent_id")
    links = try insert("link_data", "ref provider linked_at identifier action actor")
    deletions = try insert(
      "deletion_data", "ref request_id requested_at status completed_at regulation apple manual")
    revocations = try insert(
      "revocation_data",
      "ref request_id at endpoint http_status token_type outcome error client_id trace_id code_issued_at refresh exchanged")
    accountDeletions = try insert("account_deletion_data", "ref deleted_at actor")
    notifications = try insert("notification_data", "ref type sub event_time email jti verified")
    signIns = try insert(
      "sign_in_data", "ref at provider nonce nonce_hash nonce_hashed nonce_raw audience private_email")
    mails = try insert("mail_data", "ref recipient sender at outcome reply message_id")
    providerConfigs = try insert(
      "provider_config_data",
      "ref project tenant enabled services_id team_id key_id private_key bundle_ids bad_bundle_ids")
    returnURLs = try insert("return_url_data", "provider_config url")
    signatures = try insert("signature_data", "ref kind sub type jti at checked problem")
  }

  /// `before`: a name other than a uid does not mean an account created after this time.
  func writeKeys(
    _ keys: SubjectKeys, of subject: Subject, kind: EvidenceKind, requestID: String? = nil, before: Timestamp? = nil,
    content: Int, ref: Int64
  ) throws {
    func signed(_ key: UInt64?) -> Int64? { key.map { Int64(bitPattern: $0) } }
    let keepsTexts = kind != .consents && kind != .links
    self.keys.bind(ref).bind(kind.rawValue).bind(subject.tenant).bind(signed(keys.uid)).bind(signed(keys.appleSub))
      .bind(signed(keys.email)).bind(signed(keys.emailSHA256)).bind(signed(keys.phone))
      .bind(keepsTexts ? subject.uid : nil).bind(keepsTexts ? subject.email.map(NormalText.email) : nil)
      .bind(keepsTexts ? subject.appleSub : nil).bind(requestID).bind(before?.milliseconds).bind(Int64(content))
    try self.keys.run()
  }

  /// Takes a record away again.
  func remove(_ ref: Int64, of kind: EvidenceKind) throws {
    for table in ["evidence_key", Self.tables[kind]].compactMap({ $0 }) {
      try database.execute(sql: "DELETE FROM evidence.\(table) WHERE ref = ?", arguments: [ref])
    }
  }

  private static let tables: [EvidenceKind: String] = [
    .consents: "consent_data", .links: "link_data", .deletions: "deletion_data", .revocations: "revocation_data",
    .accountDeletions: "account_deletion_data", .notifications: "notification_data", .signIns: "sign_in_data",
    .mail: "mail_data",
  ]

  func write(_ record: ConsentRecord, ref: Int64) throws {
    // A consent whose end has no time of its own ended when it was recorded.
    let withdrawnAt = record.withdrawnAt ?? (record.state == .withdrawn ? record.givenAt : nil)
    let expiresAt = record.expiresAt ?? (record.state == .expired ? record.givenAt : nil)
    consents.bind(ref).bind(record.purpose).bind(record.givenAt.milliseconds).bind(record.state.rawValue)
      .bind(withdrawnAt?.milliseconds).bind(expiresAt?.milliseconds).bind(record.isExplicit)
      .bind(record.identifier.map(Self.identifier)).bind(record.method).bind(record.policyVersion)
      .bind(record.consentID)
    try consents.run()
  }

  func write(_ record: LinkRecord, ref: Int64) throws {
    links.bind(ref).bind(record.provider).bind(record.linkedAt.milliseconds)
      .bind(record.identifier.map(record.provider == "phone" ? NormalText.phone : Self.identifier)).bind(record.action.rawValue).bind(record.actor)
    try links.run()
  }

  func write(_ record: DeletionRecord, ref: Int64) throws {
    let namesApple = record.subject.appleSub != nil || record.subject.email.map(relayHosts.isRelay) == true
    deletions.bind(ref).bind(record.requestID).bind(record.requestedAt?.milliseconds).bind(record.status?.rawValue)
      .bind(record.completedAt?.milliseconds).bind(record.regulation?.rawValue)
      .bind(namesApple ? true : record.hasAppleCredential).bind(record.isDirectedToManualRevocation)
    try deletions.run()
  }

  func write(_ record: RevocationRecord, ref: Int64) throws {
    revocations.bind(ref).bind(record.requestID).bind(record.at.milliseconds).bind(record.endpoint?.rawValue)
      .bind(record.httpStatus.map(Int64.init)).bind(record.tokenType?.rawValue).bind(record.outcome?.rawValue)
      .bind(record.error.map(ErrorCode.kept)).bind(record.clientID).bind(record.traceID).bind(record.codeIssuedAt?.milliseconds)
      .bind(record.isRefresh).bind(record.isExchangedBefore)
    try revocations.run()
  }

  func write(_ record: AccountDeletionRecord, ref: Int64) throws {
    accountDeletions.bind(ref).bind(record.deletedAt.milliseconds).bind(record.actor)
    try accountDeletions.run()
  }

  func write(_ record: NotificationRecord, ref: Int64) throws {
    let type = record.type == "account-delete" ? "account-deleted" : record.type
    notifications.bind(ref).bind(type).bind(record.sub).bind(record.eventTime.milliseconds)
      .bind(record.email.map(NormalText.email)).bind(record.jti).bind(record.isVerified)
    try notifications.run()
  }

  func write(_ record: SignInRecord, ref: Int64) throws {
    signIns.bind(ref).bind(record.at.milliseconds).bind(record.provider).bind(record.hasNonce).bind(record.nonceHash)
      .bind(record.isNonceHashed).bind(record.isNonceRaw).bind(record.audience).bind(record.isPrivateEmail)
    try signIns.run()
  }

  /// Of mail to other addresses nothing is kept.
  func write(_ record: MailRecord, ref: Int64) throws {
    guard relayHosts.isRelay(record.recipient) else { return }
    mails.bind(ref).bind(NormalText.email(record.recipient)).bind(record.sender.map(NormalText.email))
      .bind(record.at.milliseconds).bind(record.outcome?.rawValue).bind(record.reply?.lowercased())
      .bind(record.messageID)
    try mails.run()
  }

  func write(_ record: ProviderConfigRecord, ref: Int64) throws {
    let bad = record.bundleIDs.count { !Self.isBundleID($0) }
    providerConfigs.bind(ref).bind(record.project).bind(record.tenant).bind(record.isEnabled)
      .bind(record.hasServicesID).bind(record.hasTeamID).bind(record.hasKeyID).bind(record.hasPrivateKey)
      .bind(Int64(record.bundleIDs.count)).bind(Int64(bad))
    try providerConfigs.run()
    for url in record.returnURLs {
      returnURLs.bind(ref).bind(url.lowercased())
      try returnURLs.run()
    }
  }

  /// Letters, digits, hyphens and dots, in two parts at least:
  /// https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleidentifier
  private static func isBundleID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
  }

  func writeSignature(
    _ kind: EvidenceKind, sub: String?, type: String?, jti: String?, at: Timestamp, isVerified: Bool,
    problem: SignatureProblem?, ref: Int64
  ) throws {
    signatures.bind(ref).bind(kind.rawValue).bind(sub).bind(type).bind(jti).bind(at.milliseconds)
      .bind(isVerified || problem != nil).bind(problem?.rawValue)
    try signatures.run()
  }

  /// A linked value, as links carry it: an address, a number, or a provider's id of the person.
  private static func identifier(_ text: String) -> String {
    if text.contains("@") { return NormalText.email(text) }
    let isNumber = text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || " +-().".contains($0) }
    guard isNumber else { return text }
    if text.contains(where: { "+ -()".contains($0) }) { return NormalText.phone(text) }
    return text
  }
}
