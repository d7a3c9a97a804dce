import Crypto
import Evidence
import Foundation
import Reporting

/// Compresses the list of flagged accounts while it is written, so that a million are never in memory.
final class FlaggedKeeper {
  private let compressed: Gzip.Writer
  private var list = FlaggedList()
  private var hash = SHA256()

  private static let chunk = 1 << 16

  init() throws { compressed = try Gzip.Writer(.fast) }

  func add(_ account: borrowing FlaggedAccount) throws {
    list.add(account)
    if list.size > Self.chunk { try flush() }
  }

  private func flush() throws {
    let bytes = list.take()
    hash.update(data: bytes)
    try compressed.add(bytes)
  }

  /// To be called once.
  func finish() throws -> AccountProducts.KeptList {
    try flush()
    return AccountProducts.KeptList(
      compressed: try compressed.finish(), sha256: Hexadecimal.text(of: hash.finalize()))
  }
}
