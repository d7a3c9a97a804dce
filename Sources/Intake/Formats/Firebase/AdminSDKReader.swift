import Evidence
import Timestamps

/// Reads `UserRecord` objects. They are few enough that each becomes a record at once.
struct AdminSDKReader: RecordReader {
  private let timeRange: ClosedRange<Int64>

  init(_ context: ReaderContext) {
    timeRange = context.options.timeRange
  }

  func complete(_ summary: inout SourceSummary) {
    summary.generation = .new
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    let account = try account(record)
    switch try account.withSketch({ try sink.screen($0, at: place) }) {
    case .inScope: try sink.accept(.account(account), at: place)
    case .outOfScope: break
    case .duplicate: return Reading(isDuplicate: true)
    }
    return Reading(time: account.createdAt?.milliseconds)
  }

  private func account(_ user: JSONValue) throws -> AccountRecord {
    var seen: Set<String> = []
    var account = AccountRecord(uid: "")
    try user.forEachField { key, value in
      let name = key.string
      guard seen.insert(name).inserted else { throw FieldError.twice(name) }
      switch name {
      case "uid": account.uid = try text(value, name) ?? ""
      case "email": account.email = try text(value, name)
      case "phoneNumber": account.phone = try text(value, name)
      case "tenantId": account.tenant = try text(value, name)
      case "photoURL": if try text(value, name) != nil { account.hasPhoto = true }
      case "passwordHash": if try text(value, name) != nil { account.hasPassword = true }
      case "disabled": account.isDisabled = value.bool ?? false
      case "customClaims": account.isPrivateEmail = ClaimReader.isPrivateEmail(in: value)
      case "metadata":
        account.createdAt = try value.field("creationTime").flatMap { try time($0, "metadata.creationTime") }
        account.lastSignInAt = try value.field("lastSignInTime").flatMap { try time($0, "metadata.lastSignInTime") }
      case "providerData":
        guard value.isArray || value.isNull else { throw FieldError.notList(name) }
        try value.forEachElement { item in
          guard let provider = try item.field("providerId").flatMap({ try text($0, "providerId") }) else {
            throw FieldError.missing("providerId")
          }
          if try item.field("photoURL").flatMap({ try text($0, "photoURL") }) != nil { account.hasPhoto = true }
          if provider == "password" { account.hasPassword = true }
          account.credentials.append(
            Credential(
              provider: provider.lowercased(), rawID: try item.field("uid").flatMap { try text($0, "uid") },
              email: try item.field("email").flatMap { try text($0, "email") },
              phone: try item.field("phoneNumber").flatMap { try text($0, "phoneNumber") }))
        }
      case "multiFactor":
        try value.field("enrolledFactors")?.forEachElement { item in
          if let phone = try item.field("phoneNumber").flatMap({ try text($0, "phoneNumber") }) {
            account.secondFactorPhones.append(phone)
          }
        }
      default: break
      }
    }
    guard !account.uid.isEmpty else { throw FieldError.missing("uid") }
    // Every account has them. What has neither may be one of its credentials, whose `uid` is another thing.
    guard seen.contains("metadata") || seen.contains("providerData") else { throw FieldError.missing("providerData") }
    return account
  }

  private func text(_ value: JSONValue, _ name: String) throws -> String? {
    guard let text = value.text else {
      if value.isNull { return nil }
      throw FieldError.notText(name)
    }
    if text.hasNUL { throw FieldError.holdsNUL(name) }
    return text.nonEmpty?.string
  }

  private func time(_ value: JSONValue, _ name: String) throws -> Timestamp? {
    guard let text = try text(value, name) else { return nil }
    guard let time = Timestamp(httpDate: text) ?? Timestamp(rfc3339: text) else {
      throw RecordRejection("`\(name)` is not a time such as `Tue, 14 Nov 2023 22:13:20 GMT`")
    }
    guard timeRange.contains(time.milliseconds) else { throw FieldError.outOfRange(name) }
    return time
  }
}

extension Timestamp {
  /// Reads what JavaScript's `toUTCString` writes: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  init?(httpDate text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", parts[0].count == 4 else { return nil }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let month = months.firstIndex(where: { $0 == parts[2] }) else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    self.init(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
  }
}
