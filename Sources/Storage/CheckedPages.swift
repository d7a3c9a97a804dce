import CPages
import GRDBSQLite

/// Checksums of a database's pages: a page that a disk or a copy changed is an error when it is read (`CPages`).
enum CheckedPages {
  /// Whether connections that are opened from now on check what they read.
  static let areThere = relay_check_pages() == SQLITE_OK

  /// `errno` of the last page that could not be written on this thread, told once.
  static var writeError: Int32 { relay_take_write_error() }

  /// Why the page that this thread read last is refused: a sentence without its capital letter and full stop.
  static var problem: String {
    """
    page \(relay_damaged_page()) of it is not as it was written: the disk, or what copied the file, changed a byte of it
    """
  }
}

extension Connection {
  /// Gives a new database checked pages. To be called before anything is written to it.
  package func reserveStamps() { relay_reserve_bytes(handle) }

  /// As far as is known from the last transaction.
  var hasCheckedPages: Bool { relay_has_checked_pages(handle) }

  /// Gives checked pages to a database that has none, or that another program changed, whatever that program wrote.
  /// Other databases stay as they are. No transaction may be open.
  ///
  /// - Throws: `StorageError`, where there is no room or another process uses the file.
  package func stampPages() throws {
    checkOwner()
    guard CheckedPages.areThere, !hasCheckedPages else { return }
    // Readers find pages in a write-ahead log, where stamping does not reach them.
    guard try first(sql: "PRAGMA main.journal_mode", { $0.text(0) }) != "wal" else { return }
    if !relay_reserves_bytes(handle) {
      reserveStamps()
      try execute(sql: "VACUUM")
    }
    try execute(sql: "BEGIN EXCLUSIVE")
    defer { if isInTransaction { try? execute(sql: "ROLLBACK") } }
    let code = relay_stamp_pages(handle)
    try execute(sql: "COMMIT")
    guard code == SQLITE_OK else { throw StorageError(code: code, on: handle) }
  }
}
