package import Storage

extension FindingHistory {
  /// Whether any run that the store knows had the finding.
  package static func isKnown(_ id: String, in database: Connection) throws -> Bool {
    try database.first(sql: "SELECT 1 FROM main.finding WHERE id = ?", arguments: [id]) { _ in true } ?? false
  }
}
