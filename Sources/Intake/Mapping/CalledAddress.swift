import Evidence

/// Finds unread fields of a call's record which say that it was no revocation: `request.url` with `/auth/token`.
///
/// A configuration calls every record of a file a revocation, and many clients log all of their calls alike.
struct CalledAddress {
  /// Whether the mapping names the column of a path.
  let isKnown: (String) -> Bool

  private static let depthLimit = 4
  private static let names = ["url", "uri", "path", "endpoint", "target", "href", "route", "address"]
  private static let hosts = ["appleid.apple.com", "account.apple.com"]

  /// Why a record with such a field is rejected; nil if it is not.
  func refusal(of value: JSONValue, at path: String, depth: Int = 1) -> String? {
    if let text = value.text { return refusal(of: text.string, at: path) }
    guard value.isObject, depth < Self.depthLimit, !isKnown(path) else { return nil }
    var found: String?
    value.forEachField { key, inner in
      if found == nil { found = refusal(of: inner, at: path + "." + key.string, depth: depth + 1) }
    }
    return found
  }

  func refusal(of value: String, at path: String) -> String? {
    guard Self.isAddress(path), Self.isOther(value), !isKnown(path) else { return nil }
    return """
      `\(path)` says that another address than Apple's `/auth/revoke` was called; choose the calls to it under `where`, \
      or list the column under `ignore` if it is about something else
      """
  }

  private static func isAddress(_ path: String) -> Bool {
    NameWords.of(path).last.map { last in names.contains { last.hasSuffix($0) } } ?? false
  }

  /// Whether the address is that of Apple's tokens, or another one of Apple's that revokes nothing. Our own service's
  /// address, under which a person asks for something, says nothing of the call to Apple.
  private static func isOther(_ value: String) -> Bool {
    let address = value.lowercased().prefix { $0 != "?" && $0 != "#" }
    if address.contains("revoke") { return false }
    return address.hasSuffix("/auth/token") || address.hasSuffix("/oauth2/v2/token")
      || hosts.contains { address.contains($0 + "/") }
  }
}
