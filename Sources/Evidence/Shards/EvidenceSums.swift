/// What the evidence of a run shows of the population as a whole, and what no verdict about one person may miss: how
/// many accounts there are, which tenants, which kinds of evidence.
///
/// A run over one part of the people (a shard) counts its own part; the sums of all parts are those of a run over all
/// people (docs/scale.md).
package struct EvidenceSums: Codable, Hashable, Sendable {
  /// The records of one kind in this run's sources, but for `remembered`. Times are milliseconds.
  package struct OfKind: Codable, Hashable, Sendable {
    package var records = 0
    package var matched = 0
    package var first: Int64?
    package var last: Int64?
    /// Whether one of them shows that the kind was supplied, where no source is of the kind.
    package var isShown = false
    /// How many records of earlier runs still count.
    package var remembered = 0
    /// How many bear names that fit several accounts.
    package var ambiguous = 0
    /// How many name a tenant and belong to no account.
    package var strayOfTenants = 0
    /// Whether a source is of the kind.
    package var isSupplied = false
  }

  /// All accounts that the exports show, in scope or not.
  package var accounts = 0
  package var appleAccounts = 0
  /// Accounts in scope with several credentials of Apple.
  package var severalOfApple = 0
  /// Of which an account was read.
  package var tenants: Set<String> = []
  /// Whether an account without a tenant was read.
  package var showsNoTenant = false
  package var comparison = ExportComparison()
  /// When the app moved to another team last, as far as aliases tell; milliseconds.
  package var lastTransfer: Int64?
  /// Records that repeat an earlier one, by source.
  package var duplicates: [SourceOrdinal: Int] = [:]
  /// By the kind's name; kinds without records are not there.
  package var kinds: [String: OfKind] = [:]
  /// Files of snapshots that are not among those of this run, and whose records count.
  package var leftOverFiles: [LeftOverFile] = []
  /// Columns that decided records which this run's sources show again without them, in order.
  package var lostColumns: [LostColumn] = []
  /// How many consents that an earlier night showed as withdrawn or refused this run shows in force again by the same
  /// row, given at the same time.
  package var revivedConsents = 0
  /// Other files that are not among those of this run, beside some of their kind, and whose records count.
  package var absentFiles: [AbsentFile] = []
  /// Links of anonymized accounts.
  package var links = 0
  package var deletionRequests = 0
  package var forgottenRecords: [ForgottenFound.Records] = []
  /// As `ForgottenFound.back`.
  package var forgottenBack: [Int64: Int64] = [:]
  /// As `ForgottenFound.shown`. The actor of a record, which may be such a person, is no name that parts are cut by.
  package var forgottenShown: Set<Int64> = []
  /// As `EvidenceDirectory.otherProviderProjects`.
  package var otherProviderProjects: Set<String> = []
  /// What records say that the view `secret` refers to, by their refs.
  package var summaries: [Int64: String] = [:]

  package init() {}

  /// Whether every account that was read is of a tenant.
  var showsTenantsAlone: Bool { accounts > 0 && !showsNoTenant }
}

/// How the accounts of a run's exports go with those of earlier runs.
package struct ExportComparison: Codable, Hashable, Sendable {
  /// How many accounts in scope earlier runs had that are not gone.
  package var known = 0
  /// Whether earlier runs had one in scope, gone or not.
  package var hadAny = false
  /// How many of these exports showed that were not doubted themselves.
  package var vouching = 0
  /// Whether this run's exports show one of the latter.
  package var showsVouching = false
  /// Whether they lack one without a tenant. Not known where they show accounts without one.
  package var lacksOneWithoutTenant = false
}

extension EvidenceSums {
  package static func += (sums: inout EvidenceSums, part: EvidenceSums) {
    sums.accounts += part.accounts
    sums.appleAccounts += part.appleAccounts
    sums.severalOfApple += part.severalOfApple
    sums.tenants.formUnion(part.tenants)
    sums.showsNoTenant = sums.showsNoTenant || part.showsNoTenant
    sums.comparison += part.comparison
    sums.duplicates.merge(part.duplicates, uniquingKeysWith: +)
    sums.kinds.merge(part.kinds) { $0 + $1 }
    sums.leftOverFiles = LeftOverFile.joined(sums.leftOverFiles + part.leftOverFiles)
    sums.lostColumns = Set(sums.lostColumns + part.lostColumns).sorted()
    sums.revivedConsents += part.revivedConsents
    sums.absentFiles = AbsentFile.joined(sums.absentFiles + part.absentFiles)
    sums.links += part.links
    sums.deletionRequests += part.deletionRequests
    sums.forgottenRecords = ForgottenFound.Records.joined(sums.forgottenRecords + part.forgottenRecords)
    sums.forgottenBack.merge(part.forgottenBack) { told, _ in told }
    sums.forgottenShown.formUnion(part.forgottenShown)
    sums.otherProviderProjects.formUnion(part.otherProviderProjects)
    sums.lastTransfer = [sums.lastTransfer, part.lastTransfer].compactMap { $0 }.max()
    sums.summaries.merge(part.summaries) { told, _ in told }
  }
}

extension EvidenceSums.OfKind {
  static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.records += other.records
    sum.matched += other.matched
    sum.first = [one.first, other.first].compactMap { $0 }.min()
    sum.last = [one.last, other.last].compactMap { $0 }.max()
    sum.isShown = one.isShown || other.isShown
    sum.remembered += other.remembered
    sum.ambiguous += other.ambiguous
    sum.strayOfTenants += other.strayOfTenants
    sum.isSupplied = sum.isSupplied || other.isSupplied
    return sum
  }
}

extension ExportComparison {
  static func += (sum: inout ExportComparison, part: ExportComparison) {
    sum.known += part.known
    sum.hadAny = sum.hadAny || part.hadAny
    sum.vouching += part.vouching
    sum.showsVouching = sum.showsVouching || part.showsVouching
    sum.lacksOneWithoutTenant = sum.lacksOneWithoutTenant || part.lacksOneWithoutTenant
  }
}

extension LeftOverFile {
  /// Of one path once, with all records, in order of path.
  fileprivate static func joined(_ files: [LeftOverFile]) -> [LeftOverFile] {
    Dictionary(files.map { ($0.path, $0) }) { first, second in
      LeftOverFile(path: first.path, entry: first.entry, records: first.records + second.records)
    }.values.sorted { $0.path < $1.path }
  }
}

extension AbsentFile {
  /// Of one path and kind once, with all records, in order of path and kind.
  package static func joined(_ files: [AbsentFile]) -> [AbsentFile] {
    Dictionary(files.map { ([$0.path, $0.kind.rawValue], $0) }) { first, second in
      AbsentFile(
        path: first.path, kind: first.kind, run: max(first.run, second.run), records: first.records + second.records)
    }.values.sorted { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }
}

extension ForgottenFound.Records {
  /// Of one path and kind once, with all records, in order of path and kind.
  static func joined(_ records: [Self]) -> [Self] {
    Dictionary(records.map { ([$0.path, $0.kind.rawValue], $0) }) { first, second in
      Self(path: first.path, kind: first.kind, places: first.places.union(second.places))
    }.values.sorted { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
  }
}
