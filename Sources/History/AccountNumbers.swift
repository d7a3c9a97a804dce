import Foundation
import Storage

/// The numbers of accounts. None is given twice, since findings keep the number of an account that was dropped.
enum AccountNumbers {
  private static let name = "last account"

  /// The first number that no account has or had.
  ///
  /// - Throws: `StorageError`.
  static func firstFree(in store: Connection) throws -> Int64 {
    let noted = try store.first(sql: "SELECT value FROM main.setting WHERE name = ?", arguments: [name]) {
      Int64(String(decoding: $0.data(0), as: UTF8.self)) ?? 0
    }
    return try max(last(in: store), noted ?? 0) + 1
  }

  private static func last(in store: Connection) throws -> Int64 {
    try store.first(sql: "SELECT max(account) FROM main.stored_account") { $0.integer(0) } ?? 0
  }

  /// To be called when accounts were dropped.
  ///
  /// - Parameter number: the highest that was ever given, apart from those of accounts that are there.
  /// - Throws: `StorageError`.
  static func note(_ number: Int64, in store: Connection) throws {
    guard try firstFree(in: store) <= number else { return }
    try store.execute(
      sql: "INSERT OR REPLACE INTO main.setting (name, value) VALUES (?, ?)", arguments: [name, Data("\(number)".utf8)])
  }
}
