package import Timestamps

/// Why a run's exports, whole as they look, cannot show that anybody of earlier nights is gone.
package enum ExportDoubt: Hashable, Sendable {
  /// They show no account at all, and the project had some.
  case empty
  /// They show no account at all, earlier runs had none, and other evidence names people.
  case withoutAnybodyNamed
  /// They show none of so many accounts in scope: they may be another project's.
  case unrelated(Int)
  /// They show accounts of tenants alone, and the project had accounts without one.
  case tenantsAlone
}

/// The newest run of a project, of those up to the time of the audit, whose exports were whole.
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
  ///   - export: nil where no earlier exports were whole.
  /// - Returns: nil where nothing speaks against them, and where they prove no absence anyway.
  /// - Throws: `StorageError`.
  package func doubt(of sources: [SourceFacts], after export: WholeExport?) throws -> ExportDoubt? {
    guard let snapshot = Snapshot(sources), snapshot.isComplete else { return nil }
    if whole == nil { ownComparison = try comparison(of: snapshot, after: export) }
    // In one part everybody may be gone. Whether exports are doubted, the parts tell together.
    if isCount { return nil }
    let comparison = (whole ?? sums).comparison
    guard accountCount > 0 else {
      if export.map({ $0.accounts > 0 }) == true || comparison.known > 0 { return .empty }
      // An export with the rows of deleted accounts shows whose they were.
      let isBlank = !sources.contains { $0.kind == .accounts && $0.hasIgnored }
      return isBlank && !comparison.hadAny && hasPeople(in: sources) ? .withoutAnybodyNamed : nil
    }
    if !comparison.showsVouching, comparison.vouching >= Self.leastAccounts { return .unrelated(comparison.vouching) }
    // Most formats leave out the tenants that nobody asked for, and so may leave out those without a tenant.
    let showsTenants = sources.contains { $0.kind == .accounts && $0.showsTenants }
    let isOfTenantsAlone = (whole ?? sums).showsTenantsAlone && !showsTenants
    return isOfTenantsAlone && comparison.lacksOneWithoutTenant ? .tenantsAlone : nil
  }

  /// Whether evidence other than accounts names people: of this run, or of earlier ones.
  private func hasPeople(in sources: [SourceFacts]) -> Bool {
    sources.contains { $0.records > 0 && $0.kind != .accounts && $0.kind != .providerConfig }
      || remembered.contains { $0.records > 0 }
  }

  /// Compares this session's accounts with those of earlier nights that it knows.
  private func comparison(of snapshot: Snapshot, after export: WholeExport?) throws -> ExportComparison {
    try loadHistory()
    let capturedTo = snapshot.capturedTo.milliseconds
    let isOlder = try earlier.isOlder(snapshot.capturedTo)
    /// Of a night that is audited late, or again, later ones showed accounts that were made or went since.
    func wasThere(_ account: KnownAccount) throws -> Bool {
      guard isOlder else { return !account.isGone }
      guard account.firstSeenAt <= capturedTo else { return false }
      guard account.isGone else { return true }
      return try earlier.names(of: account.account)?.goneAt.map { $0 > capturedTo } ?? false
    }
    var comparison = ExportComparison()
    for account in accounts.known.all {
      if account.firstSeenAt <= capturedTo { comparison.hadAny = true }
      guard try wasThere(account) else { continue }
      comparison.known += 1
      // What only exports showed that were doubted themselves does not vouch for others of their kind.
      if let export, account.firstSeenAt > export.capturedTo.milliseconds { continue }
      comparison.vouching += 1
      comparison.showsVouching = comparison.showsVouching || accounts.shows(account.account)
    }
    if !sums.showsNoTenant {
      comparison.lacksOneWithoutTenant = try accounts.unseen.contains { unseen in
        try wasThere(unseen) && earlier.names(of: unseen.account).map { $0.tenant == nil } ?? false
      }
    }
    return comparison
  }
}
