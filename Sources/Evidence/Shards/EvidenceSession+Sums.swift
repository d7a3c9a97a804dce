extension EvidenceSession {
  /// How many records of the source repeat an earlier one.
  package func duplicates(in source: SourceOrdinal) -> Int {
    whole.map { $0.duplicates[source, default: 0] } ?? ownDuplicates[source, default: 0]
  }

  /// To be asked before `endReading`.
  private var ownDuplicates: [SourceOrdinal: Int] {
    duplicatesOfEvidence.merging(screenerOfAccounts?.duplicates ?? [:], uniquingKeysWith: +)
  }

  /// Columns that decided records which this run's sources show again without them, after `copyRemembered`.
  package var lostColumns: [LostColumn] { whole?.lostColumns ?? memory?.lostColumns ?? [] }

  /// Tenants of which an account was read.
  var exportedTenants: [String] { (whole ?? sums).tenants.sorted() }

  /// All accounts that the run's exports show, in scope or not.
  package var accountCount: Int { (whole ?? sums).accounts }

  /// Of those, the accounts with something of Apple's.
  package var appleAccountCount: Int { (whole ?? sums).appleAccounts }

  /// What this session's own evidence shows: of accounts from the end of their reading on, of all else from
  /// `finishEvidence` on.
  package internal(set) var sums: EvidenceSums {
    get { sumsWhenRead ?? sumsWhileReading }
    set { sumsWhenRead = newValue }
  }

  var sumsWhileReading: EvidenceSums {
    var sums = EvidenceSums()
    sums.appleAccounts = accounts.appleCount
    sums.severalOfApple = accounts.severalOfAppleCount
    sums.duplicates = ownDuplicates
    sums.comparison = ownComparison
    guard let screener = screenerOfAccounts else { return sums }
    sums.accounts = screener.count
    sums.tenants = Set(screener.tenants.values)
    sums.showsNoTenant = screener.showsNoTenant
    return sums
  }
}
