package import Storage
package import Timestamps

/// What earlier runs of a project read and what still counts (docs/contract.md, section 4, "Memory"). `History`
/// implements it over the store.
package protocol EarlierEvidence: AnyObject {
  /// Finds the sources of remembered records that still count.
  ///
  /// To be called when all sources but those of accounts are read, and the run's tables are published.
  ///
  /// - Parameter sources: of this run. Remembered sources get the ordinals from `first` on.
  /// - Throws: `StorageError`.
  func find(beside sources: [ReadSource], from first: SourceOrdinal) throws -> [RememberedSource]

  /// After `find`: whom the records name, also those that a source of this run repeats.
  ///
  /// - Throws: `StorageError`, and what `body` throws.
  func forEachName(_ body: (RememberedName) throws -> Void) throws

  /// After `find`: what the records say of former names.
  func aliases() throws -> [AliasRecord]

  /// After `find`: copies the records that no source of this run repeats into the run's tables. It may run on
  /// another thread, while nobody else uses this or the run's file of evidence.
  ///
  /// - Throws: `StorageError`.
  func copy() throws

  /// After `find`: ids of earlier runs' sources whose records count no longer, since this run's sources say otherwise.
  var ended: [Int64] { get }

  /// After `find`: the same, but for what these sources of this run end by what they lack.
  func ended(butBy undecided: Set<SourceOrdinal>) -> [Int64]

  /// After `find`: tables of this run that show fewer rows than before although they reach as far back.
  var shrunken: [ShrunkenTable] { get }

  /// After `find`: sources of earlier runs of which not all could be read, and which no later one makes up for.
  var damaged: [EarlierDamage] { get }

  /// After `copy`: files of snapshots that are not among those of this run, and whose records count.
  var leftOver: [LeftOverFile] { get }

  /// After `copy`: columns that decided records which this run's sources show again without them.
  var lostColumns: [LostColumn] { get }

  /// After `copy`: how many consents that were taken back on an earlier night this run's files show in force again by
  /// the same row, of files that end what they lack.
  var revivedConsents: Int { get }

  /// After `copy`: other files that are not among those of this run although it has some of their kind, and whose
  /// records count.
  var absent: [AbsentFile] { get }
}

/// The names of a remembered record.
package struct RememberedName {
  let kind: EvidenceKind
  let keys: SubjectKeys
  /// An address that Apple calls private, by its key.
  let privateEmail: UInt64?
  /// Whether it is a record of `OtherActivity`.
  let isOtherActivity: Bool

  /// - Parameter row: of `columns`.
  package init?(_ row: SelectStatement) {
    guard let kind = EvidenceKind(rawValue: row.text(0)) else { return nil }
    self.kind = kind
    privateEmail = row.optionalInteger(1).map { UInt64(bitPattern: $0) }
    keys = SubjectKeys(row, from: 2)
    isOtherActivity = row.optionalInteger(7) == 1
  }

  /// The columns of `MemoryTables.keys` that `init` reads.
  package static let columns = [
    "kind", "private_email", "uid", "apple_sub", "email", "email_sha256", "phone", "other_activity",
  ]
}

/// A table of statements that may have lost rows. These still count, since no setting says that its rows end.
package struct ShrunkenTable: Sendable {
  package var path: String
  package var records: Int
  package var recordsBefore: Int

  package init(path: String, records: Int, recordsBefore: Int) {
    self.path = path
    self.records = records
    self.recordsBefore = recordsBefore
  }

  /// A sentence, with the remedy.
  package var sentence: String {
    let shown =
      records == 0
      ? "none of the records that it showed before (\(recordsBefore))"
      : "\(records) of the \(recordsBefore) records that it showed before, and reaches as far back"
    return """
      `\(path)` shows \(shown). The records that it no longer shows still count. If it is a whole table whose rows are \
      removed when they no longer hold, set `mode: snapshot` in its entry under `inputs`; not if it is a window, such \
      as the rows that changed lately.
      """
  }
}

/// A file of an earlier run that belongs to a snapshot, is not there this time, and may be a part that is missing.
package struct LeftOverFile: Codable, Hashable, Sendable {
  package var path: String
  /// The entry under `inputs` that says `mode: snapshot`.
  package var entry: String
  /// How many of its records still count.
  package var records: Int

  package init(path: String, entry: String, records: Int) {
    self.path = path
    self.entry = entry
    self.records = records
  }

  /// A sentence, with the remedy.
  package var sentence: String {
    """
    `\(path)` is not among the files of the entry `\(entry)`, which has `mode: snapshot`. It may be a part that is \
    missing or that breaks off, so what it showed (records: \(records)) still counts. Supply the entry's whole files \
    under the names that they had.
    """
  }
}

/// A column that ended or decided records on earlier nights, and that a source has in no record although it shows such
/// a record again: nobody knows how its records stand.
package struct LostColumn: Codable, Hashable, Comparable, Sendable {
  package var source: SourceOrdinal
  /// The source's own.
  package var name: String

  package init(source: SourceOrdinal, name: String) {
    self.source = source
    self.name = name
  }

  package static func < (left: LostColumn, right: LostColumn) -> Bool {
    (left.source, left.name) < (right.source, right.name)
  }
}

/// A file of an earlier run that this one lacks, beside others of its kind.
package struct AbsentFile: Codable, Hashable, Sendable {
  package var path: String
  package var kind: EvidenceKind
  /// The last run that read it.
  package var run: Int64
  /// How many of its records still count.
  package var records: Int

  package init(path: String, kind: EvidenceKind, run: Int64, records: Int) {
    self.path = path
    self.kind = kind
    self.run = run
    self.records = records
  }

  /// A sentence, with the remedy.
  package var sentence: String {
    """
    `\(path)` is missing, although other files of kind `\(kind.rawValue)` are there. Run \(run) read it last. What it \
    showed (records: \(records)) still counts, and what has become of it since is unknown. Supply it again if it still \
    exists.
    """
  }
}

/// A source of this run, with what memory needs of it.
package struct ReadSource: Sendable {
  package var ordinal: SourceOrdinal
  package var path: String
  /// The path without the dates in it: the same for a file of every night.
  package var series: String
  package var kind: EvidenceKind
  package var format: String?
  /// Of the file's bytes, lower-case hex.
  package var sha256: String
  /// What the reading of those bytes depended on: the source's settings and the program's version.
  package var mapping: String
  package var capturedAt: Timestamp
  /// Whether places count lines rather than records.
  package var countsLines: Bool
  package var records: Int
  /// The earliest of the records' own times.
  package var firstTime: Timestamp?
  /// The latest of them.
  package var lastTime: Timestamp?
  /// Whether a record that it no longer shows counts no longer: `mode: snapshot`, and nothing of it was rejected or
  /// cut.
  package var endsWhatItLacks: Bool
  /// The path, as written, of its entry under `inputs` where that says `mode: snapshot`. The files that the entry
  /// matches are one snapshot.
  package var snapshotEntry: String?
  /// Whether it shows by what it lacks that there was no such record: it does not break off, and had next to no
  /// rejects.
  package var isWhole: Bool
  /// Whom its rejected records name.
  package var rejectedNames = RejectedNames()
  /// By the name of ours, each of its columns that the configuration maps and that no record has.
  package var unfound: [String: String] = [:]
  /// False where it has columns that may change what its records say and that nothing reads.
  package var isRemembered: Bool

  package init(
    ordinal: SourceOrdinal, path: String, series: String, kind: EvidenceKind, format: String?, sha256: String,
    mapping: String, capturedAt: Timestamp, countsLines: Bool, records: Int, firstTime: Timestamp?,
    endsWhatItLacks: Bool, isWhole: Bool, isRemembered: Bool = true
  ) {
    self.isRemembered = isRemembered
    self.ordinal = ordinal
    self.path = path
    self.series = series
    self.kind = kind
    self.format = format
    self.sha256 = sha256
    self.mapping = mapping
    self.capturedAt = capturedAt
    self.countsLines = countsLines
    self.records = records
    self.firstTime = firstTime
    self.endsWhatItLacks = endsWhatItLacks
    self.isWhole = isWhole
  }
}

/// A source of an earlier run, of which records may still count.
package struct RememberedSource: Sendable {
  package var ordinal: SourceOrdinal
  package var path: String
  package var kind: EvidenceKind
  package var capturedAt: Timestamp
  package var countsLines: Bool
  /// How many it had when it was read.
  package var records: Int
  /// As `ReadSource.isWhole`.
  package var isWhole: Bool
  /// The number and the as-of time of the run that read it.
  package var run: Int64
  package var runAsOf: Timestamp

  package init(
    ordinal: SourceOrdinal, path: String, kind: EvidenceKind, capturedAt: Timestamp, countsLines: Bool, records: Int,
    isWhole: Bool, run: Int64, runAsOf: Timestamp
  ) {
    self.ordinal = ordinal
    self.path = path
    self.kind = kind
    self.capturedAt = capturedAt
    self.countsLines = countsLines
    self.records = records
    self.isWhole = isWhole
    self.run = run
    self.runAsOf = runAsOf
  }
}
