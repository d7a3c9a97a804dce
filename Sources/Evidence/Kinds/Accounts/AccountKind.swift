/// Accounts, as exports show them. They come as snapshots: `AccountScreener` and `AccountWriter` take them in.
enum AccountKind: KindDefinition {
  static let kind = EvidenceKind.accounts
  static let record: (any KindRecord.Type)? = nil
  static let tables = [AccountTable.rows, AccountTable.identifiers, AccountTable.repeatedNames]
  static let views = [AccountViews.account, AccountViews.credential, AccountViews.repeatedName]
  static let meaningOfAbsence: String? = "The present state of the accounts is unknown."
}

extension EvidenceKind {
  package static let accounts = EvidenceKind("accounts", AccountKind.self)
}
