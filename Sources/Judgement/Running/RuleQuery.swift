import Storage

/// A rule's query, which may read the public views and nothing else, within limits.
struct RuleQuery {
  private let query: RestrictedQuery
  /// Tables and indexes, which are no public views.
  private let tables: Set<String>

  /// - Parameters:
  ///   - tables: that no query may name, lower-case.
  ///   - timeLimit: seconds.
  init(_ connection: Connection, tables: Set<String>, timeLimit: Double) {
    query = RestrictedQuery(connection, limits: QueryLimits(time: timeLimit), allowed: Self.allowed)
    self.tables = tables
  }

  private static let allowed = "a rule reads the documented views and nothing else"

  /// Calls `row` for each row, whose columns are in the order of `columns`; a column that the query lacks is null.
  ///
  /// - Throws: `RuleFailure`, and what `row` throws.
  func run(
    _ sql: RuleSQL, parameters: [String: RuleValue], columns: [String], required: Set<String>,
    row: (RestrictedRow) throws -> Void
  ) throws {
    try refuseTables(in: sql)
    do {
      try query.run(
        sql.text, parameters: parameters.mapValues(\.sqlValue), columns: columns, required: required, row: row)
    } catch let refusal as QueryRefusal {
      throw RuleFailure(refusal.problem, line: refusal.line)
    }
  }

  /// A query can reach a table only by its name. SQLite's authorizer could tell what a view reads from what a query
  /// reads by itself, but a common table expression with a view's name would deceive it.
  private func refuseTables(in sql: RuleSQL) throws {
    for found in sql.names {
      let name = found.text
      let isSchema = found.isQualifier && ["main", "temp"].contains(name)
      guard
        isSchema || tables.contains(name) || name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || name == "dbstat"
      else { continue }
      throw RuleFailure("denied: `\(name)`; \(Self.allowed)")
    }
  }
}
