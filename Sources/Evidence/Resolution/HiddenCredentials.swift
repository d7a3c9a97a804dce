import Storage

/// The credentials that an export leaves out whoever has them (`EarlierSnapshot.isHidden`), for the accounts that it
/// shows.
struct HiddenCredentials {
  /// Those of one account. Nobody can tell by its export whether it has them.
  struct OfAccount {
    /// Nil where no export shows the account.
    fileprivate var export: Export?
    /// The providers of those that an earlier export showed, if all exports since leave them out.
    fileprivate(set) var shownBefore: [String] = []
    /// The providers of those that an export lacked which could have shown them.
    fileprivate var gone: Set<String> = []

    static let none = OfAccount()

    /// Whether the account may have credentials of whatever provider.
    var mayBeAny: Bool { export?.generation == .old || export?.generation == .unknown }

    /// Whether the account may have a credential of the provider.
    func mayBe(of provider: String) -> Bool {
      guard let export, export.hides(provider) else { return false }
      return shownBefore.contains(provider) || !gone.contains(provider)
    }
  }

  fileprivate struct Export: Hashable {
    var format: String
    var generation: ExportGeneration?

    /// Whether it leaves out the social credentials of a provider.
    func hides(_ provider: String) -> Bool {
      provider != "apple.com" && !LinkBuilder.notSocial.contains(provider)
        && EarlierSnapshot.isHidden(provider, by: format, generation)
    }
  }

  /// By the ordinals of their sources.
  private let exports: [Int64: Export]
  /// Thousands of pages are a few of these.
  private let kinds: Set<Export>
  private let places: SelectStatement
  private var earlier: RowsByAccount

  init(_ database: Connection) throws {
    let sources = try database.all(
      sql: "SELECT source, format, export FROM \(RunTables.sources.name) WHERE kind = ? AND format IS NOT NULL",
      arguments: [EvidenceKind.accounts.rawValue]
    ) { row in
      (row.integer(0), Export(format: row.text(1), generation: row.optionalText(2).flatMap(ExportGeneration.init)))
    }
    exports = Dictionary(uniqueKeysWithValues: sources)
    kinds = Set(exports.values)
    places = try SelectStatement(
      database, "SELECT ref FROM \(AccountTable.rows.name) WHERE account = ? AND present AND ref IS NOT NULL")
    earlier = try RowsByAccount(
      SelectStatement(
        database,
        """
        SELECT DISTINCT account, provider, role = \(IdentifierRole.unlinked.rawValue)
        FROM \(AccountTable.identifiers.name)
        WHERE role IN (\(IdentifierRole.hidden.rawValue), \(IdentifierRole.unlinked.rawValue))
        ORDER BY account, provider
        """))
  }

  /// - Parameters:
  ///   - account: greater than the one before.
  ///   - named: the providers that its consents name.
  mutating func of(_ account: Int64, named: [String]) throws -> OfAccount {
    let before = try earlier.of(account) { (provider: $0.text(1), isGone: $0.flag(2)) }
    // Most accounts need no look-up: no export hides what is asked for.
    let isAsked = !before.isEmpty || kinds.contains { $0.generation != .new || named.contains(where: $0.hides) }
    guard isAsked else { return .none }
    places.start(account)
    guard try places.next(), let export = exports[Int64(Place(ref: places.integer(0)).source)] else { return .none }
    var found = OfAccount(export: export)
    for (provider, isGone) in before where export.hides(provider) {
      if isGone { found.gone.insert(provider) } else { found.shownBefore.append(provider) }
    }
    return found
  }
}
