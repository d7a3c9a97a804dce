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

  /// A value that a column cannot have. Where columns are shifted it is of another one: a name, a number, an address.
  /// So it is shown where it reads like a word of a system, or like a time in a column of times.
  ///
  /// - Parameter column: our name of the column, or the source's if it has none.
  static func refused(_ value: String, of column: String, isTime: Bool = false) -> String {
    let isPlain = RefusedText.isWord(value) || isTime && RefusedText.isTime(value)
    if isPlain || masked(value, of: column) != value { return text(value, of: column) }
    return "`\(value.first.map { "\(plain(String($0)))…" } ?? "")`"
  }

  /// - Parameter column: our name of it.
  static func masked(_ value: String, of column: String) -> String {
    // Serilog's columns begin with an @: `@t`.
    if let at = value.lastIndex(of: "@"), at > value.startIndex {
      return value.prefix(1) + "…" + host(in: value[at...])
    }
    let value = Secrets.cleared(value)
    if Secrets.isSecret(value: value) || personal.contains(column) || holdsPhone(value)
      || holdsAppleSub(value) || isOpaque(value)
    {
      return value.prefix(1) + "…"
    }
    return value
  }

  /// A value as the key of a configuration shows it. What is shown otherwise than it is can be no key: a token, a
  /// person's id or name, and an address with a query, which differs from call to call and may name anybody.
  static func key(_ value: String) -> String {
    if mayBeName(value) { return "\(value.prefix(1))…" }
    let shown = masked(value, of: "")
    guard let scheme = shown.firstRange(of: "://"), let query = shown[scheme.upperBound...].firstIndex(of: "?") else {
      return shown
    }
    return shown[...query] + "…"
  }

  /// Whether it has the form of a person's name, `Ada Example`, and no word that programs use.
  private static func mayBeName(_ value: String) -> Bool {
    let words = value.split(separator: " ")
    return (2...4).contains(words.count)
      && words.allSatisfy { word in
        word.first?.isUppercase == true && word.dropFirst().contains(where: \.isLowercase)
          && word.allSatisfy { $0.isLetter || "-'’.".contains($0) } && !PlainWords.isWhole(String(word))
      }
  }

  /// The address's host, behind which anything may stand.
  ///
  /// - Parameter text: from the `@` on.
  private static func host(in text: Substring) -> Substring {
    let end = text.dropFirst().firstIndex { !$0.isLetter && !$0.isNumber && !".-".contains($0) }
    return text[..<(end ?? text.endIndex)] + (end == nil ? "" : "…")
  }

  private static func plain(_ value: String) -> String {
    let short = value.count > limit ? value.prefix(limit) + "…" : value
    return String(
      short.map { $0 == "`" || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : $0 })
  }

  /// A plus and digits. A bare number is more often a time or a count.
  private static func holdsPhone(_ value: String) -> Bool { value.contains(/\+(?:[ ().-]*[0-9]){7}/) }

  /// Letters and digits in parts longer than words: a token, a key, a hash.
  private static func isOpaque(_ value: String) -> Bool {
    guard value.utf8.count >= 32, !value.contains(" ") else { return false }
    return value.split { !$0.isLetter && !$0.isNumber }.contains { $0.count >= 16 && $0.contains(where: \.isNumber) }
  }

  private static func holdsAppleSub(_ value: String) -> Bool { value.contains(/[0-9]{6}\.[0-9a-fA-F]{32}\.[0-9]{4}/) }
}
