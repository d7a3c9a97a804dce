package import Foundation
package import Storage

extension RunHistory {
  /// Keeps the list of all flagged accounts of a run, compressed.
  ///
  /// - Parameter run: its id.
  /// - Throws: `StorageError`.
  package static func keepFlagged(_ accounts: Data, ofRun id: String, in store: Connection) throws {
    try store.execute(
      sql: "INSERT INTO main.run_flagged SELECT number, ? FROM main.run WHERE id = ?", arguments: [accounts, id])
  }

  /// Likewise; nil where none is kept: then the report holds all, or the run is too old.
  package static func flagged(of run: Int64, in store: Connection) throws -> Data? {
    try store.first(sql: "SELECT accounts FROM main.run_flagged WHERE run = ?", arguments: [run]) { $0.data(0) }
  }
}
