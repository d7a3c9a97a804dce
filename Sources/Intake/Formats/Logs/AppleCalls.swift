import Evidence
import Timestamps

/// Calls to Apple and to Identity Toolkit, told by their addresses.
enum AppleCall {
  case revoke, token, revokeToken

  /// https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens and, for managed accounts,
  /// https://developer.apple.com/documentation/accountorganizationaldatasharing/revoke-tokens
  init?(address: String) {
    let address = address.lowercased()
    let isApple = ["//appleid.apple.com/", "//account.apple.com/"].contains { address.contains($0) }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    if isApple, path.hasSuffix("/auth/revoke") || path.hasSuffix("/auth/oauth2/v2/revoke") {
      self = .revoke
    } else if isApple, path.hasSuffix("/auth/token") || path.hasSuffix("/auth/oauth2/v2/token") {
      self = .token
    } else if address.contains("accounts:revoketoken") {
      self = .revokeToken
    } else {
      return nil
    }
  }

  /// Firebase's iOS SDK writes a number in a text.
  static func tokenType(_ text: String?) -> TokenType? {
    switch text?.lowercased() {
    case "refresh_token", "1": .refreshToken
    case "access_token", "2": .accessToken
    case "code", "authorization_code", "3": .authorizationCode
    case "id_token": .idToken
    default: nil
    }
  }
}

/// Whom an entry or a span means.
struct LoggedPerson {
  var subject = Subject()
  var requestID: String?

  var isEmpty: Bool { subject.isEmpty && requestID == nil }

  /// Names of fields under which applications log a person.
  init(_ value: (String) throws -> String?) rethrows {
    func first(_ names: String...) throws -> String? {
      for name in names {
        if let value = try value(name) { return value }
      }
      return nil
    }
    subject.uid = try first("uid", "user_id", "userId", "enduser.id", "user.id", "app.user_id", "localId", "firebase.uid")
    subject.appleSub = try first("apple_sub", "appleSub", "apple.sub")
    subject.email = try first("email", "user.email", "enduser.email")
    subject.emailSHA256 = try first("email_sha256").flatMap { HashedIdentity.isSHA256($0) ? $0.lowercased() : nil }
    requestID = try first("request_id", "deletion_request_id", "deletion.request_id", "requestId")
  }

  init() {}
}

/// Ties calls that name nobody to the persons whom other entries of the same trace name, in whatever order they stand.
struct TraceJoin {
  private struct Call {
    var trace: String
    var record: RevocationRecord
    var place: Place
  }

  private struct Exchange {
    var client: String
    var at: Int64
  }

  private var persons: [String: LoggedPerson] = [:]
  private var exchanges: [String: [Exchange]] = [:]
  private var calls: [Call] = []

  /// Apple answers an exchange with tokens; to revoke them within this time shows that they were the person's.
  /// Milliseconds.
  private static let exchangeLimit: Int64 = 300_000

  mutating func add(_ person: LoggedPerson, trace: String) {
    if !person.isEmpty, persons[trace]?.subject.isEmpty != false { persons[trace] = person }
  }

  mutating func addExchange(client: String?, at: Int64, trace: String) {
    if let client { exchanges[trace, default: []].append(Exchange(client: client, at: at)) }
  }

  mutating func add(_ record: RevocationRecord, trace: String?, at place: Place) {
    calls.append(Call(trace: trace ?? "", record: record, place: place))
  }

  /// All calls, with their persons; nobody where the trace names none.
  func joined() -> [(place: Place, record: RevocationRecord)] {
    calls.map { call in
      var record = call.record
      if record.subject.isEmpty, record.requestID == nil, !call.trace.isEmpty, let person = persons[call.trace] {
        record.subject = person.subject
        record.requestID = person.requestID
      }
      let isRevoked = record.httpStatus.map { (200...299).contains($0) } ?? false
      record.isExchangedBefore =
        isRevoked
        && (exchanges[call.trace] ?? []).contains { exchange in
          exchange.client == record.clientID && exchange.at <= record.at.milliseconds
            && record.at.milliseconds - exchange.at <= Self.exchangeLimit
        }
      return (call.place, record)
    }
  }
}
