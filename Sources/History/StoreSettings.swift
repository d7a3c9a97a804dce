import Crypto
package import Foundation
package import Storage

/// Values that a store keeps for all its runs.
package enum StoreSettings {
  /// The key of hashed personal data: 32 random bytes, made by the store's first run.
  ///
  /// Hashed values therefore compare between the reports of one store, and nobody without the store can compute them.
  ///
  /// - Throws: `StorageError`.
  package static func personalDataKey(in store: Connection) throws -> Data {
    let name = "personal data key"
    let known = try store.first(sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name]) { $0.data(0) }
    if let known { return known }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    try store.execute(sql: "INSERT INTO main.setting (name, value) VALUES (?, ?)", arguments: [name, key])
    return key
  }
}
