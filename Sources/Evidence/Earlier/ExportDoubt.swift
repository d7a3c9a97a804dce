package import Timestamps

/// Why a run's exports, whole as they look, cannot show that anybody of earlier nights is gone.
package enum ExportDoubt: Hashable, Sendable {
  /// They show no account at all, and the project had some.
  case empty
  /// They show none of so many accounts in scope: they may be another project's.
  case unrelated(Int)
  /// They show accounts of tenants alone, and the project had accounts without one.
  case tenantsAlone
}

/// A project's newest run whose exports were whole.
package struct WholeExport: Sendable {
  /// All accounts, in scope or not.
  package var accounts: Int
  package var capturedTo: Timestamp

  package init(accounts: Int, capturedTo: Timestamp) {
    self.accounts = accounts
    self.capturedTo = capturedTo
  }
}

extension EvidenceSession {
  /// A project with fewer accounts in scope may have others by the next night.
  private static let leastAccounts = 10

  /// Compares the run's exports with the accounts of earlier nights. To be called once all sources are read, before
  /// `finishAccounts`; it owns the store's connection.
  ///
  /// - Parameters:
  ///   - sources: all of the run's, also what was not read.
  ///   - whole: nil where no earlier exports were whole.
  /// - Returns: nil where nothing speaks against them, and where they prove no absence anyway.
  /// - Throws: `StorageError`.
  package func doubt(of sources: [SourceFacts], after whole: WholeExport?) throws -> ExportDoubt? {
    guard let snapshot = Snapshot(sources), snapshot.isComplete, try !earlier.isOlder(snapshot.capturedTo) else {
      return nil
    }
    try loadHistory()
    let known = accounts.known.all.lazy.filter { !$0.isGone }
    guard accountCount > 0 else { return whole.map { $0.accounts > 0 } == true || !known.isEmpty ? .empty : nil }
    // What only exports showed that were doubted themselves does not vouch for others of their kind.
    let vouching = known.filter { account in whole.map { account.firstSeenAt <= $0.capturedTo.milliseconds } ?? true }
    if !vouching.contains(where: { self.accounts.shows($0.account) }) {
      let count = vouching.count
      if count >= Self.leastAccounts { return .unrelated(count) }
    }
    // Most formats leave out the tenants that nobody asked for, and so may leave out those without a tenant.
    guard showsTenantsAlone, !sources.contains(where: { $0.kind == .accounts && $0.showsTenants }) else { return nil }
    for unseen in accounts.unseen where !unseen.isGone {
      if let names = try earlier.names(of: unseen.account), names.tenant == nil { return .tenantsAlone }
    }
    return nil
  }
}
