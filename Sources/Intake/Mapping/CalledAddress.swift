import Evidence

/// Finds unread fields of a call's record which say that it was no revocation: `request.url` with `/auth/token`.
///
/// A configuration calls every record of a file a revocation, and many clients log all of their calls alike.
struct CalledAddress {
  /// Whether the mapping names the column of a path.
  let isKnown: (String) -> Bool

  private static let depthLimit = 4
  private static let names = TellingWords.set("url uri path endpoint target href route address request full original")
  /// Addresses beside that of the call.
  static let others = TellingWords.set(
    "jwks token tokens audience aud issuer iss redirect callback return keys key referer referrer base docs")
  private static let tokenPaths: Set = ["/auth/token", "/auth/oauth2/v2/token"]
  /// Where a test has something that stands in for Apple or for Identity Toolkit. The company's own service may answer
  /// there too, under paths of its own.
  static let localHosts: Set = ["localhost", "127.0.0.1"]
  private static let doubledPaths = tokenPaths.union(["/auth/revoke", "/auth/oauth2/v2/revoke"])
  /// The emulator of Identity Toolkit has its host before that.
  private static let emulated = "/v2/accounts:revoketoken"

  /// Why a record with such a field is rejected; nil if it is not.
  func refusal(of value: JSONValue, at path: String, depth: Int = 1) -> String? {
    if let text = value.text { return refusal(of: text, at: path) }
    guard depth < Self.depthLimit, !isKnown(path) else { return nil }
    var found: String?
    value.forEachField { key, inner in
      if found == nil { found = refusal(of: inner, at: path + "." + key.string, depth: depth + 1) }
    }
    value.forEachElement { inner in
      if found == nil, let text = inner.text { found = refusal(of: text, at: path) }
    }
    return found
  }

  private func refusal(of value: BorrowedText, at path: String) -> String? {
    // Most fields hold no address at all.
    value.contains(UInt8(ascii: "/")) ? refusal(of: value.string, at: path) : nil
  }

  func refusal(of value: String, at path: String) -> String? {
    guard Self.isAddress(path), let called = Self.other(value), !isKnown(path) else { return nil }
    return """
      `\(path)` says that \(called) was called; choose the calls to Apple's `/auth/revoke` under `where`, or list the \
      column under `ignore` if it is about something else
      """
  }

  /// `request_url`, `url.full`; search engines add a letter for the type: `request_url_s`.
  static func isAddress(_ path: String) -> Bool {
    var words = NameWords.of(path)
    if words.count > 1, words.last?.count == 1 { words.removeLast() }
    guard let last = words.last, others.isDisjoint(with: words) else { return false }
    return names.contains(last) || names.contains { $0.count > 2 && last.hasSuffix($0) }
  }

  /// What an address is that revokes nothing; nil for one that may. Our own service's, under which a person asks for
  /// something, says nothing of the call to Apple.
  private static func other(_ value: String) -> String? {
    let words = value.lowercased().split(separator: " ")
    if let method = words.first, words.count > 1, method != "post", method.allSatisfy(\.isLetter) { return nil }
    guard let word = words.first(where: { $0.contains("/") }) else { return nil }
    let address = word.prefix { $0 != "?" && $0 != "#" }
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    let host = rest.prefix { $0 != "/" && $0 != ":" }
    if localHosts.contains(String(host)) {
      let path = String(rest.drop { $0 != "/" })
      guard doubledPaths.contains(path) || path.hasSuffix(emulated) else { return nil }
      return "a server of the machine's own, and not Apple's"
    }
    let isOther =
      AppleCall.appleHosts.contains(host)
      ? rest.contains("/auth/") && !rest.contains("revoke")
      : tokenPaths.contains((rest.hasPrefix("/") ? "" : "/") + rest)
    return isOther ? "another address of Apple's than `/auth/revoke`" : nil
  }
}
