import Evidence
import Timestamps

/// Entries of Google Cloud Logging: Identity Platform's activity log, the audit log of administrators' calls, and an
/// application's own entries about Apple's tokens.
///
/// https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry and
/// https://cloud.google.com/identity-platform/docs/activity-logging
struct CloudLoggingEntries: ProductReader {
  static let kind = EvidenceKind.logs
  static let product = "cloud-logging"
  static let guide = FormatGuide(
    Self.self, title: "Google Cloud Logging entries",
    note:
      "Identity Platform’s activity and audit logs, and an application’s entries about Apple’s tokens. They yield links, account deletions and revocations.",
    example: #"""
      {"logName":"…","timestamp":"2026-10-01T00:00:00Z","insertId":"…",
       "jsonPayload":{"methodName":"google.cloud.identitytoolkit.v1.AccountManagementService.DeleteAccount","request":{"localId":"u1"}}}
      """#)

  private var join = TraceJoin()

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.keys.contains("logName") || head.keys.contains("insertId") else { return nil }
    let payloads = ["protoPayload", "jsonPayload", "textPayload", "httpRequest"]
    guard head.keys.contains("timestamp"), let payload = payloads.first(where: head.keys.contains) else { return nil }
    return (5, "its entries have `logName`, `timestamp` and `\(payload)`, as Cloud Logging writes them")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  func leftOver() -> [(place: Place, record: EvidenceRecord)] { join.joined() }

  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord {
    let time = try record.requiredTime("timestamp", numbersAre: nil)
    let payload = try record.object("protoPayload") ?? record.object("jsonPayload")
    // The id is the last part of a name: projects/PROJECT/traces/ID.
    let trace = Trace(
      try record.text("trace").map {
        $0.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? $0
      })
    let span = Span(trace: trace, id: try record.text("spanId"))
    if let payload, let method = try payload.looseText("methodName") {
      let service = try payload.looseText("serviceName") ?? record.text("logName") ?? ""
      guard method.contains("identitytoolkit") || service.contains("identitytoolkit") else {
        return .ignored("the entry is from another service")
      }
      let name = method.split(separator: ".").last.map(String.init) ?? method
      return try read(name, payload, record, time: time, span: span, at: place)
    }
    return try readApplication(payload, record, time: time, span: span, at: place)
  }

  func read(_ record: RecordFields) throws -> ProductRecord { ProductRecord() }

  // MARK: - Identity Toolkit

  private mutating func read(
    _ method: String, _ payload: RecordFields, _ entry: RecordFields, time: Timestamp, span: Span?, at place: Place
  ) throws -> ProductRecord {
    let request = try payload.object("request")
    let response = try payload.object("response")
    // Protobuf omits the code of a success; a code that is not a number is no success.
    let status = try payload.object("status")
    let code = status?.has("code") == true ? try status?.integer("code") : 0
    let hasFailed = try code != 0 || Self.isError(entry)
    let uid = try request?.text("localId") ?? response?.text("localId")
    let subject = Subject(
      tenant: try request?.text("tenantId"), uid: uid, email: uid == nil ? try request?.text("email") : nil)
    if method == "RevokeToken" {
      return try revocation(request, entry, hasFailed: hasFailed, time: time, span: span, at: place)
    }
    if hasFailed { return .ignored("the call failed") }
    let isAdmin = try payload.object("authenticationInfo") != nil
    switch method {
    case "DeleteAccount":
      guard !subject.isEmpty else { return .ignored("the entry says that an account was deleted, but not which one") }
      return ProductRecord(
        evidence: [
          .accountDeletion(
            AccountDeletionRecord(
              subject: subject, deletedAt: time, actor: isAdmin ? "administrator" : "person", method: .single))
        ], time: time)
    case "BatchDeleteAccounts":
      let failed = Set(try (response?.objects("errors") ?? []).map(Self.index))
      let uids = try (request?.texts("localIds") ?? []).enumerated().filter { !failed.contains($0.offset) }.map(
        \.element)
      return ProductRecord(
        evidence: uids.map {
          .accountDeletion(
            AccountDeletionRecord(
              subject: Subject(tenant: subject.tenant, uid: $0), deletedAt: time, actor: "administrator",
              method: .batch))
        }, time: time)
    case "SetAccountInfo": return try change(request, subject, time: time)
    case "SignInWithIdp", "SignInWithPhoneNumber":
      // With a token of an account that is signed in, the call links; the token itself is not logged, its key may be.
      guard let request, try request.text("idToken") != nil, try response?.bool("isNewUser") != true, !subject.isEmpty
      else {
        return .ignored("the entry is a sign-in")
      }
      let provider =
        method == "SignInWithPhoneNumber" ? "phone" : try response?.text("providerId") ?? request.text("providerId")
      guard let provider else { return .ignored("the entry says that something was linked, but not what") }
      return ProductRecord(
        evidence: [
          .link(LinkRecord(subject: subject, provider: provider.lowercased(), linkedAt: time, actor: "person"))
        ],
        time: time)
    default: return .ignored("the entry's method is not a link, a deletion or a revocation")
    }
  }

  /// The index of the account of a batch that was not deleted. Protobuf omits a zero.
  private static func index(of error: RecordFields) throws -> Int {
    guard error.has("index") else { return 0 }
    guard let index = try error.integer("index"), index >= 0 else {
      throw RecordRejection("`\(error.prefix)index` is not a number, so it is unknown whose deletion failed")
    }
    return index
  }

  /// An administrator's change of an account.
  private func change(_ request: RecordFields?, _ subject: Subject, time: Timestamp) throws -> ProductRecord {
    guard let request, !subject.isEmpty else { return .ignored("the entry does not say whose account was changed") }
    var evidence: [EvidenceRecord] = []
    if let linked = try request.object("linkProviderUserInfo"), let provider = try linked.text("providerId") {
      evidence.append(
        .link(
          LinkRecord(
            subject: subject, provider: provider.lowercased(), linkedAt: time, identifier: try linked.text("rawId"),
            actor: "administrator")))
    }
    for provider in try request.texts("deleteProvider") {
      evidence.append(
        .link(LinkRecord(subject: subject, provider: provider.lowercased(), linkedAt: time, action: .unlink)))
    }
    if request.has("validSince") {
      evidence.append(
        .revocation(
          RevocationRecord(subject: subject, at: time, endpoint: .firebaseSession, outcome: .revoked)))
    }
    if evidence.isEmpty { return .ignored("the change is not a link, an unlink or a revocation") }
    return ProductRecord(evidence: evidence, time: time)
  }

  /// Identity Toolkit's own call to Apple.
  private mutating func revocation(
    _ request: RecordFields?, _ entry: RecordFields, hasFailed: Bool, time: Timestamp, span: Span?, at place: Place
  ) throws -> ProductRecord {
    if let provider = try request?.text("providerId"), provider != "apple.com" {
      return .ignored("the token is not Apple's")
    }
    let person = try LoggedPerson { try request?.text($0) }
    try person.checkNames()
    let status = try entry.object("httpRequest")?.integer("status")
    join.add(
      RevocationRecord(
        subject: person.subject, requestID: person.requestID, at: time, endpoint: .identitytoolkit, httpStatus: status,
        tokenType: AppleCall.tokenType(try request?.text("tokenType")), outcome: hasFailed ? .failed : .revoked,
        traceID: try entry.text("trace")),
      span: span, at: place)
    return ProductRecord(time: time)
  }

  /// Whether whoever wrote the entry calls it an error, or worse:
  /// https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#LogSeverity
  private static func isError(_ entry: RecordFields) throws -> Bool {
    guard let severity = try entry.looseText("severity") else { return false }
    return ["ERROR", "CRITICAL", "ALERT", "EMERGENCY"].contains(severity.uppercased())
      || Int(severity).map { $0 >= 500 } ?? false
  }

  // MARK: - An application's own entries

  private mutating func readApplication(
    _ payload: RecordFields?, _ entry: RecordFields, time: Timestamp, span: Span?, at place: Place
  ) throws -> ProductRecord {
    let labels = try entry.object("labels")
    // Winston's name of it is `meta`.
    let metadata = try payload?.object("metadata") ?? payload?.object("meta")
    let person = try LoggedPerson { name in
      for holder in [payload, labels, metadata] {
        if let value = try holder?.looseText(name) { return value }
      }
      return nil
    }
    join.add(person, span: span)
    let answer = try LoggedAnswer(payload, metadata, entry)
    var record = RevocationRecord(
      subject: person.subject, requestID: person.requestID, at: time, httpStatus: answer.status,
      traceID: try entry.text("trace"))
    record.error = answer.error
    record.clientID = try payload?.looseText("client_id") ?? payload?.looseText("clientId")
    record.tokenType = AppleCall.tokenType(
      try payload?.looseText("token_type_hint") ?? payload?.looseText("token_type") ?? payload?.looseText("tokenType"))
    let flag = try payload?.bool("revoked") ?? metadata?.bool("revoked")
    let hasFailed = try flag == false || answer.saysFailed || answer.told == .failed || Self.isError(entry)
    if let call = answer.call {
      try person.checkNames()
      let saysRevoked = flag == true || answer.told == .revoked
      if hasFailed { record.outcome = .failed } else if saysRevoked { record.outcome = .revoked }
      if hasFailed || !record.isAnswered && !saysRevoked {
        record.error = try record.error ?? metadata?.looseText("reason")
      }
      record.method = answer.method
      guard let complete = record.completed(for: call, grant: try payload?.looseText("grant_type")) else {
        return .ignored("the call does not show whether a token is valid")
      }
      join.add(complete, span: span, at: place)
      return ProductRecord(time: time)
    }
    guard let told = answer.told else {
      return .ignored("the entry does not describe a call to Apple")
    }
    // Applications log the call whether it succeeded or not; the flag in the entry says which.
    try person.checkNames()
    switch told {
    case .failed: record.outcome = .failed
    case .revoked: record.outcome = hasFailed ? .failed : .revoked
    // A call that is planned, skipped or on its way has not failed.
    case .other where flag != true && record.httpStatus == nil && record.error == nil:
      return .ignored("the entry says that Apple's token is to be revoked, but not what came of it")
    case .other: record.outcome = try flag == true && !hasFailed ? .revoked : Self.isError(entry) ? .failed : nil
    }
    // For a success it would be the reason for the request.
    if record.outcome == .failed { record.error = try record.error ?? metadata?.looseText("reason") }
    join.add(record, span: span, at: place)
    return ProductRecord(time: time)
  }
}
