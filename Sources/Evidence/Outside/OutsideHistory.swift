import Storage
import Timestamps

/// What earlier nights noted of the names of accounts out of scope, as far as evidence uses them.
struct OutsideHistory {
  private let earlier: any EarlierAccounts
  private let scope: AccountScope

  init(_ earlier: any EarlierAccounts, _ scope: AccountScope) {
    self.earlier = earlier
    self.scope = scope
  }

  var isEmpty: Bool { earlier.namingRuns.isEmpty }

  /// The keys of accounts that bore a name by which evidence brings an account into scope.
  ///
  /// - Throws: `StorageError`.
  func wanted() throws -> Set<UInt64> {
    var found: Set<UInt64> = []
    guard scope.hasNames else { return found }
    try forEachNote { note in
      for pair in note.pairs where scope.bringsIntoScope(pair.name) { found.insert(pair.account) }
    }
    return found
  }

  /// What the runs noted of the accounts asked for, and of those that share a name with an account in scope.
  ///
  /// - Parameters:
  ///   - accounts: by their keys.
  ///   - isShared: of a name that evidence uses, as it stands for all its aliases.
  /// - Throws: `StorageError`.
  func changes(
    of accounts: [UInt64: Int64], isShared: (UInt64) -> Bool
  ) throws -> [NamePair: [OutsideBearings.Change]] {
    let filter = KeyFilter(words: accounts.count * 2)
    for account in accounts.keys { filter.insert(account) }
    var found: [NamePair: [OutsideBearings.Change]] = [:]
    try forEachNote { note in
      for pair in note.pairs {
        // Nearly all pairs end here.
        let isAsked = filter.mayContain(pair.account) && accounts[pair.account] != nil
        guard isAsked || scope.namedKey(pair.name).map(isShared) == true else { continue }
        found[pair, default: []].append((note.run, note.event))
      }
    }
    return found
  }

  /// Persons without an account whom earlier exports showed out of scope: then they had nothing of Apple's. A tenant is
  /// left out, since the parts of a run in shards do not know of its accounts by their uids.
  ///
  /// - Parameter database: with the run's own tables.
  /// - Throws: `StorageError`.
  func personsShownWithoutApple(in database: Connection) throws -> Set<Int64> {
    guard !isEmpty else { return [] }
    let persons = try database.all(
      sql: "SELECT account, uid FROM \(RunTables.shadows.name) WHERE uid IS NOT NULL AND tenant IS NULL"
    ) { (NamePair.account(uid: $0.text(1), tenant: nil), $0.integer(0)) }
    return try shownWithoutApple(Dictionary(persons) { first, _ in first })
  }

  /// Which persons the last export that showed their account showed with nothing of Apple's, though it could.
  ///
  /// - Parameter persons: their numbers, by the keys of their accounts.
  /// - Throws: `StorageError`.
  private func shownWithoutApple(_ persons: [UInt64: Int64]) throws -> Set<Int64> {
    var changes: [NamePair: [OutsideBearings.Change]] = [:]
    try forEachNote(in: Set(persons.keys.map(NamePair.bucket)).sorted()) { note in
      for pair in note.pairs where persons[pair.account] != nil {
        changes[pair, default: []].append((note.run, note.event))
      }
    }
    let times = OutsideBearings(earlier.namingRuns)
    var last: [UInt64: NamingRun] = [:]
    for (pair, ofPair) in changes {
      guard let run = times.lastRun(ofPair) else { continue }
      if last[pair.account].map({ $0.capturedTo < run.capturedTo }) ?? true { last[pair.account] = run }
    }
    return Set(last.lazy.filter { $0.value.shows.apple }.compactMap { persons[$0.key] })
  }

  private func forEachNote(
    in buckets: some Sequence<Int> = 0..<NamePair.bucketCount, _ body: (NameNote) throws -> Void
  ) throws {
    guard !isEmpty else { return }
    for bucket in buckets {
      for note in try earlier.notesOfNames(in: bucket) { try body(note) }
    }
  }
}

extension SubjectResolver {
  /// Adds the names that accounts bore while they were out of scope: former names of those that have come into scope,
  /// and of others those that an account in scope bears or bore as well.
  ///
  /// - Parameter snapshot: of the run's exports.
  func addOutside(_ snapshot: Snapshot?) throws {
    let history = OutsideHistory(session.earlier, session.scope)
    guard !history.isEmpty else { return }
    let moved = session.accounts.newAccounts
    let times = OutsideBearings(session.earlier.namingRuns)
    let bearings = try CurrentBearings(session.database)
    var shared: Set<UInt64> = []
    var changes = try history.changes(of: moved) { session.accountsByName.isKnown($0) }
    try noteApple(of: moved, changes, times, snapshot)
    for (pair, ofPair) in changes {
      guard let account = moved[pair.account] else { continue }
      session.noteMovedIntoScope(pair.account)
      if let name = session.scope.namedKey(pair.name), !session.accountsByName.isKnown(name) { shared.insert(name) }
      let shown = try bearings.of(account)
      let all = times.of(pair, ofPair, account: account)
      for (index, bearing) in all.enumerated() {
        let isOpen = index == all.count - 1 && ofPair.last?.event == .borne
        session.addFormer(formerName(bearing, isOpen: isOpen, of: shown, snapshot))
      }
    }
    // Other accounts may have borne the names that these added.
    if !shared.isEmpty {
      changes.merge(try history.changes(of: [:]) { shared.contains($0) }) { first, _ in first }
    }
    var strangers: [UInt64: Int64] = [:]
    for (pair, ofPair) in changes where moved[pair.account] == nil && session.accounts.known[pair.account] == nil {
      let number = strangers[pair.account] ?? -Int64(strangers.count + 1)
      strangers[pair.account] = number
      for bearing in times.of(pair, ofPair, account: number) {
        session.addStranger(ended(bearing, snapshot))
      }
    }
  }

  /// An account that an earlier night showed out of scope has come by what it has of Apple's since.
  ///
  /// - Parameters:
  ///   - moved: the numbers of accounts that are new, by their keys.
  ///   - changes: of their names, and of others.
  private func noteApple(
    of moved: [UInt64: Int64], _ changes: [NamePair: [OutsideBearings.Change]], _ times: OutsideBearings,
    _ snapshot: Snapshot?
  ) throws {
    guard let snapshot, !session.isOutOfOrder else { return }
    let shows = NamingRun.Shows(formats: snapshot.formats, apple: true)
    var absences: [Int64: Int64] = [:]
    for (pair, ofPair) in changes {
      guard let account = moved[pair.account], let time = times.lastShown(ofPair, where: shows) else { continue }
      absences[account] = max(absences[account] ?? time, time)
    }
    let absent = try WriteStatement(
      session.database,
      """
      UPDATE accounts.account_row SET apple_absent_at = ?1, is_as_first_seen = 0
      WHERE account = ?2 AND apple_seen_at > ?1
      """)
    for (account, time) in absences { try absent.bind(time).bind(account).run() }
  }

  /// What an account bore before it came into scope, as it is kept.
  ///
  /// - Parameters:
  ///   - isOpen: whether the last run saw it.
  ///   - shown: what it bears by now.
  private func formerName(
    _ bearing: NameBearing, isOpen: Bool, of shown: [NameBearing], _ snapshot: Snapshot?
  ) -> NameBearing {
    var bearing = bearing
    bearing.createdAt = shown.first?.createdAt
    bearing.tenant = shown.first?.tenant
    guard bearing.ended == nil, let snapshot else { return bearing }
    if session.isOutOfOrder {
      bearing.ended = bearing.lastSeen
    } else if isOpen, shown.contains(where: { $0.name == bearing.name }) {
      // From now on it is a name of an account in scope.
      bearing.lastSeen = snapshot.capturedFrom.milliseconds
      bearing.ended = bearing.lastSeen
    } else {
      bearing.ended = snapshot.capturedTo.milliseconds
    }
    return bearing
  }

  /// The names that an account out of scope bore. One that tonight's exports show on no such account has ended.
  private func ended(_ bearing: NameBearing, _ snapshot: Snapshot?) -> NameBearing {
    var bearing = bearing
    if let snapshot, snapshot.isComplete, !session.isOutOfOrder, bearing.ended == nil,
      !session.scope.isInSnapshot(bearing.name)
    {
      bearing.ended = snapshot.capturedTo.milliseconds
    }
    return bearing
  }
}
