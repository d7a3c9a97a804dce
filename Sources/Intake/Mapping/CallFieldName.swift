/// What a field of a call's record is by its name.
enum CallFieldName {
  case method
  case address
  /// A host: the one that was called, the one that was asked, or the machine that writes the log.
  case host
  /// A host that is said to be the called one.
  case calledHost
  case provider
  /// It is of something else, whatever it holds.
  case other

  private static let methods = TellingWords.set(
    """
    method verb httpmethod httpverb requestmethod reqmethod csmethod httprequestmethod callmethod upstreammethod \
    outboundmethod
    """)
  private static let hosts = TellingWords.set(
    """
    host hostname authority domain servername httphost requesthost reqhost cshost urlhost urldomain peername \
    netpeername serveraddress
    """)
  private static let hostWords = TellingWords.set("host hostname authority domain server")
  private static let called = TellingWords.set("target upstream called destination dest outbound")
  private static let providers = TellingWords.set(
    """
    provider providerid providername idp identityprovider oauthprovider authprovider socialprovider
    """)
  /// Pictures and pages of people and of programs.
  private static let others = TellingWords.set(
    "cloud avatar photo picture image icon logo thumbnail profile dashboard console support help webhook origin")

  /// Nil for a field that may hold an address nevertheless.
  ///
  /// - Parameter path: with dots, of a field within objects.
  init?(_ path: String) {
    var words = NameWords.of(path)
    // Search engines add a letter for the type.
    if words.count > 1, words.last?.count == 1 { words.removeLast() }
    if !Self.others.isDisjoint(with: words) || !CalledAddress.others.isDisjoint(with: words) {
      self = .other
      return
    }
    let parts = path.split(separator: ".").suffix(2)
    let last = NameWords.plain(parts.last.map(String.init) ?? path)
    let names = [last, NameWords.plain(parts.joined(separator: " ")), words.joined()]
    if names.contains(where: Self.methods.contains) {
      self = .method
    } else if let word = words.last, Self.hostWords.contains(word), !Self.called.isDisjoint(with: words) {
      self = .calledHost
    } else if names.contains(where: Self.hosts.contains) {
      self = .host
    } else if names.contains(where: Self.providers.contains) {
      self = .provider
    } else if CalledAddress.isAddress(path) {
      self = .address
    } else {
      return nil
    }
  }

  /// Whether a value of a provider's column is the name of one that is not Apple, and has tokens of its own.
  static func isOtherProvider(_ value: String) -> Bool {
    let name = value.lowercased()
    return HostName.isOfAnother(ProviderNames.known(name) ?? name) || HostName.isOfAnother(name + ".com")
  }
}
