import Evidence

/// Cognito lists an Apple user and the user that it was linked to separately, though they are one person: the first has
/// the relay address, the second everything else. The pairs are known only when all files have been read, so the files
/// are read ahead twice: first for the links, then for the addresses of linked users alone, since the addresses of all
/// Apple users would take much memory.
///
/// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminLinkProviderForUser.html
struct CognitoLinks {
  /// By the `sub` in lower case, since pools may ignore case: the address at Apple, empty where it is not known.
  private var emails: [String: String] = [:]
  /// Whether a user of any file has the attribute `identities`: a list may leave it out.
  private(set) var showIdentities = false

  init(_ files: [SecondReading]) {
    var parser = NestedParser()
    for file in files {
      file.forEachRecord(Shape.listKeys) { record in
        if !showIdentities { showIdentities = try CognitoAccounts.attributes(record)["identities"] != nil }
        guard try !CognitoAccounts.isFederated(record) else { return }
        for sub in try Self.linkedSubs(of: record, &parser) { emails[sub] = "" }
      }
    }
    guard !emails.isEmpty else { return }
    for file in files {
      file.forEachRecord(Shape.listKeys) { record in
        guard try CognitoAccounts.isFederated(record), let sub = try Self.ownSub(of: record), emails[sub] != nil else {
          return
        }
        emails[sub] = try CognitoAccounts.attributes(record)["email"] ?? ""
      }
    }
  }

  /// The Apple subs of a user who did not sign up with Apple: from its name, and from its identities.
  private static func linkedSubs(of record: RecordFields, _ parser: inout NestedParser) throws -> [String] {
    var subs = try [ownSub(of: record)].compactMap { $0 }
    if let text = try CognitoAccounts.attributes(record)["identities"] {
      for identity in try CognitoAccounts.identities(text, &parser)
      where try CognitoAccounts.provider(identity) == "apple.com" {
        if let id = try identity.text("userId") { subs.append(id.lowercased()) }
      }
    }
    return subs
  }

  /// The Apple sub in a user's name.
  private static func ownSub(of record: RecordFields) throws -> String? {
    let own = try CognitoAccounts.ownCredential(record.requiredText("Username"))
    return own?.provider == "apple.com" ? own?.id.lowercased() : nil
  }

  func isLinked(_ sub: String) -> Bool { emails[sub.lowercased()] != nil }

  func email(_ sub: String) -> String? { emails[sub.lowercased()].flatMap { $0.isEmpty ? nil : $0 } }
}
