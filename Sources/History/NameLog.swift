import Evidence
import Foundation
import Storage

/// The names of accounts out of scope, as a log of what each run found changed: a night like the one before adds
/// nothing. Names and accounts are there as 64-bit hashes alone.
///
/// Each run's changes are those since the run whose exports were captured before its own. So the log of some runs is
/// the same in whatever order they were audited.
struct NameLog {
  static let schema = """
    CREATE TABLE outside_name (
      -- Of 256, by the highest bits of an account's key.
      bucket INTEGER NOT NULL,
      run INTEGER NOT NULL,
      -- `NameNote.Event`.
      event INTEGER NOT NULL,
      -- Keys of accounts and of names by turns, eight bytes each, the lowest first.
      pairs BLOB NOT NULL
    );
    CREATE UNIQUE INDEX outside_name_by_bucket ON outside_name (bucket, run, event);
    -- A run's own row has its report before the last of these: to read them there means to read all reports.
    CREATE INDEX naming_run ON run
      (project, number, captured_from, captured_to, complete, formats, shows_apple, withdrawn, edition);
    """

  private let store: Connection
  /// The project's runs that noted names, in the order of their captures.
  let runs: [NamingRun]
  private let select: SelectStatement
  private let insert: SelectStatement
  private let positions: [Int64: Int]

  /// - Throws: `StorageError`.
  init(of project: String, in store: Connection) throws {
    self.store = store
    runs = try store.all(
      sql: """
        SELECT number, captured_from, captured_to, complete, formats, shows_apple FROM main.run
        WHERE project = ? AND captured_from IS NOT NULL AND withdrawn IS NULL AND edition > 3
        ORDER BY captured_to, number
        """,
      arguments: [project]
    ) { row in
      NamingRun(
        number: row.integer(0), capturedFrom: row.integer(1), capturedTo: row.integer(2), isComplete: row.flag(3),
        shows: NamingRun.Shows(formats: row.text(4), apple: row.flag(5)))
    }
    positions = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.number, $0) })
    select = try SelectStatement(store, "SELECT run, event, pairs FROM main.outside_name WHERE bucket = ? ORDER BY run")
    insert = try SelectStatement(store, "INSERT INTO main.outside_name VALUES (?, ?, ?, ?)")
  }

  /// In the order of the runs.
  ///
  /// - Throws: `StorageError`.
  func notes(in bucket: Int) throws -> [NameNote] {
    guard !runs.isEmpty else { return [] }
    var notes: [(position: Int, note: NameNote)] = []
    select.start(Int64(bucket))
    while try select.next() {
      // Other runs are another project's, or withdrawn.
      guard let position = positions[select.integer(0)], let event = NameNote.Event(rawValue: select.integer(1)) else {
        continue
      }
      notes.append((position, NameNote(run: select.integer(0), event: event, pairs: Self.pairs(select.data(2)))))
    }
    return notes.sorted { $0.position < $1.position }.map(\.note)
  }

  /// Notes what a run changed, in place of what was noted of it.
  ///
  /// - Throws: `StorageError`.
  func keep(_ changes: NameChanges, of run: Int64, in bucket: Int) throws {
    if positions[run] != nil {
      try store.execute(
        sql: "DELETE FROM main.outside_name WHERE bucket = ? AND run = ?", arguments: [bucket, run])
    }
    for (event, pairs) in [(NameNote.Event.borne, changes.borne), (.ended, changes.ended)] where !pairs.isEmpty {
      try insert.start([bucket, run, event.rawValue, Self.data(pairs)])
      while try insert.next() {}
    }
  }

  static func data(_ pairs: [NamePair]) -> Data { pairs.withUnsafeBytes { Data($0) } }

  static func pairs(_ data: Data) -> [NamePair] {
    let count = data.count / MemoryLayout<NamePair>.stride
    return Array(unsafeUninitializedCapacity: count) { pairs, initialized in
      data.copyBytes(to: UnsafeMutableRawBufferPointer(pairs))
      initialized = count
    }
  }
}

// MARK: Changes by hand

extension NameLog {
  /// Takes back what a withdrawn run noted. What the next one saw as well was first seen, or first missing, then.
  ///
  /// - Parameter run: the run's number; it counts as withdrawn by now.
  /// - Throws: `StorageError`.
  static func withdraw(run: Int64, of project: String, in store: Connection) throws {
    let time = try store.first(
      sql: "SELECT captured_to FROM main.run WHERE number = ?", arguments: [run]
    ) { $0.integer(0) }
    let log = try NameLog(of: project, in: store)
    let later = log.runs.filter { ($0.capturedTo, $0.number) > (time ?? .max, run) }
    let own = try SelectStatement(store, "SELECT event, pairs FROM main.outside_name WHERE bucket = ? AND run = ?")
    for bucket in 0..<NamePair.bucketCount {
      var notes: [NameNote] = []
      try own.start([bucket, run])
      while try own.next() {
        guard let event = NameNote.Event(rawValue: own.integer(0)) else { continue }
        notes.append(NameNote(run: run, event: event, pairs: pairs(own.data(1))))
      }
      let changes = NameChanges(notes)
      let undone = NameChanges(borne: changes.ended, ended: changes.borne)
      try log.passOn(undone, to: later, in: bucket)
    }
    try store.execute(sql: "DELETE FROM main.outside_name WHERE run = ?", arguments: [run])
  }

  private func passOn(_ changes: NameChanges, to later: [NamingRun], in bucket: Int) throws {
    guard !changes.isEmpty, !later.isEmpty else { return }
    let notes = try notes(in: bucket)
    var rest = changes
    for run in later where !rest.isEmpty {
      let passed = rest.passed(to: NameChanges(notes.filter { $0.run == run.number }), isComplete: run.isComplete)
      try keep(passed.next, of: run.number, in: bucket)
      rest = passed.rest
    }
  }

  /// Makes one log of those of two projects that become one: each run's changes are those since the run captured before
  /// its own, whichever project that is of.
  ///
  /// - Throws: `StorageError`.
  static func join(_ project: String, _ other: String, in store: Connection) throws {
    let logs = try [NameLog(of: project, in: store), NameLog(of: other, in: store)]
    guard logs.allSatisfy({ !$0.runs.isEmpty }) else { return }
    let runs = logs.enumerated().flatMap { log, all in all.runs.map { (log: log, run: $0) } }
      .sorted { ($0.run.capturedTo, $0.run.number) < ($1.run.capturedTo, $1.run.number) }
    for bucket in 0..<NamePair.bucketCount {
      let notes = try logs.map { Dictionary(grouping: try $0.notes(in: bucket), by: \.run) }
      // The state by each log, and the state by both.
      var (states, joined): ([Set<NamePair>], Set<NamePair>) = ([[], []], [])
      // Whether the latter is the state by the log of the run before.
      var isOne = false
      for (index, (log, run)) in runs.enumerated() {
        let changes = NameChanges(notes[log][run.number] ?? [])
        states[log].subtract(changes.ended)
        states[log].formUnion(changes.borne)
        let last = index > 0 && isOne ? runs[index - 1].log : nil
        if last == log { continue }
        let before = last.map { states[$0] } ?? joined
        // A partial export says nothing of accounts that it does not show.
        joined = run.isComplete ? states[log] : before.subtracting(changes.ended).union(changes.borne)
        isOne = run.isComplete
        try logs[log].keep(
          NameChanges(borne: Array(joined.subtracting(before)), ended: Array(before.subtracting(joined))),
          of: run.number, in: bucket)
      }
    }
  }

  /// The keys of the accounts out of scope that bore one of the names, or are among `accounts`.
  ///
  /// - Throws: `StorageError`.
  static func accounts(
    bearing names: Set<UInt64>, among accounts: Set<UInt64>, of project: String, in store: Connection
  ) throws -> Set<UInt64> {
    let rows = try SelectStatement(
      store,
      "SELECT o.pairs FROM main.outside_name o JOIN main.run r ON r.number = o.run WHERE r.project = ?")
    try rows.start([project])
    var found: Set<UInt64> = []
    while try rows.next() {
      for pair in pairs(rows.data(0)) where names.contains(pair.name) || accounts.contains(pair.account) {
        found.insert(pair.account)
      }
    }
    return found
  }

  /// Forgets the names that an account bore while it was out of scope.
  ///
  /// - Parameter key: of the account: `stored_account.uid_key`, or `NamePair.account(uid:tenant:)`.
  /// - Returns: whether there were any.
  /// - Throws: `StorageError`.
  @discardableResult
  static func forget(_ key: UInt64, of project: String, in store: Connection) throws -> Bool {
    let rows = try SelectStatement(
      store,
      """
      SELECT o.rowid, o.pairs FROM main.outside_name o JOIN main.run r ON r.number = o.run
      WHERE o.bucket = ? AND r.project = ?
      """)
    try rows.start([NamePair.bucket(of: key), project])
    var changed: [(row: Int64, pairs: [NamePair])] = []
    while try rows.next() {
      let all = pairs(rows.data(1))
      let others = all.filter { $0.account != key }
      if others.count < all.count { changed.append((rows.integer(0), others)) }
    }
    for (row, others) in changed {
      if others.isEmpty {
        try store.execute(sql: "DELETE FROM main.outside_name WHERE rowid = ?", arguments: [row])
      } else {
        try store.execute(
          sql: "UPDATE main.outside_name SET pairs = ? WHERE rowid = ?", arguments: [data(others), row])
      }
    }
    return !changed.isEmpty
  }
}
