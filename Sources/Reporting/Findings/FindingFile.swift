import Platform
import Synchronization
import Timestamps
import Vocabulary

/// Findings in a temporary file, in the order of a list.
///
/// # Safety
/// Sendable although it is written: only `FindingArray.Builder` writes, before it hands the file on. Afterwards nothing
/// changes but an atomic.
final class FindingFile: @unchecked Sendable {
  /// What this process wrote to a temporary file cannot be read again.
  struct Unreadable: Error {}

  private let file: ScratchFile
  /// Whether a finding could not be read.
  private let isUnreadable = Atomic(false)
  private(set) var count = 0
  /// Where every eighth finding begins, in bytes: a place for each would be more than the rest of a report takes.
  private var starts: [Int64] = []

  private static let stride = 8

  /// - Throws: `CannotWrite`.
  init() throws { file = try CannotWrite.translated { try ScratchFile() } }

  /// - Throws: `CannotWrite`, `Interruption.Stopped`.
  func append(_ finding: Report.Finding) throws {
    if count % Self.stride == 0 { starts.append(file.size) }
    count += 1
    try CannotWrite.translated { try file.append { finding.write(to: &$0) } }
  }

  /// To be called when all are written.
  ///
  /// - Throws: as `append`.
  func flush() throws { try CannotWrite.translated { try file.flush() } }

  /// - Throws: `Unreadable` where a reading failed: then what was made of the findings is wrong.
  func check() throws {
    if isUnreadable.load(ordering: .relaxed) { throw Unreadable() }
  }

  /// The finding at an index.
  subscript(index: Int) -> Report.Finding {
    let block = index / Self.stride
    let end = block + 1 < starts.count ? starts[block + 1] : file.size
    var reader = Reader(self, ScratchFile.Reader(file, starts[block]..<end, step: Int(end - starts[block])))
    for _ in 0..<(index % Self.stride) { reader.skip() }
    return reader.next()
  }

  /// Reads all findings one after another.
  var reader: Reader { Reader(self, ScratchFile.Reader(file, 0..<file.size)) }

  struct Reader {
    private let file: FindingFile
    private var records: ScratchFile.Reader

    private static let nothing = Report.Finding(
      id: "", rule: "", severity: .critical, verdict: .fail, reason: "", state: .new, message: "",
      subject: Report.Subject(project: nil, tenant: nil, uid: nil, email: nil, appleSub: nil), object: nil, dueAt: nil,
      firstSeen: Timestamp(milliseconds: 0), waiver: nil, evidence: [])

    fileprivate init(_ file: FindingFile, _ records: ScratchFile.Reader) {
      self.file = file
      self.records = records
    }

    /// To be called as often as there are findings.
    mutating func next() -> Report.Finding {
      if let finding = try? records.next({ Report.Finding(from: &$0) }) { return finding }
      // A collection cannot throw: `check` does, before anything lasts that was made of this.
      file.isUnreadable.store(true, ordering: .relaxed)
      return Self.nothing
    }

    fileprivate mutating func skip() { _ = try? records.next { _ in true } }
  }
}

extension CannotWrite {
  static func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as FolderProblem {
      throw CannotWrite(path: "a temporary file", cause: problem.cause)
    }
  }
}
