package import Evidence

/// A row of a part's evidence on which a verdict about the whole rests.
package struct Witness: Codable, Hashable, Sendable {
  /// What a record says that the row refers to, for whoever has not got the record.
  package struct Summary: Codable, Hashable, Sendable {
    /// `Place.ref` of the record.
    package var ref: Int64
    package var text: String
  }

  /// The rule's id.
  package var rule: String
  /// The name of the public view whose row it is.
  package var view: String
  /// Of all columns of the view, in their order.
  package var values: [RuleValue]
  /// How many such rows there are.
  package var count: Int
  package var summaries: [Summary]
}

/// A witness that no rule in force asks for, or that is no row of its view.
package struct UnknownWitness: Error, CustomStringConvertible {
  package var rule: String
  package var view: String

  package var description: String { "a witness for \(rule) is no row of the view `\(view)` that the rule asks for" }
}

/// Witnesses of one rule at a time, before the rules that are judged over them. The run's tables beneath have what is
/// known of the whole, and no records.
package struct WitnessStand {
  private let directory: EvidenceDirectory
  private let tables: WitnessTables

  /// - Parameter directory: its connection's views of records are replaced for good.
  /// - Throws: `StorageError`.
  package init(_ directory: EvidenceDirectory) throws {
    self.directory = directory
    tables = try WitnessTables(in: directory.database)
  }

  /// - Parameter rule: which is judged next.
  /// - Throws: `UnknownWitness`, `StorageError`.
  package func add(_ witness: Witness, of rule: Rule) throws {
    guard witness.rule == rule.id, witness.count > 0,
      let view = rule.witnessQueries.first(where: { $0.view.name == witness.view })?.view,
      witness.values.count == view.columns.count
    else { throw UnknownWitness(rule: witness.rule, view: witness.view) }
    try tables.add(witness.values.map(\.sqlValue), to: view, times: witness.count)
    for summary in witness.summaries { directory.toldSummaries[summary.ref] = summary.text }
  }

  /// Dismisses the witnesses, once the rule's findings are written: these cite them.
  ///
  /// - Throws: `StorageError`.
  package func clear() throws {
    try tables.clear()
    directory.toldSummaries = [:]
  }
}
