import Storage

/// Makes the public views.
enum ViewDefinitions {
  /// In the connection alone: a view in a file cannot show the tables of another one.
  static func create(in database: Connection) throws {
    for view in PublicView.all {
      try database.execute(sql: "CREATE TEMP VIEW IF NOT EXISTS \(view.name) AS \(view.sql)")
    }
  }
}
