import GRDBSQLite
package import Platform

package enum StorageLibraries {
  package static var versions: [LibraryVersion] { [LibraryVersion("SQLite", sqlite3_libversion())] }
}
