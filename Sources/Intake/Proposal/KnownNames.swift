package import Evidence

/// The names of the exported accounts, by which ids in other files are recognised. They are kept as hashes, so that a
/// million accounts take a few megabytes.
package struct KnownNames: Sendable {
  enum Name: String {
    case uid, email, phone, appleSub
  }

  private var hashes: [Name: Set<Int>] = [:]
  /// Accounts beyond it are not looked at.
  package static let limit = 1_000_000

  package init() {}

  package var isEmpty: Bool { hashes[.uid]?.isEmpty ?? true }

  package mutating func add(_ account: AccountSketch) {
    insert(account.uid, .uid)
    if let email = account.email { insert(email, .email) }
    if let phone = account.phone { insert(phone, .phone) }
    for credential in account.credentials {
      if let email = credential.email { insert(email, .email) }
      if let id = credential.rawID, credential.provider.isEqual(to: "apple.com") { insert(id, .appleSub) }
    }
  }

  private mutating func insert(_ text: BorrowedText, _ name: Name) {
    hashes[name, default: []].insert(Self.plain(text.string, name).hashValue)
  }

  func names(of text: String) -> [Name] {
    hashes.compactMap { name, known in known.contains(Self.plain(text, name).hashValue) ? name : nil }
  }

  private static func plain(_ text: String, _ name: Name) -> String { name == .email ? text.lowercased() : text }
}
