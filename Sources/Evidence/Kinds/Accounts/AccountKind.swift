/// Accounts, as exports show them. They come as snapshots: `AccountScreener` and `AccountWriter` take them in.
enum AccountKind: KindDefinition {
  static let kind = EvidenceKind.accounts
  static let record: (any KindRecord.Type)? = nil
  static let tables = [AccountTable.rows, AccountTable.identifiers, AccountTable.repeatedNames]
  static let views = [AccountViews.account, AccountViews.credential, AccountViews.repeatedName]
  static let meaningOfAbsence: String? = "Nothing is known of the accounts as they are now."
}

extension EvidenceKind {
  package static let accounts = EvidenceKind("accounts", AccountKind.self)
}
