/// Decides for each account of the snapshot whether it is stored, counted or rejected, and remembers all of them.
///
/// It needs no store, so that one thread reads and screens accounts while another stores those in scope.
///
/// # Safety
/// One thread at a time has a screener, and no method calls back into it while it changes a property, so accesses never
/// overlap. Checking that at each use takes a twentieth of the time of screening.
package final class AccountScreener {
  @exclusivity(unchecked) private var emails: EmailClassifier
  @exclusivity(unchecked) private var ledger: AccountLedger
  private let known: KnownAccounts
  /// The keys of accounts that evidence names by a former name.
  private let wanted: Set<UInt64>
  /// The names of accounts out of scope.
  let outside: OutsideNames
  /// The account that was screened last, and will be prepared next if it is in scope.
  @exclusivity(unchecked) private var last: (key: UInt64, content: UInt64) = (0, 0)
  private let keys = AccountKeys()
  private let scope: AccountScope
  /// The paths of the sources read so far.
  var paths: [SourceOrdinal: String] = [:]
  private(set) var duplicates: [SourceOrdinal: Int] = [:]
  /// The tenants of the accounts screened so far, by their hashes.
  @exclusivity(unchecked) private(set) var tenants: [UInt64: String] = [:]
  /// Whether one of them has no tenant.
  @exclusivity(unchecked) private(set) var showsNoTenant = false
  /// Addresses at any host that Apple's tokens call private, by their keys.
  private let privateEmails: Set<UInt64>

  /// - Parameter file: takes what is too much for memory; the screening thread's alone.
  init(
    scope: AccountScope, hosts: RelayHosts, known: KnownAccounts, wanted: Set<UInt64>, file: SpillFile,
    privateEmails: Set<UInt64>
  ) {
    self.wanted = wanted
    outside = OutsideNames(file)
    ledger = AccountLedger(file)
    self.privateEmails = privateEmails
    self.scope = AccountScope(copy: scope)
    emails = EmailClassifier(hosts: hosts)
    self.known = known
  }

  package func screen(_ account: AccountSketch, at place: Place) throws(RecordRejection) -> Screening {
    keys.take(account)
    let key = AccountKeys.key(uid: keys.uid, tenant: account.tenant)
    if let tenant = account.tenant {
      let hash = SubjectKey(uid: tenant).bits
      if tenants[hash] == nil { tenants[hash] = String(decoding: tenant, as: UTF8.self) }
    } else {
      showsNoTenant = true
    }
    // The processor fetches the answer while the content is hashed.
    known.prefetch(key)
    last = (key, account.contentHash(keys))
    switch ledger.enter(key, uid: account.uid, content: last.content, place: place) {
    case .same:
      duplicates[place.source, default: 0] += 1
      return .duplicate
    case .different(let first):
      throw .contradicting(first, in: paths[first.source] ?? "")
    case .first:
      // Accounts of the history stay in scope: evidence may use their former names, and out of scope they would count
      // as gone.
      if scope.contains(account, keys) || known[key] != nil || wanted.contains(key) { return .inScope }
      scope.noteOutOfScope()
      outside.add(account, key, keys)
      return .outOfScope
    }
  }

  /// Prepares an account in scope for storing, with its texts in `arena`.
  package func prepare(_ account: AccountSketch, in arena: TextArena) -> PreparedAccount {
    let key = AccountKeys.key(uid: SubjectKey(uid: account.uid).bits, tenant: account.tenant)
    if key != last.key {
      keys.take(account)
      last = (key, account.contentHash(keys))
    }
    // It is part of the content too, so that a later claim counts as a change.
    let isPrivateAddress = keys.email.map(privateEmails.contains) == true
    let isPrivateEmail = account.isPrivateEmail ?? (isPrivateAddress ? true : nil)
    let content = account.storedContentHash(last.content, isPrivateEmail: isPrivateEmail)
    return PreparedAccount(
      key: key,
      account: StoredAccount(
        account, keys, isPrivateAddress: isPrivateAddress, privateEmails: privateEmails, content: content,
        emails: &emails, in: arena))
  }

  var count: Int { ledger.count }

  /// To be called when all accounts are screened.
  ///
  /// - Throws: `StorageError` where the run's temporary file failed.
  func check() throws { try ledger.check() }
}

/// An account as `EvidenceSession.store` takes it. Its texts live as long as their arena.
package struct PreparedAccount {
  let key: UInt64
  let account: StoredAccount
}
