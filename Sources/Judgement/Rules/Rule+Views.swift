extension Rule {
  /// Whether its query asks the views of accounts and no others: then it can be judged before the rest of the evidence
  /// is complete. Whether a record is absent depends on the coverage of its kind.
  package var asksAccountsAlone: Bool { !metadata.restsOnAbsence && sql.isOfAccountsAlone }
}
