import Crypto
package import Foundation
package import Storage

/// Values that a store keeps for all its runs.
package enum StoreSettings {
  /// The key of hashed personal data, and of the ids of findings that are published with it: 32 random bytes, made with
  /// the store.
  ///
  /// Hashed values therefore compare between the reports of one store, and nobody without the store can compute them.
  ///
  /// - Throws: `StorageError`.
  package static func personalDataKey(in store: Connection) throws -> Data { try key(personalData, in: store) }

  /// The same, of a store that may not be written; nil where it has none.
  ///
  /// - Throws: `StorageError`.
  package static func knownPersonalDataKey(in store: Connection) throws -> Data? { try known(personalData, in: store) }

  private static let personalData = "personal data key"
  private static let forgotten = "forgotten names key"

  /// The names of what a run has to have of the store whose persons it audits.
  static let keys = [personalData, forgotten]

  /// The key by which the names of forgotten persons are hashed; made when the first one is forgotten.
  ///
  /// - Throws: `StorageError`.
  static func forgottenKey(in store: Connection) throws -> Data { try key(forgotten, in: store) }

  private static func key(_ name: String, in store: Connection) throws -> Data {
    if let key = try known(name, in: store) { return key }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    // Another process that opened the new store at the same time may have been faster.
    try store.execute(sql: "INSERT OR IGNORE INTO main.setting (name, value) VALUES (?, ?)", arguments: [name, key])
    return try known(name, in: store) ?? key
  }

  private static func known(_ name: String, in store: Connection) throws -> Data? {
    try store.first(sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name]) { $0.data(0) }
  }
}
