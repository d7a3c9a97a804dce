import Evidence
import Timestamps

/// Reads `UserRecord` objects.
struct AdminSDKReader: RecordReader {
  private let timeRange: ClosedRange<Int64>
  private var account = AccountSketch(uid: .empty)
  /// Providers in lower case. All other texts of a sketch are the parser's.
  private let texts: TextArena

  init(_ context: ReaderContext) {
    timeRange = context.options.timeRange
    texts = context.texts
  }

  func complete(_ summary: inout SourceSummary) {
    summary.generation = .new
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    account.reset()
    texts.removeAll()
    try readUser(record)
    return try account.deliver(
      to: &sink, at: place, with: record.field("customClaims").map { .object($0) } ?? .none, texts)
  }

  private mutating func readUser(_ user: JSONValue) throws {
    var seen: Set<String> = []
    try user.forEachField { key, value in
      let name = key.string
      guard seen.insert(name).inserted else { throw FieldError.twice(name) }
      switch name {
      case "uid": account.uid = try text(value, name) ?? .empty
      case "email": account.email = try text(value, name)
      case "phoneNumber": account.phone = try text(value, name)
      case "tenantId": account.tenant = try text(value, name)
      case "photoURL": if try text(value, name) != nil { account.hasPhoto = true }
      case "passwordHash": if try text(value, name) != nil { account.hasPassword = true }
      case "disabled":
        guard value.isNull || value.bool != nil else { throw FieldError.notBool(name) }
        account.isDisabled = value.bool ?? false
      case "displayName": account.displayName = Self.name(value)
      case "customClaims": account.isPrivateEmail = ClaimReader.isPrivateEmail(in: value)
      case "metadata":
        account.createdAt = try value.field("creationTime").flatMap { try time($0, "metadata.creationTime") }
        account.lastSignInAt = try value.field("lastSignInTime").flatMap { try time($0, "metadata.lastSignInTime") }
      case "providerData":
        guard value.isArray || value.isNull else { throw FieldError.notList(name) }
        try value.forEachElement { item in try takeCredential(item) }
      case "multiFactor":
        try value.field("enrolledFactors")?.forEachElement { item in
          if let phone = try item.field("phoneNumber").flatMap({ try text($0, "phoneNumber") }) {
            account.secondFactorPhones.append(phone)
          }
          if let email = item.field("email").flatMap(Self.name) { account.secondFactorEmails.append(email) }
        }
      default: break
      }
    }
    guard !account.uid.isEmpty else { throw FieldError.missing("uid") }
    // Every account has them. A record with neither may be a credential, whose `uid` has another meaning.
    guard seen.contains("metadata") || seen.contains("providerData") else { throw FieldError.missing("providerData") }
  }

  private mutating func takeCredential(_ item: JSONValue) throws {
    guard let provider = try item.field("providerId").flatMap({ try text($0, "providerId") }) else {
      throw FieldError.missing("providerId")
    }
    if try item.field("photoURL").flatMap({ try text($0, "photoURL") }) != nil { account.hasPhoto = true }
    if provider.isEqual(to: "password") { account.hasPassword = true }
    account.credentials.append(
      CredentialSketch(
        provider: texts.copy(provider.string.lowercased()),
        rawID: try item.field("uid").flatMap { try text($0, "uid") },
        email: try item.field("email").flatMap { try text($0, "email") },
        phone: try item.field("phoneNumber").flatMap { try text($0, "phoneNumber") },
        displayName: item.field("displayName").flatMap(Self.name)))
  }

  /// A text that no verdict depends on, so a malformed one does not reject the account.
  private static func name(_ value: JSONValue) -> BorrowedText? {
    value.text?.nonEmpty.flatMap { $0.hasNUL ? nil : $0 }
  }

  private func text(_ value: JSONValue, _ name: String) throws -> BorrowedText? {
    guard let text = value.text else {
      if value.isNull { return nil }
      throw FieldError.notText(name)
    }
    if text.hasNUL { throw FieldError.holdsNUL(name) }
    return text.nonEmpty
  }

  private func time(_ value: JSONValue, _ name: String) throws -> Int64? {
    guard let text = try text(value, name)?.string else { return nil }
    guard let time = Timestamp(written: text) else {
      throw RecordRejection("`\(name)` is not a time such as `Tue, 14 Nov 2023 22:13:20 GMT`")
    }
    guard timeRange.contains(time.milliseconds) else { throw FieldError.outOfRange(name) }
    return time.milliseconds
  }
}
