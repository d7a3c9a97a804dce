import GRDB

/// How SQLite goes about a query.
enum QueryPlan {
  /// These have a handful of rows a run, by their names and by the names that the rules give them.
  private static let small = [
    "source_fact", "coverage_fact", "run_context", "SCAN evidence.auth_domain_data", "SCAN evidence.relay_sender_data", "SCAN e",
    "SCAN v", "SCAN k",
  ]

  /// What it scans from end to end although something large is gone through around it already: that is what makes a query
  /// take hours at a million accounts, and no small case shows it.
  static func nestedScans(of sql: String, in database: Database) throws -> [String] {
    let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql.replacing(/:\w+/, with: "0"))")
    var loops: Set<Int> = []
    var found: [String] = []
    for row in rows {
      let (parent, detail): (Int, String) = (row["parent"], row["detail"])
      guard detail.hasPrefix("SCAN") || detail.hasPrefix("SEARCH") else { continue }
      if small.contains(where: { detail == $0 || detail.contains($0 + " ") }) { continue }
      if detail.hasPrefix("SCAN"), loops.contains(parent) { found.append(detail) }
      loops.insert(parent)
    }
    return found
  }
}
