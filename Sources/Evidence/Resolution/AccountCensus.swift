package import Platform

/// Counts the accounts of a run's exports, and tells repetitions from contradictions among them, for whoever passes
/// them on instead of storing them.
///
/// # Safety
/// One thread uses it.
package final class AccountCensus {
  private var ledger: AccountLedger
  private let keys = AccountKeys()
  private var paths: [SourceOrdinal: String] = [:]

  /// - Parameter folder: for a file of what is too much for memory, which no folder lists.
  /// - Throws: `StorageError`.
  package init(in folder: OpenFolder) throws {
    ledger = AccountLedger(try SpillFile(in: folder))
  }

  /// Says what the source of the next accounts is called.
  package func open(_ source: SourceOrdinal, path: String) { paths[source] = path }

  package var count: Int { ledger.count }

  /// - Returns: `duplicate` for an account that was there before with the same content, else `inScope`.
  package func screen(_ account: AccountSketch, at place: Place) throws(RecordRejection) -> Screening {
    keys.take(account)
    let key = AccountKeys.key(uid: keys.uid, tenant: account.tenant)
    switch ledger.enter(key, uid: account.uid, content: account.contentHash(keys), place: place) {
    case .first: return .inScope
    case .same: return .duplicate
    case .different(let first): throw .contradicting(first, in: paths[first.source] ?? "")
    }
  }

  /// To be called when all accounts are counted.
  ///
  /// - Throws: `StorageError` where the temporary file failed: repetitions may have been missed.
  package func check() throws { try ledger.check() }
}

extension RecordRejection {
  /// - Parameter first: where the account is for the first time.
  static func contradicting(_ first: Place, in path: String) -> RecordRejection {
    RecordRejection("the account is also at \(first.words) of \(path), with other content; keep one of the two")
  }
}
