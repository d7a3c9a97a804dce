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
    try key("personal data key", in: store)
  }

  /// The key by which the names of forgotten persons are hashed; made when the first one is forgotten.
  ///
  /// - Throws: `StorageError`.
  static func forgottenKey(in store: Connection) throws -> Data { try key("forgotten names key", in: store) }

  private static func key(_ name: String, in store: Connection) throws -> Data {
    let known = try store.first(sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name]) { $0.data(0) }
    if let known { return known }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    try store.execute(sql: "INSERT INTO main.setting (name, value) VALUES (?, ?)", arguments: [name, key])
    return key
  }
}
