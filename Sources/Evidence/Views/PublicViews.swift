extension PublicView {
  /// Grows when a column is added; a column is never renamed or taken away.
  package static let version = 2

  /// Those that are complete with the accounts, while the other evidence is still worked out.
  package static let ofAccounts = Set(AccountKind.views.map(\.name))

  /// Those of the configuration and of the run as a whole. All others hold records of persons, or of a source.
  package static let ofTheWhole = Set(RunViews.ofTheWhole.map(\.name))

  /// All but those of the whole. Where people are judged in parts, each part has its own rows of these views.
  package static let ofRecords = all.filter { !ofTheWhole.contains($0.name) }

  /// Times are integer milliseconds since 1970, booleans are 0 and 1, emails, hosts, providers and purposes are
  /// lower-case, and every `ref` is a record's place, to be returned as evidence.
  package static let all = EvidenceKinds.all.flatMap { $0.views } + RunViews.all
}
