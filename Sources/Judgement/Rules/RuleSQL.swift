package import Evidence

/// The text of a rule's query, and the names in it. A query can reach a view or a table only by its name.
///
/// A query is read here, once, and run as often as one wants.
package struct RuleSQL: Sendable {
  struct Name: Hashable, Sendable {
    /// Lower-case.
    var text: String
    /// Whether a dot follows, so that it may be the name of a schema.
    var isQualifier: Bool
  }

  package let text: String
  /// What may name a table or a view, each once, in order of the text.
  let names: [Name]
  /// What stands in a table's place (`[SQLToken].tables`).
  let tables: Set<String>
  /// The columns of the view `coverage` that it may read of those which count records.
  package let recordCounts: Set<EvidenceSums.Count>

  package init(_ text: String) {
    self.text = text
    let tokens = SQLToken.tokens(of: text)
    var seen: Set<Name> = []
    names = tokens.possibleNames.compactMap { position, text in
      let name = Name(text: text, isQualifier: position + 1 < tokens.count && tokens[position + 1].text == ".")
      return seen.insert(name).inserted ? name : nil
    }
    tables = tokens.tables
    recordCounts = names.contains { $0.text == "coverage" } ? Self.recordCounts(names, tokens) : []
  }

  /// Those of any view, and all of them for a star that may stand for all columns.
  private static func recordCounts(_ names: [Name], _ tokens: [SQLToken]) -> Set<EvidenceSums.Count> {
    // In parentheses, it counts rows.
    let hasAll = tokens.indices.contains { tokens[$0].text == "*" && ($0 == 0 || tokens[$0 - 1].text != "(") }
    return Set(hasAll ? EvidenceSums.Count.allCases : names.compactMap { EvidenceSums.Count(rawValue: $0.text) })
  }

  /// Whether a view of records, of whichever person, stands in a table's place.
  var hasRecordsAsTables: Bool { !tables.isDisjoint(with: Self.ofRecords) }

  /// Whether all views that it names are views of accounts.
  var isOfAccountsAlone: Bool { !names.contains { Self.notOfAccounts.contains($0.text) } }

  private static let ofRecords = Set(PublicView.ofRecords.map(\.name))
  private static let notOfAccounts = Set(PublicView.all.map(\.name)).subtracting(PublicView.ofAccounts)
}
