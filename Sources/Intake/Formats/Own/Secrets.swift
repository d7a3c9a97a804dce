/// Recognises values that must not be kept, whatever column they are in.
enum Secrets {
  private static let words = [
    "token", "secret", "password", "passwd", "private_key", "privatekey", "authorization", "cookie", "jwt", "assertion",
    "api_key", "apikey", "credential", "nonce",
  ]
  private static let names: Set<String> = ["code", "auth_code", "salt", "hash", "payload"]

  static func isSecret(name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || words.contains { name.contains($0) }
  }

  /// Signed tokens and PEM keys are recognised by their beginnings.
  static func isSecret(value: String) -> Bool {
    value.contains("-----BEGIN")
      || value.contains("eyJ") && value.utf8.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 } >= 2
  }

  // # Safety: nothing changes it, and it runs no code of ours. `Regex` is not `Sendable` because others do.
  private nonisolated(unsafe) static let named =
    #/((?i:token|secret)[\\"']*\s*[:=]\s*[\\"']*)[A-Za-z0-9._~+\/%-]{20,}/#

  /// A text without the values of the tokens and secrets that it names, as the body of an answer does.
  static func cleared(_ text: String) -> String {
    guard text.utf8.count > 24, text.contains("oken") || text.contains("ecret") else { return text }
    return text.replacing(named) { "\($0.output.1)…" }
  }
}
