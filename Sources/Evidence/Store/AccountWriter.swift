import Storage

/// Writes the accounts in scope that a run's exports show, with what the history knows of each.
final class AccountWriter {
  private let history: AccountHistory
  private let rows: AccountRowWriter
  private let identifiers: WriteStatement
  private var next: Int64
  /// Of accounts in the store's numbering: those that this run's exports show.
  private var seen = BitSet()
  /// Of those, the ones that show by themselves that they are anonymized.
  private var shownPrivate = BitSet()
  /// The accounts that the store has to write; nil once they are too many to be listed.
  private(set) var changed: [Int64]? = []

  /// The accounts that no earlier run stored, by their keys; empty where none noted names of those that it did not
  /// store.
  private(set) var newAccounts: [UInt64: Int64] = [:]
  private let notesNew: Bool

  private static let namedChanges = 20_000

  var known: KnownAccounts { history.known }
  /// Accounts of this run whose rows depend on the history.
  var toReconcile: [Int64] { rows.toReconcile }
  /// Accounts shown with something of Apple's.
  var appleCount: Int { rows.appleCount }
  /// How many have several credentials of Apple.
  private(set) var severalOfAppleCount = 0
  /// Whether the numbers of the accounts shown ascend as their uids do.
  var areInOrderOfUID: Bool { rows.areInOrderOfUID }

  init(_ database: Connection, history: AccountHistory) throws {
    self.history = history
    next = history.firstFree
    notesNew = !history.earlier.namingRuns.isEmpty
    rows = try AccountRowWriter(database)
    identifiers = try AccountTable.identifiers.insert(in: database)
  }

  /// Writes the account, and answers its number.
  func write(_ prepared: PreparedAccount, at place: Place, from source: OpenSource) throws -> Int64 {
    let (key, account) = (prepared.key, prepared.account)
    let old = history.find(key)
    let number = old?.account ?? next
    if old == nil {
      next += 1
      if notesNew { newAccounts[key] = number }
    }
    let change: AccountChange =
      old.map { $0.content == account.content && !$0.isGone ? .none : .changed } ?? .new
    let sightings =
      try old.map { try history.sightings(of: $0, as: account, in: source) }
      ?? history.firstSight(of: account, in: source)
    let identifierHistory = try old.flatMap { try history.identifiers(of: $0, as: account, in: source) }
    let first = Sighting(seen: sightings.firstSeenAt)
    let facts = AccountRowWriter.Facts(
      number: number, key: key, place: place, capturedAt: source.capturedAt, change: change,
      isAsFirstSeen: identifierHistory?.areAll(first) != false && sightings.areFirstSight(of: account))
    try rows.write(account, facts, sightings)
    for (index, identifier) in account.identifiers.enumerated() {
      try write(identifier, of: number, identifierHistory?.shown[index] ?? .init(sighting: first))
    }
    for identifier in identifierHistory?.unlinked ?? [] { try write(identifier, of: number) }
    seen.insert(Int(number))
    if account.hasSeveralOfApple { severalOfAppleCount += 1 }
    if account.isShownPrivate { shownPrivate.insert(Int(number)) }
    if change != .none, let count = changed?.count {
      if count < Self.namedChanges { changed?.append(number) } else { changed = nil }
    }
    return number
  }

  private func write(
    _ identifier: StoredAccount.Identifier, of account: Int64, _ history: IdentifierHistory.Shown
  ) throws {
    identifiers.bind(account).bind(identifier.provider)
    if let rawID = history.rawID { identifiers.bind(rawID) } else { identifiers.bind(identifier.rawID) }
    identifiers.bind(identifier.email?.text)
      .bind(identifier.email?.className).bind(identifier.email?.resembles).bind(identifier.phone)
      .bind(identifier.role.rawValue).bind(history.sighting.seen).bind(history.sighting.absent)
    try identifiers.run()
  }

  private func write(_ unlinked: EarlierIdentifier, of account: Int64) throws {
    identifiers.bind(account).bind(unlinked.provider).bind(unlinked.rawID).bind(unlinked.email)
      .bind(nil as String?).bind(nil as String?).bind(unlinked.phone)
      .bind(unlinked.role.rawValue).bind(unlinked.sighting.seen).bind(unlinked.sighting.absent)
    try identifiers.run()
  }

  /// Whether this run's exports show by themselves that Apple hides the address of the account's person.
  func isShownPrivate(_ account: Int64) -> Bool { shownPrivate.contains(Int(account)) }

  /// Whether this run's exports show the account, by its number in the store.
  func shows(_ account: Int64) -> Bool { seen.contains(Int(account)) }

  /// To be called when all accounts are written.
  ///
  /// - Parameter isWhole: false where the exports may lack accounts that exist.
  func finish(isWhole: Bool) throws {
    for account in isWhole ? [] : unseen where !account.isGone {
      for (name, _) in try history.earlier.names(of: account.account)?.names ?? [] {
        switch name {
        case .appleSub(let sub): try rows.add(sub, key: SubjectKey(appleSub: sub).bits)
        case .email(let email): try rows.add(email, key: SubjectKey(email: email).bits)
        case .phone: break
        }
      }
    }
    try rows.finish()
  }

  /// Releases the accounts of earlier runs, once nothing looks them up any more.
  func release() {
    history.release()
    rows.release()
    newAccounts = [:]
  }

  /// The accounts of earlier runs that this run's exports do not show, in order of number.
  var unseen: [KnownAccount] {
    history.known.all.filter { !seen.contains(Int($0.account)) }.sorted { $0.account < $1.account }
  }
}

/// A set of small numbers, one bit each.
private struct BitSet {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & 1 << (number & 63) != 0
  }

  mutating func insert(_ number: Int) {
    while words.count <= number >> 6 { words.append(contentsOf: repeatElement(0, count: max(64, words.count))) }
    words[number >> 6] |= 1 << (number & 63)
  }
}
