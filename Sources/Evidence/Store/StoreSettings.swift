package import Foundation
package import GRDB

/// Values that a store keeps for all its runs.
package enum StoreSettings {
  /// The value under `name`, which is made the first time.
  package static func value(of name: String, in database: Database, make: () throws -> Data) throws -> Data {
    if let value = try Data.fetchOne(
      database, sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name])
    {
      return value
    }
    let value = try make()
    try database.execute(sql: "INSERT INTO main.setting (name, value) VALUES (?, ?)", arguments: [name, value])
    return value
  }
}
