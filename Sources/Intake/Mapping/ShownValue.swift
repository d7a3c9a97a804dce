import Evidence

/// A value as messages show it: short, and masked if it is personal.
package enum ShownValue {
  private static let limit = 60
  private static let personal: Set<String> = [
    "email", "phone", "apple_sub", "email_sha256", "identifier", "recipient", "sub", "old_sub", "new_sub", "old_email",
    "new_email", "nonce", "raw_nonce", "id_token",
  ]

  /// - Parameter column: our name of the column, or the source's if it has none.
  package static func text(_ value: String, of column: String) -> String {
    if Secrets.isSecret(value: value) { return "a secret" }
    return "`\(plain(masked(value, of: column)))`"
  }

  /// - Parameter column: our name of it.
  static func masked(_ value: String, of column: String) -> String {
    if let at = value.lastIndex(of: "@") { return value.prefix(1) + "…" + value[at...] }
    if Secrets.isSecret(value: value) || personal.contains(column) || holdsPhone(value) || holdsAppleSub(value) {
      return value.prefix(1) + "…"
    }
    return value
  }

  private static func plain(_ value: String) -> String {
    let short = value.count > limit ? value.prefix(limit) + "…" : value
    return String(
      short.map { $0 == "`" || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : $0 })
  }

  /// A plus and digits. A bare number is more often a time or a count.
  private static func holdsPhone(_ value: String) -> Bool { value.contains(/\+(?:[ ().-]*[0-9]){7}/) }

  private static func holdsAppleSub(_ value: String) -> Bool { value.contains(/[0-9]{6}\.[0-9a-fA-F]{32}\.[0-9]{4}/) }
}
