import Storage

/// How SQLite goes about a query.
enum QueryPlan {
  /// These have a handful of rows a run, by their names and by the names that the rules give them.
  private static let small = [
    "source_fact", "coverage_fact", "run_context", "SCAN evidence.auth_domain_data", "SCAN evidence.relay_sender_data",
    "team_transfer_data", "SCAN e",
    "SCAN v", "SCAN k", "SCAN evidence.run_context",
  ]

  /// The names of relations that are joined without a condition: these have one row, or the query would multiply two
  /// tables.
  private static func joinedWhole(in sql: String) -> Set<String> {
    let crossed = sql.matches(of: /CROSS JOIN \w+ (\w+)/).map { String($0.output.1) }
    return Set(crossed + sql.matches(of: /JOIN \w+ (\w+) ON 1 = 1/).map { String($0.output.1) })
  }

  /// Tables that the query scans in full inside another large scan. Such a query takes hours at a million accounts, and
  /// no small case shows it.
  static func nestedScans(of sql: String, in database: Connection) throws -> [String] {
    // Columns: id, parent, unused, detail (https://www.sqlite.org/eqp.html).
    let rows = try database.all(sql: "EXPLAIN QUERY PLAN \(sql.replacing(/:\w+/, with: "0"))") { row in
      (parent: Int(row.integer(1)), detail: row.text(3))
    }
    let single = Set(joinedWhole(in: sql).map { "SCAN \($0)" })
    var loops: Set<Int> = []
    var found: [String] = []
    for (parent, detail) in rows {
      guard detail.hasPrefix("SCAN") || detail.hasPrefix("SEARCH") else { continue }
      if single.contains(detail) || small.contains(where: { detail == $0 || detail.contains($0 + " ") }) { continue }
      if detail.hasPrefix("SCAN"), loops.contains(parent) { found.append(detail) }
      loops.insert(parent)
    }
    return found
  }
}
