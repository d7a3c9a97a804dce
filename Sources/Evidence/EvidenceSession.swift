import CMemory
import Crypto
package import Storage
package import Timestamps

/// The source whose records come in now.
struct OpenSource {
  var ordinal: SourceOrdinal
  var format: String
  /// Milliseconds.
  var capturedAt: Int64
}

/// One run's evidence: takes the records of all sources, then resolves who is who, and opens the views to the rules.
///
/// Sources other than accounts come first, so that an account named by one of them is known to be in scope.
package final class EvidenceSession: EvidenceSink {
  /// To the run's own tables.
  package let database: Connection
  /// Asked until `finishAccounts` has ended, and by `keepAccounts`. Another thread that calls `loadHistory` or
  /// `keepAccounts` has to own the store meanwhile.
  let earlier: any EarlierAccounts
  /// To the run's own tables, for other threads.
  private let readers: ConnectionPool
  package let settings: EvidenceSettings
  /// The names of the run's own tables, which rules may not read.
  package let tables: Set<String>
  var previous: PreviousSnapshot? { earlier.previous }
  private(set) var scope: AccountScope
  private(set) var accountsByName = AccountsByName()
  /// Made when the first accounts come, with what all other evidence named until then.
  private(set) var screenerOfAccounts: AccountScreener?
  var sumsWhenRead: EvidenceSums?
  var ownComparison = ExportComparison()
  let accounts: AccountWriter
  let evidence: EvidenceWriter
  let history: AccountHistory
  private var hasKeptAccounts = false
  /// The file for `outside`.
  private let spill: SpillFile
  /// The names of accounts out of scope, once all accounts are read.
  private var outside: OutsideNames?
  /// The keys of accounts that were out of scope on an earlier night.
  private var movedIntoScope: Set<UInt64> = []
  /// The keys of accounts that evidence means by a name of an earlier night.
  private var wanted: Set<UInt64> = []
  /// Of the run's exports, once all of them are read.
  private(set) var snapshot: Snapshot?
  /// 8 MB for 2.6 million records; each that is taken for a repetition is held until all are read.
  private var contents: GrowingKeyFilter? = GrowingKeyFilter(words: 1 << 20)
  /// Contents that may have come twice.
  var repeated: Set<Int> = []
  /// Of kinds that are few and small: the contents of aliases, and Apple's own ids of notifications.
  private var known: Set<Int> = []
  /// Memory has records of `OtherActivity`.
  private(set) var hasRememberedActivity = false
  /// Addresses that Apple's tokens and notices call private.
  private var privateEmails: Set<UInt64> = []
  /// What earlier runs read; nil for a run by its own files alone.
  let memory: (any EarlierEvidence)?
  /// The sources of the remembered records. Their ordinals follow those of this run's sources.
  package private(set) var remembered: [RememberedSource] = []
  /// The first ordinal that no source of this run has.
  private var firstRemembered = Place.sources.upperBound
  /// What all parts of the evidence show together, where this session has one part of it, or none; nil where it has all.
  /// It is known before the sources are read.
  package var whole: EvidenceSums?
  /// Whether this session has one part of the evidence, and only tells what that sums up to.
  package var isCount = false
  /// Whether the run's accounts were captured before those of an earlier run: such a night adds first sights, and makes
  /// nothing vanish (docs/contract.md, section 4, "Nights out of order").
  package private(set) var isOutOfOrder = false
  /// The first number that no account had before the run.
  package var firstNewAccount: Int64 { history.firstFree }
  /// Whether the accounts can be compared with those of an earlier run.
  package var canCompareAccounts: Bool { previous != nil && !isOutOfOrder }
  var duplicatesOfEvidence: [SourceOrdinal: Int] = [:]
  var rejectedPersons = RejectedPersons()
  /// How many consents that remembered records took back are in force again, as `ConsentStatements.revived` has it.
  var revivedConsents = 0
  /// Whom earlier exports showed with nothing of Apple's, of the persons without an account.
  var personsShownWithoutApple: Set<Int64> = []
  /// When accounts were made under a uid that had another account before, in milliseconds.
  private(set) var madeAnew: [Int64: Int64] = [:]
  /// Nil where nobody was forgotten.
  var forgotten: ForgottenRecords?
  /// What the run's sources show of persons who were forgotten; complete with the accounts.
  package internal(set) var forgottenFound = ForgottenFound()
  private var source: OpenSource?
  /// Called before a record is stored: an export of accounts may hold records of other kinds, and another thread may be
  /// copying remembered ones to the same file.
  package var willStoreRecord: (() throws -> Void)?
  /// Of the one account that comes without a batch.
  private let arena = TextArena()
  private(set) var sourcePaths: [SourceOrdinal: String] = [:]
  /// When the sources read so far were captured, in milliseconds.
  private(set) var captures: [SourceOrdinal: Int64] = [:]

  private init(
    _ database: Connection, earlier: any EarlierAccounts, memory: (any EarlierEvidence)?,
    readers: [Connection], spill: SpillFile, settings: EvidenceSettings
  ) throws {
    self.database = database
    self.spill = spill
    self.earlier = earlier
    self.memory = memory
    self.readers = ConnectionPool(readers)
    self.settings = settings
    tables = try RunTables.names(in: database)
    scope = AccountScope(hosts: settings.relayHosts)
    history = AccountHistory(earlier, asOf: settings.asOf.milliseconds)
    accounts = try AccountWriter(database, history: history)
    evidence = try EvidenceWriter(database, settings)
  }

  /// Gives `body` a session that begins and ends with a transaction of the run's own tables.
  package static func with<Result>(
    _ database: Connection, earlier: any EarlierAccounts, memory: (any EarlierEvidence)?, readers: [Connection],
    spill: SpillFile, settings: EvidenceSettings,
    _ body: (EvidenceSession) throws -> Result
  ) throws -> Result {
    // Outside of a transaction: rolling back one that created views drops the connection's knowledge of the files'
    // tables, and the connection cannot read them again while the other one writes.
    for reader in readers { try ViewDefinitions.create(in: reader) }
    let session = try EvidenceSession(
      database, earlier: earlier, memory: memory, readers: readers, spill: spill, settings: settings)
    let result = try database.transaction { try body(session) }
    // A worker may have done so during the run.
    try session.keepAccounts()
    return result
  }

  /// Loads the accounts of earlier runs into memory, unless that was done. May run on another thread that owns the
  /// store, while evidence other than accounts is read.
  package func loadHistory() throws { try history.load() }

  /// Says which source the next records come from.
  ///
  /// - Throws: `StorageError`.
  package func open(
    _ source: SourceOrdinal, path: String, kind: EvidenceKind, format: String, capturedAt: Timestamp
  ) throws {
    if kind == .accounts {
      try loadHistory()
      if screenerOfAccounts == nil {
        scope.close()
        wanted = try OutsideHistory(earlier, scope).wanted()
      }
    }
    self.source = OpenSource(ordinal: source, format: format, capturedAt: capturedAt.milliseconds)
    sourcePaths[source] = path
    captures[source] = capturedAt.milliseconds
    if kind == .accounts { screener.paths = sourcePaths }
  }

  /// Screens accounts. Between `open` and the end of a source of accounts it may work in a thread of its own.
  package var screener: AccountScreener {
    if let screenerOfAccounts { return screenerOfAccounts }
    scope.close()
    let screener = AccountScreener(
      scope: scope, hosts: settings.relayHosts, known: accounts.known, wanted: wanted, file: spill,
      privateEmails: privateEmails)
    screenerOfAccounts = screener
    return screener
  }

  package func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    try screener.screen(account, at: place)
  }

  package func accept(_ account: AccountSketch, at place: Place) throws {
    arena.removeAll()
    try store(screener.prepare(account, in: arena), at: place)
  }

  package func accept(_ record: EvidenceRecord, at place: Place) throws {
    try store(PreparedRecord(record), at: place)
  }

  /// Stores a record other than an account.
  ///
  /// - Throws: `StorageError`, and `UnlistedKind` for a record of a kind that is not in the list of kinds.
  package func store(_ prepared: PreparedRecord, at place: Place) throws {
    let content = prepared.content
    switch prepared.record {
    case .consent(let record): try store(record, by: evidence.consents, content, at: place)
    case .link(let record): try store(record, by: evidence.links, content, at: place)
    case .deletion(let record): try store(record, by: evidence.deletions, content, at: place)
    case .revocation(let record): try store(record, by: evidence.revocations, content, at: place)
    case .accountDeletion(let record): try store(record, by: evidence.accountDeletions, content, at: place)
    case .notification(let record): try store(record, by: evidence.notifications, content, at: place)
    case .signIn(let record): try store(record, by: evidence.signIns, content, at: place)
    case .mail(let record): try store(record, by: evidence.mail, content, at: place)
    case .other(let box): try storeUnboxed(box.record, content, at: place)
    }
  }

  private func storeUnboxed<Record: KindRecord>(_ record: Record, _ content: Int, at place: Place) throws {
    try store(record, by: evidence.writer(of: record), content, at: place)
  }

  private func store<Record: KindRecord>(
    _ record: Record, by writer: KindWriter<Record>, _ content: Int, at place: Place
  ) throws {
    try willStoreRecord?()
    if let identity = record.identity(content: content), !known.insert(identity).inserted {
      duplicatesOfEvidence[place.source, default: 0] += 1
      return
    }
    if contents?.insert(UInt64(bitPattern: Int64(content))) != false { repeated.insert(content) }
    let ref = place.ref
    var rows: [RowDigest] = []
    if let token = record.signedToken { rows.append(try evidence.write(token, of: Record.kind, ref: ref)) }
    var (person, isOtherActivity) = (Subject(), false)
    // A token that is not believed is kept as such, and names nobody.
    if record.isBelieved {
      if let email = record.privateEmail { privateEmails.insert(SubjectKey(email: email).bits) }
      writer.count(record)
      person = record.person?.withoutUserName ?? person
      record.join(in: scope)
      let row = try writer.write(record, ref: ref)
      if let row { rows.append(row) }
      isOtherActivity = writer.isOtherActivity(record, isWritten: row != nil)
    }
    let keys = SubjectKeys(person)
    scope.name(keys, bringsIntoScope: Record.bringsIntoScope && !isOtherActivity)
    try evidence.writeKeys(
      keys, person, of: record, isOtherActivity: isOtherActivity, content: content, rows: rows, ref: ref)
  }

  /// The least ref of a remembered record.
  package var rememberedFrom: Int64 { Place(source: firstRemembered, number: 0).ref }

  func compareWithHistory(_ snapshot: Snapshot?) throws {
    self.snapshot = snapshot
    isOutOfOrder = try snapshot.map { try earlier.isOlder($0.capturedTo) } ?? false
  }

  /// Finds what earlier runs read and what still counts, and learns its names. To be called once, when all sources but
  /// those of accounts are read: accounts are screened by all names that evidence uses.
  ///
  /// - Parameter first: the first ordinal that no source of this run has.
  package func recall(beside sources: [ReadSource], from first: SourceOrdinal) throws {
    try find(beside: sources, from: first)
    guard let memory, !remembered.isEmpty else { return }
    try memory.forEachName { name in
      guard let record = name.kind.definition.record else { return }
      if let email = name.privateEmail { privateEmails.insert(email) }
      scope.name(name.keys, bringsIntoScope: record.bringsIntoScope && !name.isOtherActivity)
      hasRememberedActivity = hasRememberedActivity || name.isOtherActivity
    }
    for alias in try memory.aliases() { alias.join(in: scope) }
    for source in memory.damaged {
      rejectedPersons.add(source.names, of: source.kind, readAt: source.readAt.milliseconds, to: scope)
    }
  }

  func find(beside sources: [ReadSource], from first: SourceOrdinal) throws {
    firstRemembered = first
    guard let memory else { return }
    try publish()
    remembered = try memory.find(beside: sources, from: first)
  }

  /// Adds what `recall` found to the run's tables. It may run on another thread while accounts are read, since these
  /// are in another file. `willStoreRecord` has to wait for its end.
  package func copyRemembered() throws {
    if !remembered.isEmpty { try memory?.copy() }
  }

  /// Stores an account that `screener` called in scope.
  package func store(_ prepared: PreparedAccount, at place: Place) throws {
    guard let source else { return }
    let number = try accounts.write(prepared, at: place, from: source)
    accountsByName.add(number, prepared.account, in: scope)
  }

  /// Lets go of what only reading needs: where uids do not ascend, 19 bytes an account.
  ///
  /// - Parameter snapshot: the exports that were read; nil where there were none.
  func endReading(_ snapshot: Snapshot?) throws {
    try accounts.finish(isWhole: snapshot?.isComplete ?? true)
    try screenerOfAccounts?.check()
    sums = sumsWhileReading
    outside = screenerOfAccounts?.outside
    screenerOfAccounts = nil
    contents = nil
    known = []
    relay_return_free_memory()
  }

  /// Shows the run's tables as they are now to other connections.
  func publish() throws {
    try database.execute(sql: "COMMIT; BEGIN")
  }

  /// Asks the run's tables, as `publish` left them, through a connection of its own; for a thread beside the session's,
  /// if the session is shared.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  package func readAlongside<Result>(_ body: (EvidenceDirectory) throws -> Result) throws -> Result {
    guard !readers.isEmpty else { return try body(EvidenceDirectory(self)) }
    return try readers.use { database in
      try database.transaction { try body(EvidenceDirectory(self, database: database)) }
    }
  }

  /// Brings what the run's exports changed about accounts into the store, unless it was done. It needs
  /// `finishAccounts`, and may run in another thread than the session's.
  package func keepAccounts() throws {
    guard !hasKeptAccounts else { return }
    hasKeptAccounts = true
    try isOutOfOrder ? earlier.keepFirstSights(showAbsences: isLikeEarlier) : earlier.keep(accounts.changed)
    try earlier.keep(history.formerNames)
    guard let outside, let snapshot else { return }
    self.outside = nil
    try OutsideKeeping(earlier, snapshot, movedIntoScope).keep(outside)
  }

  /// - Parameter bearing: of an earlier account under the uid.
  func noteMadeAnew(_ bearing: NameBearing) {
    guard let time = bearing.ended else { return }
    madeAnew[bearing.account] = max(madeAnew[bearing.account] ?? time, time)
  }

  /// Lets go of what only resolving needs.
  func endResolving() {
    accountsByName = AccountsByName()
    forgotten = nil
    personsShownWithoutApple = []
    scope = AccountScope(hosts: settings.relayHosts)
    accounts.release()
  }

  func add(_ bearing: NameBearing) { accountsByName.add(bearing, in: scope) }

  /// - Parameter bearing: of an account out of scope.
  func addStranger(_ bearing: NameBearing) { accountsByName.addStranger(bearing, in: scope) }

  /// Adds a name that an account bore before it came into scope, which is to be kept.
  func addFormer(_ bearing: NameBearing) {
    history.note(bearing)
    add(bearing)
  }

  /// - Parameter key: of an account that was out of scope on an earlier night.
  func noteMovedIntoScope(_ key: UInt64) { movedIntoScope.insert(key) }
}
