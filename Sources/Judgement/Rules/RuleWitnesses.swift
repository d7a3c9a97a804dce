package import Evidence

/// Which rows a rule needs of people who are judged elsewhere, so that it can judge the whole (docs/contract.md,
/// section 6.5). Over the rows of all parts, and with no other records, it comes to the verdicts that it comes to over
/// all evidence.
package struct RuleWitnesses: Sendable {
  /// What is judged over witnesses. A case's raw value is its key in the metadata.
  package enum Scope: String, CaseIterable, Sendable {
    /// All that the rule says.
    case all = "witnesses"
    /// What it says of records for which no account is known. What it says of accounts, it says in the part that has
    /// them.
    case nobody = "witnesses_of_nobody"
  }

  package struct Query: Sendable {
    /// The view whose rows it selects.
    package var view: PublicView
    package var sql: RuleSQL
    /// The line of the rule's file on which it starts.
    package var firstLine: Int
  }

  package var scope: Scope
  /// In order of view. The rule reads views without a query as empty.
  package var queries: [Query]
}

extension Rule {
  package var witnessQueries: [RuleWitnesses.Query] { metadata.witnesses?.queries ?? [] }

  /// Whether its verdicts rest on the evidence of all people. Where these are judged in parts, it is not judged in the
  /// parts, and once over their sums and witnesses.
  package var isOfTheWhole: Bool {
    if let witnesses = metadata.witnesses { return witnesses.scope == .all }
    return !sql.hasRecordsAsTables
  }

  /// Whether it is judged in the parts, and once more over witnesses for what it says about nobody.
  package var judgesNobodyAsAWhole: Bool { metadata.witnesses?.scope == .nobody }
}
