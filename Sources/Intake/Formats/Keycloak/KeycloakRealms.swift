import Evidence

/// The providers behind the aliases of identity providers. They are in the realm's file, after its users, or beside
/// them where the users are a series of files.
struct KeycloakRealms {
  /// By the realm's name, then by alias.
  private var providers: [String: [String: String]] = [:]
  private var names: [String: String] = [:]
  /// The realms that have a file which begins with users, as the series of users beside a realm's file do.
  private var withUsers: Set<String> = []
  /// By the file's path: providers that could not be read, any of which may be Apple.
  private var problems: [String: [String]] = [:]

  init(_ files: [SecondReading]) {
    for file in files {
      guard let outline = file.outline(), let realm = outline.rootTexts["realm"] else { continue }
      if outline.rootKeys.contains("users") { withUsers.insert(realm) }
      names[file.file.path] = realm
      let path = file.file.path
      file.forEachRecord(["identityProviders"]) { record in
        let (alias, type) = (try record.requiredText("alias"), try record.requiredText("providerId"))
        providers[realm, default: [:]][alias] = try Self.provider(alias: alias, type: type.lowercased(), record)
      } damaged: { number, reason in
        problems[path, default: []].append(
          """
          identity provider \(number) of the realm cannot be read, so whether its accounts sign in with Apple is \
          unknown: \(reason)
          """
        )
      }
    }
  }

  func problems(in file: SourceFile) -> [String] { problems[file.path] ?? [] }

  func providers(for file: SourceFile) -> [String: String] { names[file.path].flatMap { providers[$0] } ?? [:] }

  /// Whether the users of the file's realm are in files that begin with them.
  func haveUsers(of file: SourceFile) -> Bool { names[file.path].map(withUsers.contains) ?? false }

  private static func provider(alias: String, type: String, _ record: RecordFields) throws -> String {
    if let known = ProviderNames.known(type) { return known }
    let settings = try record.object("config")
    let addresses = try ["issuer", "authorizationUrl", "tokenUrl"].compactMap { try settings?.text($0) }
    if addresses.contains(where: { $0.contains("//appleid.apple.com") || $0.contains("//account.apple.com") }) {
      return "apple.com"
    }
    // Community extensions for Apple bear its name in their type.
    if type.contains("apple") { return "apple.com" }
    return ProviderNames.social(alias, isSAML: type == "saml")
  }
}
