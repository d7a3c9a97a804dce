import Crypto
import Evidence
import Foundation
import History
import Reporting

/// Makes the parts of the list of flagged accounts while it is written, so that a million are never in memory.
final class FlaggedKeeper {
  private let compressed: Gzip.Writer
  private var list = FlaggedList()
  private var hash = SHA256()
  private var parts: [FlaggedPart] = []
  private var accounts = 0

  /// From `leastAccounts` on, one account in `rarity` is the last of its part, by its uid alone: what is new on a night
  /// changes the parts around it and no others. Of a night on which one account in a thousand differs, one part in
  /// twenty is new.
  private static let leastAccounts = 24
  private static let rarity: UInt64 = 24
  private static let mostAccounts = 1024

  init() throws { compressed = try Gzip.Writer(.fast) }

  func add(_ account: borrowing FlaggedAccount) throws {
    list.add(account)
    accounts += 1
    guard accounts >= Self.leastAccounts else { return }
    if accounts == Self.mostAccounts || SubjectKey(uid: account.uid).bits % Self.rarity == 0 { try endPart() }
  }

  private func endPart() throws {
    guard accounts > 0 else { return }
    accounts = 0
    let bytes = list.take()
    hash.update(data: bytes)
    try compressed.add(bytes)
    parts.append(FlaggedPart(sha256: Data(SHA256.hash(data: bytes)), accounts: try compressed.take()))
  }

  /// To be called once.
  func finish() throws -> AccountProducts.KeptList {
    try endPart()
    return AccountProducts.KeptList(parts: parts, sha256: Hexadecimal.text(of: hash.finalize()))
  }
}

extension [FlaggedPart] {
  /// The `FlaggedList` that they are parts of.
  ///
  /// - Throws: `Gzip.Failure`, `FlaggedList.Malformed` where a part is not what it was.
  func list() throws -> Data {
    try reduce(into: Data()) { list, part in
      let bytes = try Gzip.decompress(part.accounts)
      if let sha256 = part.sha256, sha256 != Data(SHA256.hash(data: bytes)) { throw FlaggedList.Malformed() }
      list.append(bytes)
    }
  }
}
