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
    var places: [FindingFile.Place]
    /// The index of the first.
    var start: Int
  }

  private var storage: Storage

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

  /// How many stay in memory: 200 MB of them. A file costs some microseconds a finding, each time that all are read.
  package static let inMemory = 200_000

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
    case .files(let segments): segments.last.map { $0.start + $0.places.count } ?? 0
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
        var reader = FindingFile.Reader(segments[low].file)
        return reader.finding(at: segments[low].places[position - segments[low].start])
      }
    }
    _modify { yield &array[position] }
  }

  package func makeIterator() -> Iterator { Iterator(self) }

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
        while segment < segments.count, position == segments[segment].places.count {
          (segment, position, reader) = (segment + 1, 0, nil)
        }
        guard segment < segments.count else { return nil }
        if reader == nil { reader = FindingFile.Reader(segments[segment].file) }
        defer { position += 1 }
        return reader?.finding(at: segments[segment].places[position])
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
  mutating func sort() {
    switch storage {
    case .memory: array.sort(by: Report.Finding.precedes)
    case .files(let segments):
      var keys: [(finding: Report.Finding, segment: Int, place: FindingFile.Place)] = []
      keys.reserveCapacity(count)
      for (number, segment) in segments.enumerated() {
        var reader = FindingFile.Reader(segment.file)
        for place in segment.places {
          var finding = reader.finding(at: place)
          // What the order does not rest on.
          (finding.message, finding.reason, finding.evidence, finding.judgedIn) = ("", "", [], nil)
          keys.append((finding, number, place))
        }
      }
      keys.sort { Report.Finding.precedes($0.finding, $1.finding) }
      self = FindingArray(
        keys.lazy.map { (segments[$0.segment].file, $0.place) })
    }
  }

  init(_ file: FindingFile, _ places: [FindingFile.Place]) {
    storage = .files([Segment(file: file, places: places, start: 0)])
  }

  private init(_ places: some Sequence<(FindingFile, FindingFile.Place)>) {
    var segments: [Segment] = []
    var count = 0
    for (file, place) in places {
      if let last = segments.indices.last, segments[last].file === file {
        segments[last].places.append(place)
      } else {
        segments.append(Segment(file: file, places: [place], start: count))
      }
      count += 1
    }
    storage = .files(segments)
  }

  /// Removes findings, and puts others in the places that the order of a report gives them.
  ///
  /// - Throws: `CannotWrite`.
  package mutating func replace(_ ids: Set<String>, by others: [Report.Finding]) throws {
    guard isInFile else {
      array.removeAll { ids.contains($0.id) }
      array += others
      sort()
      return
    }
    var rest = others.sorted(by: Report.Finding.precedes)[...]
    var builder = Builder(limit: 0)
    for finding in self where !ids.contains(finding.id) {
      while let next = rest.first, Report.Finding.precedes(next, finding) {
        try builder.append(next)
        rest.removeFirst()
      }
      try builder.append(finding)
    }
    for finding in rest { try builder.append(finding) }
    try check()
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
        part.start = segments.last.map { $0.start + $0.places.count } ?? 0
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
