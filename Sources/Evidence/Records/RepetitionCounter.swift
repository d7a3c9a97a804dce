import Platform
package import Timestamps

/// Counts, of records that nobody keeps, those that say the same as another one: as `EvidenceSession` counts them, but
/// for copies of one notice that are not alike.
///
/// Of each record it keeps a hash and a place: in memory while they are few, else in a temporary file.
package final class RepetitionCounter: EvidenceSink {
  private struct Entry {
    var content: UInt64
    /// Of consents and requests the last one counts.
    var ref: Int64
    var isStatement: Bool

    init(_ content: UInt64, at place: Place, isStatement: Bool) {
      self.content = content
      self.isStatement = isStatement
      ref = place.ref
    }

    func write(to writer: inout ByteWriter) {
      writer.add(Int64(bitPattern: content))
      writer.add(ref)
      writer.add(count: isStatement ? 1 : 0)
    }

    init?(from reader: inout ByteReader) {
      guard let content = reader.number(), let ref = reader.number(), let flag = reader.count() else { return nil }
      (self.content, self.ref, isStatement) = (UInt64(bitPattern: content), ref, flag == 1)
    }

    var place: Place { Place(ref: ref) }

    func precedes(_ other: Entry) -> Bool {
      content == other.content ? ref < other.ref : content < other.content
    }
  }

  private let limit: Int
  private var waiting: [Entry] = []
  private var file: ScratchFile?
  /// The bytes of each run of sorted entries.
  private var runs: [Range<Int64>] = []
  private let keys = AccountKeys()

  /// - Parameter limit: how many records are in memory at most.
  package init(limit: Int = 500_000) {
    self.limit = limit
  }

  private func append(_ entry: Entry) throws {
    waiting.append(entry)
    if waiting.count >= limit { try spill() }
  }

  /// `SpilledSort` does the same for records of any type, and takes ten times as long for such small ones.
  private func spill() throws {
    waiting.sort { $0.precedes($1) }
    let file = try self.file ?? ScratchFile()
    self.file = file
    let start = file.size
    for entry in waiting { try file.append { entry.write(to: &$0) } }
    runs.append(start..<file.size)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Passes all entries to `body`, in order.
  private func takeEach(_ body: (Entry) -> Void) throws {
    guard file != nil else {
      waiting.sort { $0.precedes($1) }
      return waiting.forEach(body)
    }
    if !waiting.isEmpty { try spill() }
    guard let file else { return }
    try file.flush()
    var readers = runs.map { ScratchFile.Reader(file, $0, step: 1 << 14) }
    // The next of each run, the first of all at the end.
    var heads: [(entry: Entry, run: Int)] = []
    func insert(_ run: Int) throws {
      guard let entry = try readers[run].next({ Entry(from: &$0) }) else { return }
      let place = heads.firstIndex { $0.entry.precedes(entry) } ?? heads.endIndex
      heads.insert((entry, run), at: place)
    }
    for run in readers.indices { try insert(run) }
    while let head = heads.popLast() {
      body(head.entry)
      try insert(head.run)
    }
  }

  package func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    keys.take(account)
    let key = AccountKeys.key(uid: keys.uid, tenant: account.tenant)
    // An account of other content is no repetition, but a contradiction.
    try append(Entry((key ^ account.contentHash(keys).mixed).mixed, at: place, isStatement: false))
    return .outOfScope
  }

  package func accept(_ account: AccountSketch, at place: Place) {}

  package func accept(_ record: EvidenceRecord, at place: Place) throws {
    let content = PreparedRecord(record).content
    let identity = record.base.identity(content: content) ?? content
    let kind = record.kind
    try append(
      Entry(
        UInt64(bitPattern: Int64(identity)), at: place, isStatement: kind == .consents || kind == .deletions))
  }

  /// To be called once, when all is read.
  ///
  /// - Parameter captures: when the sources were captured.
  /// - Returns: by source, how many of its records repeat another one, which counts in their place.
  /// - Throws: `FolderProblem`, `Interruption.Stopped`.
  package func finish(captures: [SourceOrdinal: Timestamp]) throws -> [SourceOrdinal: Int] {
    var repetitions: [SourceOrdinal: Int] = [:]
    var kept: Entry?
    func captured(_ entry: Entry) -> Int64 { captures[entry.place.source]?.milliseconds ?? 0 }
    try takeEach { entry in
      guard let first = kept, first.content == entry.content else {
        kept = entry
        return
      }
      let isLater = captured(first) <= captured(entry)
      let counts = entry.isStatement && isLater
      if counts { kept = entry }
      let other = (counts ? first : entry).place
      // A record of several statements is repeated once.
      if other.part == 0 { repetitions[other.source, default: 0] += 1 }
    }
    return repetitions
  }
}
