import Evidence

/// The keys of `UserInfo` that the audit reads.
enum UserKey: UInt32, CaseIterable {
  case localID, email, phoneNumber, tenantID, photoURL, passwordHash, createdAt, lastSignedInAt, lastLoginAt, disabled,
    customAttributes, providerUserInfo, mfaInfo, displayName, initialEmail

  var name: StaticString {
    switch self {
    case .localID: "localId"
    case .email: "email"
    case .phoneNumber: "phoneNumber"
    case .tenantID: "tenantId"
    case .photoURL: "photoUrl"
    case .passwordHash: "passwordHash"
    case .createdAt: "createdAt"
    case .lastSignedInAt: "lastSignedInAt"
    case .lastLoginAt: "lastLoginAt"
    case .disabled: "disabled"
    case .customAttributes: "customAttributes"
    case .providerUserInfo: "providerUserInfo"
    case .mfaInfo: "mfaInfo"
    case .displayName: "displayName"
    case .initialEmail: "initialEmail"
    }
  }

  var bit: UInt32 { 1 << rawValue }

  /// No two keys have the same length and first byte, so one comparison is enough.
  @inline(__always)
  init?(_ key: BorrowedText) {
    guard let first = key.first else { return nil }
    let found: UserKey
    switch (key.count, first) {
    case (7, UInt8(ascii: "l")): found = .localID
    case (5, UInt8(ascii: "e")): found = .email
    case (11, UInt8(ascii: "p")): found = .phoneNumber
    case (8, UInt8(ascii: "t")): found = .tenantID
    case (8, UInt8(ascii: "p")): found = .photoURL
    case (12, UInt8(ascii: "p")): found = .passwordHash
    case (9, UInt8(ascii: "c")): found = .createdAt
    case (14, UInt8(ascii: "l")): found = .lastSignedInAt
    case (11, UInt8(ascii: "l")): found = .lastLoginAt
    case (8, UInt8(ascii: "d")): found = .disabled
    case (16, UInt8(ascii: "c")): found = .customAttributes
    case (16, UInt8(ascii: "p")): found = .providerUserInfo
    case (7, UInt8(ascii: "m")): found = .mfaInfo
    case (11, UInt8(ascii: "d")): found = .displayName
    case (12, UInt8(ascii: "i")): found = .initialEmail
    default: return nil
    }
    guard key.isEqual(to: found.name) else { return nil }
    self = found
  }
}

/// The keys of `ProviderUserInfo` that the audit reads.
enum CredentialKey: UInt32, CaseIterable {
  case providerID, rawID, email, phoneNumber, photoURL, federatedID, displayName

  var name: StaticString {
    switch self {
    case .providerID: "providerId"
    case .rawID: "rawId"
    case .email: "email"
    case .phoneNumber: "phoneNumber"
    case .photoURL: "photoUrl"
    case .federatedID: "federatedId"
    case .displayName: "displayName"
    }
  }

  var bit: UInt32 { 1 << rawValue }

  @inline(__always)
  init?(_ key: BorrowedText) {
    guard let first = key.first else { return nil }
    let found: CredentialKey
    switch (key.count, first) {
    case (10, UInt8(ascii: "p")): found = .providerID
    case (5, UInt8(ascii: "r")): found = .rawID
    case (5, UInt8(ascii: "e")): found = .email
    case (11, UInt8(ascii: "p")): found = .phoneNumber
    case (8, UInt8(ascii: "p")): found = .photoURL
    case (11, UInt8(ascii: "f")): found = .federatedID
    case (11, UInt8(ascii: "d")): found = .displayName
    default: return nil
    }
    guard key.isEqual(to: found.name) else { return nil }
    self = found
  }
}
