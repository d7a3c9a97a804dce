import Platform
import Timestamps
package import Vocabulary

/// The findings that a run had open, by id: in memory while they are few, else in a temporary file in order of id,
/// since a million take 350 MB.
package struct OpenFindings: Sendable {
  /// The findings that are in no file.
  private var few: [String: OpenFinding] = [:]
  private var file: ScratchFile?
  /// How many are in the file.
  private var filed = 0
  /// Of every 32nd finding in the file: its id's number, and where it begins.
  private var marks: [(number: UInt64, place: Int64)] = []

  private static let stride = 32
  /// How many stay in memory: 20 MB of them.
  package static let inMemory = 50_000

  package init(_ findings: [OpenFinding] = []) {
    for finding in findings where few[finding.id] == nil { few[finding.id] = finding }
  }

  package var isEmpty: Bool { few.isEmpty && filed == 0 }
  package var count: Int { few.count + filed }

  // MARK: - Making

  /// Takes findings in order of id.
  struct Builder {
    private var findings = OpenFindings()
    private let limit: Int

    init(limit: Int = OpenFindings.inMemory) { self.limit = limit }

    /// - Throws: `FolderProblem`, `Interruption.Stopped`.
    mutating func add(_ finding: OpenFinding) throws {
      // An id without a number comes from a store that another program wrote.
      guard let number = FindingID.number(of: finding.id), findings.filed > 0 || findings.few.count >= limit else {
        findings.few[finding.id] = finding
        return
      }
      let file = try findings.file ?? ScratchFile()
      findings.file = file
      if findings.filed % OpenFindings.stride == 0 { findings.marks.append((number, file.size)) }
      findings.filed += 1
      try file.append { Filed(finding, number).write(to: &$0) }
    }

    /// To be called once.
    ///
    /// - Throws: as `add`.
    func finish() throws -> OpenFindings {
      try findings.file?.flush()
      return findings
    }
  }

  // MARK: - Reading

  /// Nil for one that the run did not have. May be called on any thread.
  ///
  /// - Throws: `FolderProblem`.
  package func finding(_ id: String) throws -> OpenFinding? {
    if let finding = few[id] { return finding }
    return try place(of: id)?.finding
  }

  /// - Throws: `FolderProblem`.
  package func holds(_ id: String) throws -> Bool { try few[id] != nil || place(of: id) != nil }

  /// A finding of the file, with its place among all that are there.
  private func place(of id: String) throws -> (finding: OpenFinding, index: Int)? {
    guard let file, let number = FindingID.number(of: id) else { return nil }
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let (start, end) = (marks[low - 1].place, low < marks.count ? marks[low].place : file.size)
    var records = ScratchFile.Reader(file, start..<end, step: Int(end - start))
    var index = (low - 1) * Self.stride
    // The number alone tells most of them apart.
    while !records.isAtEnd {
      var found: OpenFinding?
      let isPast = try records.next { reader -> Bool? in
        guard let other = Filed.number(&reader) else { return nil }
        if other == number { found = Filed(other, &reader)?.finding }
        return other >= number
      }
      if let found { return (found, index) }
      if isPast == true { return nil }
      index += 1
    }
    return nil
  }

  /// Passes each to `body`, in no order that matters.
  ///
  /// - Throws: `FolderProblem`, and what `body` throws.
  package func each(_ body: (OpenFinding) throws -> Void) throws {
    try eachWithIndex { finding, _ in try body(finding) }
  }

  /// - Parameter body: gets the place in the file as well.
  private func eachWithIndex(_ body: (OpenFinding, _ index: Int?) throws -> Void) throws {
    for finding in few.values { try body(finding, nil) }
    guard let file else { return }
    var records = ScratchFile.Reader(file, 0..<file.size)
    for index in 0..<filed {
      let filed = try records.next { reader in Filed.number(&reader).flatMap { Filed($0, &reader) } }
      if let filed { try body(filed.finding, index) }
    }
  }

  /// Some of the findings: one bit for each that is in the file.
  package struct Selection: Sendable {
    private let findings: OpenFindings
    private var without: Set<String> = []
    private var bits: [UInt64]

    fileprivate init(_ findings: OpenFindings) {
      self.findings = findings
      bits = Array(repeating: 0, count: (findings.filed + 63) / 64)
    }

    /// Leaves one out.
    ///
    /// - Throws: `FolderProblem`.
    package mutating func remove(_ id: String) throws {
      if findings.few[id] != nil {
        without.insert(id)
      } else if let index = try findings.place(of: id)?.index {
        bits[index / 64] |= 1 << UInt64(index % 64)
      }
    }

    /// Passes each that is not left out to `body`.
    ///
    /// - Throws: `FolderProblem`, and what `body` throws.
    package func each(_ body: (OpenFinding) throws -> Void) throws {
      try findings.eachWithIndex { finding, index in
        let isLeftOut = index.map { bits[$0 / 64] >> UInt64($0 % 64) & 1 == 1 } ?? without.contains(finding.id)
        if !isLeftOut { try body(finding) }
      }
    }
  }

  /// All of them, to leave some out.
  package var selection: Selection { Selection(self) }
}

/// A finding in the file.
private struct Filed {
  var number: UInt64
  var finding: OpenFinding

  private static let verdicts = Verdict.allCases

  init(_ finding: OpenFinding, _ number: UInt64) {
    self.finding = finding
    self.number = number
  }

  func write(to writer: inout ByteWriter) {
    writer.add(Int64(bitPattern: number))
    writer.add(shared: finding.rule)
    writer.add(optional: finding.account)
    writer.add(finding.firstSeen.milliseconds)
    writer.add(finding.lastSeen.milliseconds)
    writer.add(optional: finding.judgedIn)
    writer.add(count: finding.verdict.flatMap(Self.verdicts.firstIndex).map { $0 + 1 } ?? 0)
  }

  static func number(_ reader: inout ByteReader) -> UInt64? { reader.number().map(UInt64.init(bitPattern:)) }

  /// - Parameter reader: behind the number.
  init?(_ number: UInt64, _ reader: inout ByteReader) {
    guard let rule = reader.sharedText(), let account = reader.number(), let firstSeen = reader.number(),
      let lastSeen = reader.number(), let judgedIn = reader.number(), let verdict = reader.count(),
      verdict <= Self.verdicts.count
    else { return nil }
    self.init(
      OpenFinding(
        id: FindingID.id(number), rule: rule, account: account == .min ? nil : account,
        firstSeen: Timestamp(milliseconds: firstSeen), lastSeen: Timestamp(milliseconds: lastSeen),
        verdict: verdict == 0 ? nil : Self.verdicts[verdict - 1], judgedIn: judgedIn == .min ? nil : judgedIn),
      number)
  }
}
