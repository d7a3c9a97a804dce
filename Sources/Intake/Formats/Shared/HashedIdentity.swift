import Evidence

extension Subject {
  /// Adds a name of a person by the product's kind of identity; false for a kind that identifies no account.
  mutating func add(_ value: String, as kind: String) throws(RecordRejection) -> Bool {
    switch kind.lowercased() {
    case "email", "email_address", "emailaddress", "data subject email": if email == nil { email = value }
    case "phone", "phone_number", "phonenumber", "mobile":
      if phone == nil { phone = try PhoneText.checked(value, kind) }
    case "controller_customer_id", "customer_id", "customerid", "user_id", "userid", "uid", "external_id", "externalid",
      "identifier", "sub":
      if uid == nil { uid = value }
    case "apple_sub", "apple", "apple_user_id": if appleSub == nil { appleSub = value }
    default: return false
    }
    return true
  }

  /// A value that may be an address or a customer's own id; the product does not say which.
  static func named(_ value: String) -> Subject {
    if value.contains("@") { return Subject(email: value) }
    if ProviderNames.looksLikeAppleSub(value) { return Subject(appleSub: value) }
    // No id begins with a plus sign.
    return value.hasPrefix("+") ? Subject(phone: value) : Subject(uid: value)
  }
}

/// A SHA-256 in hexadecimal.
enum HashedIdentity {
  static func isSHA256(_ text: String) -> Bool {
    text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
