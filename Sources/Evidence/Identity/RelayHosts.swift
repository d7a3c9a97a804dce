/// What the host of an email is (docs/contract.md, section 5).
package enum EmailClass: Hashable, Sendable {
  case relay
  /// Imitates the relay host it names.
  case lookAlike(of: String)
  /// At a host that receives no mail: no address of anybody.
  case placeholder
  case ordinary

  var name: StaticString {
    switch self {
    case .relay: "relay"
    case .lookAlike: "look-alike"
    case .placeholder: "placeholder"
    case .ordinary: "ordinary"
    }
  }

  /// Whether an address at the host says who somebody is.
  var isSomebodys: Bool {
    if case .lookAlike = self { return true }
    return self == .ordinary
  }
}

/// Tells relay addresses from look-alikes, from placeholders, and from all others, by the exact host.
package struct RelayHosts: Sendable {
  /// Apple's two: https://developer.apple.com/news/?id=1ptvdtcm
  package static let apple = ["privaterelay.appleid.com", "private.icloud.com"]

  /// Names that RFC 2606, RFC 6761 and RFC 6762 set apart: no mail goes there from anywhere else.
  package static let setApart = ["invalid", "local", "localhost"]

  /// Apple's hosts and those of `relay.domains`, lower-case.
  package let all: [String]
  private let placeholders: [String]
  private let bytes: [[UInt8]]

  /// - Parameters:
  ///   - additional: further relay hosts.
  ///   - placeholders: hosts of addresses that a project makes up for people who have none.
  package init(additional: [String] = [], placeholders: [String] = []) {
    all = Self.apple + additional.map(\.foldedASCII).filter { !Self.apple.contains($0) }
    self.placeholders = placeholders.map(\.foldedASCII)
    bytes = all.map { Array($0.utf8) }
  }

  /// Whether the exact host after the last `@` is a relay host, in any letter case.
  package func isRelay(_ email: BorrowedText) -> Bool {
    guard let host = Self.host(of: email) else { return false }
    return bytes.contains { relay in
      relay.count == host.count && zip(relay, host).allSatisfy { $0 == $1.foldedASCII }
    }
  }

  package func isRelay(_ email: String) -> Bool {
    NormalText.withBytes(NormalText.email(email)) { isRelay($0) }
  }

  package func classify(_ email: String) -> EmailClass {
    let email = NormalText.email(email)
    guard let host = NormalText.host(ofEmail: email) else { return .ordinary }
    return classify(host: host)
  }

  /// `host` is lower-case.
  func classify(host: String) -> EmailClass {
    if all.contains(host) { return .relay }
    if let imitated = LookAlike.relayHost(imitatedBy: host, among: all) { return .lookAlike(of: imitated) }
    return isPlaceholder(host) ? .placeholder : .ordinary
  }

  private func isPlaceholder(_ host: String) -> Bool {
    placeholders.contains(host) || Self.setApart.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// The bytes after the last `@`, without white space at the end.
  static func host(of email: BorrowedText) -> BorrowedText? {
    var end = email.count
    while end > 0, email[end - 1] == 0x20 || email[end - 1] &- 0x09 < 5 { end -= 1 }
    var index = end
    while index > 0 {
      if email[index - 1] == 0x40 { return index < end ? BorrowedText(rebasing: email[index..<end]) : nil }
      index -= 1
    }
    return nil
  }
}
