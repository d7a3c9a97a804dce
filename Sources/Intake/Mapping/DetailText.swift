/// Keeps the values of unread columns, for people who look at the evidence.
enum DetailText {
  /// Bytes; longer texts are cut.
  private static let limit = 1024

  /// Secrets are not kept. A yes or no is none, as in `apple_token_revoked`.
  static func add(_ value: FieldValue, named name: String, to detail: inout [String: String]) {
    guard !name.isEmpty, let given = value.detail else { return }
    guard ["true", "false"].contains(given.lowercased()) || !Secrets.isSecret(name: name) else { return }
    let text = Secrets.cleared(given)
    guard !Secrets.isSecret(value: text), !text.utf8.contains(0) else { return }
    detail[name] = text.utf8.count <= limit ? text : String(text.prefix(limit / 4)) + "…"
  }
}
