import Evidence

/// The public views that a query names. It can reach a view only by its name.
struct NamedViews: Sendable {
  /// Whether a view of records, of whichever person, stands in a table's place.
  let haveRecordsAsTables: Bool
  /// Whether all of them are views of accounts.
  let areOfAccountsAlone: Bool

  init(in sql: String) {
    let tokens = SQLToken.tokens(of: sql)
    haveRecordsAsTables = !tokens.tables.isDisjoint(with: Self.ofRecords)
    areOfAccountsAlone = !tokens.possibleNames.contains { Self.notOfAccounts.contains($0.name) }
  }

  private static let ofRecords = Set(PublicView.ofRecords.map(\.name))
  private static let notOfAccounts = Set(PublicView.all.map(\.name)).subtracting(PublicView.ofAccounts)
}
