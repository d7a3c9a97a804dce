import Evidence

extension Rule {
  /// Whether its query asks the views of accounts and no others: then it can be judged before the rest of the evidence
  /// is complete. A query can reach a view only by its name.
  package var asksAccountsAlone: Bool {
    // Whether a record is absent depends on the coverage of its kind.
    if metadata.restsOnAbsence { return false }
    return !SQLToken.tokens(of: sql).possibleNames.contains { Self.otherViews.contains($0.name) }
  }

  private static let otherViews = Set(PublicView.all.map(\.name)).subtracting(PublicView.ofAccounts)
}
