import Evidence

extension Configuration {
  /// Every key of `relay-audit.yaml`, in the order of the documentation. A key is a line here or in a list that this
  /// one names.
  static var keys: [ConfigurationKey<Configuration>] {
    [
      .text(
        "project", \.project,
        """
        The label in reports. The store keeps the history of each project apart. Rules about Firebase's own hosts and \
        senders take it for the Firebase project's id.
        """),
      inputsKey,
      .section("relay", "Relay addresses, and mail to them.", relayKeys),
      .section("consent", "What counts as consent.", consentKeys),
      .section("deletion", "Deadlines and proof of deletion requests.", deletionKeys),
      .section("apple", "The app at Apple.", appleKeys),
      .section("evidence", "How complete and how fresh the evidence has to be.", evidenceKeys),
      .section("rules", "Which rules judge, and how strictly.", ruleKeys),
      .section("gate", "What decides the exit status.", gateKeys),
      .section("reports", "What is written, and where.", reportKeys),
      .section("history", "The store of past runs.", historyKeys),
      waiversKey,
    ]
  }

  private static var waiversKey: ConfigurationKey<Configuration> {
    ConfigurationKey(
      "waivers", .path, standard: "none", "The file of waivers: findings that somebody accepts until a date."
    ) { root, configuration in
      guard let path = try root.text("waivers") else { return }
      configuration.waivers = path
      let place = root.file + (root.line(of: "waivers").map { ":\($0)" } ?? "")
      configuration.waiversKey = WrittenPath(key: "waivers", path: path, place: place)
    }
  }

  private static var inputsKey: ConfigurationKey<Configuration> {
    let keys = Input.keys
    return ConfigurationKey(
      "inputs", .list(.keys(keys.map(\.facts))), standard: "`[]`",
      """
      The files and folders to audit, besides those that the command line names, and how they are read. A file that is \
      recognised by its content needs its path only, or no entry where its folder is named.
      """
    ) { root, configuration in
      configuration.inputs = try root.mappings("inputs", keys: keys.map(\.facts.name)).map {
        try InputReader($0).input()
      }
      try requireDifferentKinds(configuration.inputs)
    }
  }

  /// One file may be read as several kinds, by an entry for each.
  private static func requireDifferentKinds(_ inputs: [Input]) throws {
    for entries in Dictionary(grouping: inputs, by: \.path).values where entries.count > 1 {
      var kinds: Set<EvidenceKind?> = []
      let isDifferent = entries.allSatisfy { $0.kind != nil && kinds.insert($0.kind).inserted }
      if isDifferent, entries[0].path != "-" { continue }
      throw ConfigurationError(
        file: entries[1].file, line: entries[1].line,
        problem: entries[0].path == "-"
          ? "`inputs` names standard input twice, which can be read once; save it as a file"
          : "`inputs` names `\(entries[0].path)` twice; \(Input.severalKinds)")
    }
  }

  private static var relayKeys: [ConfigurationKey<Configuration>] {
    [
      .hosts(
        "domains", \.relayDomains, example: "relay.example.com",
        """
        Hosts whose addresses are relay addresses, besides Apple's \(names(RelayHosts.apple)).
        """),
      .hosts(
        "placeholder_domains", \.placeholderDomains, example: "none.example.com", mayBeLocal: true,
        """
        Hosts of placeholder addresses, which count as no address, besides \
        \(names(RelayHosts.setApart.map { ".\($0)" })).
        """),
      .texts(
        "senders", \.relaySenders,
        "Addresses, and hosts of addresses, that are registered with Apple for mail to relay addresses."),
    ]
  }

  /// `a`, `b` and `c`.
  private static func names(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }
    return quoted.dropLast().joined(separator: ", ") + " and " + (quoted.last ?? "")
  }

  private static var consentKeys: [ConfigurationKey<Configuration>] {
    [
      ConfigurationKey(
        "purposes", .map(names: "kind of link or provider", values: .list(.text)), standard: "`{}`",
        """
        Your purposes that count as consent to a link, by `email`, `phone`, `social`, `profile`, a provider such as \
        `google.com`, or `*` for the first three. They add to `link:email`, `link:phone`, `link:social`, \
        `link:PROVIDER` and `link:*`, which are always known.
        """
      ) { reader, configuration in
        guard let purposes = try reader.mapping("purposes", keys: nil) else { return }
        let kinds = PurposeMap.Kind.allCases.map(\.rawValue)
        for kind in purposes.names {
          // Any other name may be a provider's.
          if !kinds.contains(kind.lowercased()), !kind.contains("."), let nearest = NearestName.to(kind, among: kinds) {
            throw purposes.error(kind, "is no kind of link; did you mean `\(nearest)`?")
          }
          configuration.purposes[kind] = try purposes.texts(kind) ?? []
        }
      },
      .duration(
        "unlink_within", \.unlinkWithin,
        """
        How long a linked identifier may stay on the account after its consent was withdrawn, after an unlink, or \
        after Apple's notice.
        """),
      ConfigurationKey(
        "explicit", .choice(ExplicitConsent.words),
        standard: "`\(ExplicitConsent.word(standard.requiresExplicitConsent))`",
        """
        Whether a consent that does not say it was explicit counts: `assumed` lets it cover, `required` does not.
        """
      ) {
        if let isRequired = try $0.word("explicit", among: ExplicitConsent.words, ExplicitConsent.isRequired) {
          $1.requiresExplicitConsent = isRequired
        }
      },
    ]
  }

  private static var deletionKeys: [ConfigurationKey<Configuration>] {
    [
      .duration(
        "revoke_within", \.revokeWithin, "How long after a deletion request Apple's tokens may still be alive."),
      .duration("delete_within", \.deleteWithin, "How long after a deletion request exports may show the account."),
      .duration(
        "clock_skew", \.clockSkew, "How long before the recorded request a revocation, or a removal, still counts."),
      .choice(
        "required_proof", \.requiredProof,
        """
        How strongly the evidence has to show that Apple's tokens are dead. `strong` is Apple's signed notice, or a \
        refresh that Apple refuses; `medium` is also an answer of success from Apple's revoke endpoint; `weak` is also \
        any other claim of success.
        """),
      .choice(
        "cleanup", \.cleanUp,
        """
        What cleans up after an account is removed: `triggers` are functions or extensions that a removal starts, and \
        that a removal in batches does not start.
        """),
    ]
  }

  private static var appleKeys: [ConfigurationKey<Configuration>] {
    [
      .texts(
        "client_ids", \.clientIDs,
        """
        The app's bundle ids and Services IDs. A token, notice or revocation for another client proves nothing.
        """),
      .text(
        "jwks", \.jwks, as: .path,
        """
        A copy of https://appleid.apple.com/auth/keys, by which signed notices and tokens are checked.
        """),
      .hosts(
        "auth_domains", \.authDomains, example: "auth.example.com",
        "Hosts that serve the project's sign-in pages, besides Firebase's: their return URLs are the project's own."),
    ]
  }
}

/// `consent.explicit`.
private enum ExplicitConsent {
  static let words = ["assumed", "required"]

  static func word(_ isRequired: Bool) -> String { words[isRequired ? 1 : 0] }

  static func isRequired(_ word: String) -> Bool? { words.firstIndex(of: word).map { $0 == 1 } }
}
