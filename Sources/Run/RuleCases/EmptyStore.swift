import Foundation
import History

/// The file of a store without runs, with which the first night of each case begins: to make one takes a fifth of the
/// time of a case.
enum EmptyStore {
  private static let bytes = Result {
    try TemporaryFolder.with { folder in
      let path = folder.appending(path: "audit.sqlite").path
      do { _ = try EvidenceStore(path: path, isDurable: false) }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
  }

  /// - Throws: `StoreError`, and what writing the file throws.
  static func write(to path: String) throws {
    try bytes.get().write(to: URL(fileURLWithPath: path))
  }
}
