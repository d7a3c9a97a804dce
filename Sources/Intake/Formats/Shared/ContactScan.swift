import Evidence

/// Finds addresses and phone numbers in free-form data of an app: custom claims, attributes, metadata.
///
/// The results are kept in `texts`, so they outlive the parser's document.
struct ContactScan {
  private static let depthLimit = 8
  private static let claimLimit = 64

  let texts: TextArena

  /// - Parameter ignoring: names of top-level fields to skip.
  func add(_ object: JSONValue, to account: inout AccountSketch, ignoring: Set<String> = []) {
    add(object, nil, to: &account, depth: 0, ignoring)
  }

  /// One value, under its name.
  func add(_ name: String, _ value: String?, to account: inout AccountSketch) {
    guard let value else { return }
    let text = texts.copy(value)
    if let isPhone = Self.isPhone(text, of: name) {
      account.claims.append(ClaimSketch(key: texts.copy(name), value: text, isPhone: isPhone))
    }
  }

  private func add(
    _ object: JSONValue, _ path: String?, to account: inout AccountSketch, depth: Int, _ ignored: Set<String>
  ) {
    guard depth < Self.depthLimit else { return }
    object.forEachField { key, value in
      if !ignored.isEmpty, ignored.contains(key.string) { return }
      take(value, key: key, path, to: &account, depth: depth)
    }
  }

  private func take(
    _ value: JSONValue, key: BorrowedText, _ path: String?, to account: inout AccountSketch, depth: Int
  ) {
    guard account.claims.count < Self.claimLimit, !key.hasNUL else { return }
    if value.isObject {
      add(value, Self.joined(path, key), to: &account, depth: depth + 1, [])
    } else if value.isArray {
      guard depth < Self.depthLimit else { return }
      value.forEachElement { take($0, key: key, path, to: &account, depth: depth + 1) }
    } else if let number = value.integer {
      add(Self.joined(path, key), String(number), to: &account)
    } else if let text = value.text?.nonEmpty, let isPhone = Self.isPhone(text, of: key.string) {
      account.claims.append(
        ClaimSketch(key: texts.copy(Self.joined(path, key)), value: texts.copy(text), isPhone: isPhone))
    }
  }

  private static func joined(_ path: String?, _ key: BorrowedText) -> String {
    path.map { "\($0).\(key.string)" } ?? key.string
  }

  /// Whether a text is a phone number rather than an address; nil if it is neither.
  private static func isPhone(_ text: BorrowedText, of name: String) -> Bool? {
    if isEmail(text) { return false }
    return isNumber(text, of: name) ? true : nil
  }

  /// One `@` between a name and a host with a dot, and no character that addresses do not have.
  private static func isEmail(_ text: BorrowedText) -> Bool {
    guard (6...254).contains(text.count), let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    let host = text[(at + 1)...]
    guard let dot = host.lastIndex(of: UInt8(ascii: ".")), dot > at + 1, dot < text.count - 2 else { return false }
    return !host.contains(UInt8(ascii: "@"))
      && text.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>(),;:\"".utf8.contains($0) }
  }

  /// Seven to fifteen digits, with a leading plus or under a name that means a phone number.
  private static func isNumber(_ text: BorrowedText, of name: String) -> Bool {
    guard text.count <= 24, text.allSatisfy({ $0.isDigit || "+ -().".utf8.contains($0) }) else { return false }
    guard (7...15).contains(text.count(where: \.isDigit)) else { return false }
    if text.first == UInt8(ascii: "+") { return true }
    let name = name.lowercased()
    return ["phone", "mobile", "msisdn", "telephone", "whatsapp"].contains { name.contains($0) }
  }
}
