import Platform
import Synchronization
package import Vocabulary

/// The findings of a report, in its order: in memory while they are few, else in a temporary file, since a million take
/// a gigabyte.
package struct FindingArray: Sendable {
  private enum Storage {
    case memory([Report.Finding])
    /// In one or several files, in the order of the list.
    case files([Segment])
  }

  /// Findings that stand in one file.
  private struct Segment {
    var file: FindingFile
    /// The index of the first.
    var start: Int
  }

  private var storage: Storage { didSet { counted = Counted() } }

  private var counted = Counted()

  /// The tally, once somebody asked for it. Copies of a list count once.
  private final class Counted: Sendable {
    private let tally = Mutex<FindingTally?>(nil)

    func tally(of findings: FindingArray) -> FindingTally {
      tally.withLock { tally in
        if let tally { return tally }
        let made = FindingTally(findings)
        tally = made
        return made
      }
    }
  }

  package var tally: FindingTally { counted.tally(of: self) }

  package init(_ findings: [Report.Finding] = []) { storage = .memory(findings) }

  /// To be called before anything lasts that was made of them.
  ///
  /// - Throws: an error where one of them could not be read from a file.
  package func check() throws {
    guard case .files(let segments) = storage else { return }
    for segment in segments { try segment.file.check() }
  }

  /// Whether they are in a file: to change one by one is slow then.
  var isInFile: Bool { if case .files = storage { true } else { false } }

  /// How many of them are in memory.
  package var countInMemory: Int { isInFile ? 0 : count }

  /// How many stay in memory: 20 MB of them. A file costs a microsecond or two a finding, each time that all are read.
  package static let inMemory = 20_000

  /// All of them, in memory.
  package var array: [Report.Finding] {
    get { if case .memory(let findings) = storage { findings } else { Array(self) } }
    _modify {
      var findings = array
      // Else the array would be copied.
      storage = .memory([])
      defer { storage = .memory(findings) }
      yield &findings
    }
  }
}

// MARK: - Reading

extension FindingArray: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .memory(let findings): findings.count
    case .files(let segments): segments.last.map { $0.start + $0.file.count } ?? 0
    }
  }

  package subscript(position: Int) -> Report.Finding {
    get {
      switch storage {
      case .memory(let findings): return findings[position]
      case .files(let segments):
        var (low, high) = (0, segments.count)
        while high - low > 1 {
          let middle = (low + high) / 2
          if segments[middle].start <= position { low = middle } else { high = middle }
        }
        return segments[low].file[position - segments[low].start]
      }
    }
    _modify { yield &array[position] }
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// Unlike an iterator, it copies no finding that is in memory: a copy takes as long as what most callers do with it.
  package func visitEach(_ body: (Report.Finding) throws -> Void) rethrows {
    guard case .memory(let findings) = storage else {
      for finding in self { try body(finding) }
      return
    }
    try findings.withUnsafeBufferPointer { findings in
      for index in findings.indices { try body(findings[index]) }
    }
  }

  package struct Iterator: IteratorProtocol {
    private let storage: Storage
    private var segment = 0
    /// In the segment, or among all where they are in memory.
    private var position = 0
    private var reader: FindingFile.Reader?

    fileprivate init(_ list: FindingArray) { storage = list.storage }

    package mutating func next() -> Report.Finding? {
      switch storage {
      case .memory(let findings):
        guard position < findings.count else { return nil }
        defer { position += 1 }
        return findings[position]
      case .files(let segments):
        while segment < segments.count, position == segments[segment].file.count {
          (segment, position, reader) = (segment + 1, 0, nil)
        }
        guard segment < segments.count else { return nil }
        if reader == nil { reader = segments[segment].file.reader }
        position += 1
        return reader?.next()
      }
    }
  }
}

extension FindingArray: Hashable {
  package static func == (left: FindingArray, right: FindingArray) -> Bool { left.elementsEqual(right) }
  package func hash(into hasher: inout Hasher) { for finding in self { hasher.combine(finding) } }
}

extension FindingArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral findings: Report.Finding...) { self.init(findings) }
}

// MARK: - Changing

extension FindingArray {
  package static func += (list: inout FindingArray, findings: some Sequence<Report.Finding>) {
    list.array += findings
  }

  package mutating func removeAll(where isSuch: (Report.Finding) throws -> Bool) rethrows {
    try array.removeAll(where: isSuch)
  }

  /// Changes each finding; what is in a file goes to another one.
  ///
  /// - Throws: `CannotWrite`, and what `body` throws.
  package mutating func changeEach(_ body: (inout Report.Finding) throws -> Void) throws {
    guard isInFile else {
      for index in array.indices { try body(&array[index]) }
      return
    }
    var builder = Builder(limit: 0)
    for var finding in self {
      try body(&finding)
      try builder.append(finding)
    }
    try check()
    self = try builder.finish()
  }

  /// Brings them into the order of a report.
  ///
  /// - Throws: `CannotWrite`.
  mutating func sort() throws {
    guard isInFile else { return array.sort(by: Report.Finding.precedes) }
    var builder = Builder(limit: 0, sorts: true)
    for finding in self { try builder.append(finding) }
    try check()
    self = try builder.finish()
  }

  /// Passes each to `body` in order of id.
  ///
  /// - Throws: `CannotWrite`, and what `body` throws.
  package func forEachByID(_ body: (Report.Finding) throws -> Void) throws {
    try CannotWrite.translated {
      var sort = SpilledSort<Report.Finding>(limit: Self.mostSorted) { $0.id < $1.id }
      for finding in self { try sort.append(finding) }
      try check()
      var sorted = try sort.finish()
      try sorted.takeEach(body)
    }
  }

  init(_ file: FindingFile) { storage = .files([Segment(file: file, start: 0)]) }

  /// Removes findings, and puts others in the places that the order of a report gives them.
  ///
  /// - Parameter others: in the order of a report, as these are.
  /// - Throws: `CannotWrite`.
  package mutating func replace(_ ids: FindingIDs, by others: FindingArray) throws {
    guard isInFile || others.isInFile else {
      array.removeAll { ids.contains($0.id) }
      array += others
      return try sort()
    }
    var rest = others.makeIterator()
    var other = rest.next()
    var builder = Builder(limit: 0)
    for finding in self where !ids.contains(finding.id) {
      while let next = other, Report.Finding.precedes(next, finding) {
        try builder.append(next)
        other = rest.next()
      }
      try builder.append(finding)
    }
    while let next = other {
      try builder.append(next)
      other = rest.next()
    }
    try check()
    try others.check()
    self = try builder.finish()
  }

  /// These lists one after another.
  ///
  /// - Throws: `CannotWrite`.
  package init(joining lists: [FindingArray]) throws {
    guard lists.contains(where: \.isInFile) || lists.reduce(0, { $0 + $1.count }) > Self.inMemory else {
      self.init(Array(lists.map(\.array).joined()))
      return
    }
    var segments: [Segment] = []
    func add(_ list: FindingArray) {
      guard case .files(let parts) = list.storage else { return }
      for var part in parts {
        part.start = segments.last.map { $0.start + $0.file.count } ?? 0
        segments.append(part)
      }
    }
    // Those in memory that follow each other go to one file.
    var few = Builder(limit: 0)
    for list in lists {
      guard list.isInFile else {
        for finding in list { try few.append(finding) }
        continue
      }
      add(try few.finish())
      few = Builder(limit: 0)
      add(list)
    }
    add(try few.finish())
    self.init()
    storage = .files(segments)
  }
}
