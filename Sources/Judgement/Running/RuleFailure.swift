/// Why a rule was not evaluated. The text is SQLite's or ours, and holds no data.
package struct RuleFailure: Error, Hashable, Sendable {
  package var problem: String
  /// The line of the query, from 1, where it is known.
  package var line: Int?

  package init(_ problem: String, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }
}
