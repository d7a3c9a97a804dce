import Evidence

/// Cognito lists an Apple user and the user to which it was linked as two, though they are one person: the one has the
/// relay address, the other all the rest. Which they are shows only when all files have been read, so they are read twice.
///
/// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminLinkProviderForUser.html
struct CognitoLinks {
  /// By the `sub` in lower case, since pools may ignore case: the address at Apple, empty where it is not known.
  private var emails: [String: String] = [:]

  init(_ files: [SecondReading]) {
    try? Self.forEachAppleUser(files) { sub, isFederated, _ in
      if !isFederated { emails[sub] = "" }
    }
    guard !emails.isEmpty else { return }
    try? Self.forEachAppleUser(files) { sub, isFederated, email in
      if isFederated, emails[sub] != nil { emails[sub] = email ?? "" }
    }
  }

  private static func forEachAppleUser(
    _ files: [SecondReading], _ body: (_ sub: String, _ isFederated: Bool, _ email: String?) -> Void
  ) throws {
    var parser = NestedParser()
    for file in files {
      file.forEachRecord(Shape.listKeys) { record in
        let attributes = try CognitoAccounts.attributes(record)
        let isFederated = try CognitoAccounts.isFederated(record)
        let own = try CognitoAccounts.ownCredential(record.requiredText("Username"), email: nil)
        var subs = own?.provider == "apple.com" ? [own?.rawID].compactMap { $0 } : []
        if !isFederated, let text = attributes["identities"] {
          for identity in try CognitoAccounts.identities(text, &parser) where try CognitoAccounts.provider(identity) == "apple.com" {
            if let id = try identity.text("userId") { subs.append(id) }
          }
        }
        for sub in subs { body(sub.lowercased(), isFederated, attributes["email"]) }
      }
    }
  }

  func isLinked(_ sub: String) -> Bool { emails[sub.lowercased()] != nil }

  func email(_ sub: String) -> String? { emails[sub.lowercased()].flatMap { $0.isEmpty ? nil : $0 } }
}
