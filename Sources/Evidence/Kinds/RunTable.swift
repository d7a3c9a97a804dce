import Storage

/// A table in the run's own files. Its schema and its insert statement follow from one declaration of its columns.
struct RunTable: Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// As `CREATE TABLE` takes it, the name first.
    let declaration: String
  }

  /// With the name of its file: `evidence.consent_data`.
  let name: String
  let columns: [Column]
  private let ending: String

  /// - Parameters:
  ///   - columns: their declarations, each of which begins with the column's name.
  ///   - key: the columns of a primary key of several.
  init(_ name: String, _ columns: [String], key: String? = nil, isWithoutRowID: Bool = false) {
    self.name = name
    self.columns = columns.map { Column(name: String($0.prefix { $0 != " " }), declaration: $0) }
    ending = "\(key.map { ", PRIMARY KEY (\($0))" } ?? ""))\(isWithoutRowID ? " WITHOUT ROWID" : "")"
  }

  var schema: String { "CREATE TABLE \(name) (\(columns.map(\.declaration).joined(separator: ", "))\(ending);" }

  /// A statement that inserts a row each time that it runs; values are bound in the order of the columns.
  ///
  /// - Throws: `StorageError`.
  func insert(in database: Connection) throws -> WriteStatement {
    try WriteStatement(database, into: name, columns: columns.map(\.name))
  }

  /// The same for a table whose first column is `ref`: the statement answers a digest of all that follows, which tells
  /// whether another run read the same.
  ///
  /// - Throws: `StorageError`.
  func insertRecords(in database: Connection) throws -> WriteStatement {
    try WriteStatement(database, into: name, columns: columns.map(\.name), digestedFrom: 1)
  }

  /// A statement that makes an index.
  func index(by column: String) -> String {
    let table = name.drop { $0 != "." }.dropFirst()
    return "CREATE INDEX \(name)_by_\(column) ON \(table) (\(column));"
  }
}
