import Platform
import Testing

/// Records in a temporary file are the same as in memory, and in the same order.
@Suite struct SpilledSortTests {
  private struct Entry: ScratchRecord, Equatable {
    var key: Int64
    /// In which order it came.
    var number: Int64
    var text: String?
    var shared: String?

    init(key: Int, number: Int) {
      self.key = Int64(key)
      self.number = Int64(number)
      text = number % 7 == 0 ? nil : String(repeating: "é", count: number % 5)
      shared = number % 11 == 0 ? nil : "text \(number % 5000)"
    }

    func write(to writer: inout ByteWriter) {
      writer.add(key)
      writer.add(optional: text)
      writer.add(shared: shared)
      writer.add(number)
    }

    init?(from reader: inout ByteReader) {
      guard let key = reader.number() else { return nil }
      (self.key, text, shared) = (key, reader.text(), reader.sharedText())
      guard let number = reader.number() else { return nil }
      self.number = number
    }
  }

  private func sorted(_ entries: [Entry], limit: Int) throws -> [Entry] {
    var sort = SpilledSort<Entry>(limit: limit) { $0.key < $1.key }
    for entry in entries { try sort.append(entry) }
    var records = try sort.finish()
    var result: [Entry] = []
    try records.takeEach { result.append($0) }
    try records.takeEach { _ in Issue.record("a record came twice") }
    return result
  }

  @Test(arguments: [2, 100, 1999, 100_000]) func recordsComeInOrder(limit: Int) throws {
    let orders: [(Int) -> Int] = [
      { $0 }, { -$0 }, { $0 * 7919 % 1009 }, { $0 / 100 }, { $0 / 10 * 10 - $0 % 10 }, { _ in 0 },
    ]
    for count in [0, 1, 5_000] where count < 10 || limit > 3 {
      for order in orders {
        let entries = (0..<count).map { Entry(key: order($0), number: $0) }
        // Those that are equal in order stay as they came.
        let expected = entries.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
        #expect(try sorted(entries, limit: limit) == expected)
      }
    }
  }

  @Test func fewRecordsMayBeSpilledOneByOne() throws {
    let entries = (0..<60).map { Entry(key: $0 * 37 % 60, number: $0) }
    for limit in [0, 2, 9, 59, 60, 61] {
      #expect(try sorted(entries, limit: limit).map(\.key) == Array(0..<60))
    }
  }

  @Test func aReaderStopsWhereItsRangeEnds() throws {
    let file = try ScratchFile()
    var places: [Int64] = []
    for number in 0..<100 {
      places.append(file.size)
      try file.append { Entry(key: number, number: number).write(to: &$0) }
    }
    try file.flush()
    for step in [1, 40, 1 << 20] {
      var reader = ScratchFile.Reader(file, places[10]..<places[20], step: step)
      var keys: [Int64] = []
      while let entry = try reader.next({ Entry(from: &$0) }) { keys.append(entry.key) }
      #expect(keys == Array(10..<20) && reader.isAtEnd)
    }
    // What is not there is an error, not an end.
    var reader = ScratchFile.Reader(file, 0..<(file.size + 8))
    #expect(throws: FolderProblem.self) { while try reader.next({ Entry(from: &$0) }) != nil {} }
  }
}
