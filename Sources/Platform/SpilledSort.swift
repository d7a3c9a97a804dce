/// How records of one kind stand in a temporary file.
package protocol ScratchRecord: Sendable {
  func write(to writer: inout ByteWriter)
  /// Nil where the bytes are not what `write` wrote.
  init?(from reader: inout ByteReader)
}

/// Brings records into order that come one by one: in memory while they are few, else in sorted runs in a temporary
/// file. Records that are equal in order stay in that in which they came.
package struct SpilledSort<Record: ScratchRecord>: Sendable {
  private let limit: Int
  private let precedes: @Sendable (Record, Record) -> Bool
  private var waiting: [Record] = []
  private var file: ScratchFile?
  /// The bytes of each run.
  private var runs: [Range<Int64>] = []
  /// The last of the last run.
  private var last: Record?

  /// - Parameter limit: how many are in memory at most.
  package init(limit: Int, by precedes: @escaping @Sendable (Record, Record) -> Bool) {
    self.limit = max(2, limit)
    self.precedes = precedes
  }

  /// - Throws: `FolderProblem`, `Interruption.Stopped`.
  package mutating func append(_ record: Record) throws {
    waiting.append(record)
    // Some stay, so that records that are nearly in order make one run.
    if waiting.count >= limit { try spill(keeping: limit / 8) }
  }

  private mutating func spill(keeping kept: Int) throws {
    waiting.sort(by: precedes)
    let file = try self.file ?? ScratchFile()
    self.file = file
    let start = file.size
    let spilled = waiting.count - kept
    for record in waiting.prefix(spilled) { try file.append { record.write(to: &$0) } }
    let follows = if let last { waiting.first.map { !precedes($0, last) } ?? true } else { false }
    if follows, let run = runs.last {
      runs[runs.count - 1] = run.lowerBound..<file.size
    } else if spilled > 0 {
      runs.append(start..<file.size)
    }
    if spilled > 0 { last = waiting[spilled - 1] }
    waiting.removeFirst(spilled)
  }

  /// To be called once.
  ///
  /// - Throws: as `append`.
  package mutating func finish() throws -> SpilledRecords<Record> {
    guard file != nil else {
      waiting.sort(by: precedes)
      waiting.reverse()
      return SpilledRecords(few: waiting)
    }
    try spill(keeping: 0)
    guard let file else { return SpilledRecords(few: []) }
    try file.flush()
    return SpilledRecords(file, runs, by: precedes)
  }
}

/// Records in order, each to be taken once.
package struct SpilledRecords<Record: ScratchRecord>: Sendable {
  private enum Source: Sendable {
    /// The last one comes first, so that each goes when it is taken.
    case memory([Record])
    case file(ScratchFile, [Range<Int64>])
  }

  private struct Head {
    var record: Record
    var run: Int
  }

  private var source: Source
  private let precedes: (@Sendable (Record, Record) -> Bool)?

  fileprivate init(few: [Record]) {
    source = .memory(few)
    precedes = nil
  }

  fileprivate init(
    _ file: ScratchFile, _ runs: [Range<Int64>], by precedes: @escaping @Sendable (Record, Record) -> Bool
  ) {
    source = .file(file, runs)
    self.precedes = precedes
  }

  package init() { self.init(few: []) }

  /// Passes each to `body`, and has none any more.
  ///
  /// - Throws: `FolderProblem` where one cannot be read, and what `body` throws.
  package mutating func takeEach(_ body: (Record) throws -> Void) throws {
    defer { self = SpilledRecords() }
    switch source {
    case .memory(var records):
      source = .memory([])
      while let record = records.popLast() { try body(record) }
    case .file(let file, let runs):
      try Self.merge(
        runs.map { ScratchFile.Reader(file, $0, step: runs.count > 1 ? 1 << 14 : 1 << 17) }, precedes, body)
    }
  }

  private static func merge(
    _ readers: [ScratchFile.Reader], _ precedes: (@Sendable (Record, Record) -> Bool)?, _ body: (Record) throws -> Void
  ) throws {
    var readers = readers
    // The next of each run, the first of all at the end.
    var heads: [Head] = []
    func insert(_ run: Int) throws {
      guard let record = try readers[run].next({ Record(from: &$0) }) else { return }
      var (low, high) = (0, heads.count)
      while low < high {
        let middle = (low + high) / 2
        // If two are equal in order, the one of the earlier run comes first.
        let other = heads[middle]
        let comesFirst =
          precedes?(other.record, record) == true
          || precedes?(record, other.record) != true && other.run < run
        if comesFirst { high = middle } else { low = middle + 1 }
      }
      heads.insert(Head(record: record, run: run), at: low)
    }
    for run in readers.indices { try insert(run) }
    while let head = heads.popLast() {
      try body(head.record)
      try insert(head.run)
    }
  }
}
