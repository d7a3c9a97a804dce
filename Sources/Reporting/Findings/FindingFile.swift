import Platform
import Synchronization
import Timestamps
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Findings in a temporary file without a name, so that nobody else can open it and it goes with the process.
///
/// # Safety
/// Sendable although it is written: only `FindingArray.Builder` writes, before it hands the file on. Reading by place
/// changes nothing that threads share, and the descriptor is open until the last of them lets go of the file.
final class FindingFile: @unchecked Sendable {
  /// Where a finding's bytes are.
  struct Place: Sendable {
    var offset: UInt64
    var count: UInt32
  }

  /// What this process wrote to a temporary file cannot be read again.
  struct Unreadable: Error {}

  private let descriptor: Int32
  /// Whether a finding could not be read.
  private let isUnreadable = Atomic(false)
  private var size: UInt64 = 0
  /// What is not in the file yet.
  private var waiting: [UInt8] = []

  private static let chunk = 1 << 18

  /// - Throws: `CannotWrite`.
  init() throws {
    do throws(FolderProblem) {
      let folder = try TemporaryFiles.folder()
      descriptor = try folder.folder.makeFile("findings")
      folder.remove()
    } catch {
      throw CannotWrite(path: "a temporary file", cause: error.cause)
    }
  }

  deinit { close(descriptor) }

  /// - Throws: `CannotWrite`, `Interruption.Stopped`.
  func append(_ finding: Report.Finding) throws -> Place {
    let start = waiting.count
    FindingCoding.append(finding, to: &waiting)
    let count = waiting.count - start
    let place = Place(offset: size + UInt64(start), count: UInt32(count))
    if waiting.count > Self.chunk { try flush() }
    return place
  }

  /// To be called when all are written.
  ///
  /// - Throws: as `append`.
  func flush() throws {
    try Interruption.check()
    do throws(FolderProblem) {
      try FileBytes.write(waiting, to: descriptor)
    } catch {
      throw CannotWrite(path: "a temporary file", cause: error.cause)
    }
    size += UInt64(waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }

  /// - Throws: `Unreadable` where a reading failed: then what was made of the findings is wrong.
  func check() throws {
    if isUnreadable.load(ordering: .relaxed) { throw Unreadable() }
  }

  /// Reads findings one after another, those that stand in a row with few calls.
  struct Reader {
    private let file: FindingFile
    private var chunk: [UInt8] = []
    private var start: UInt64 = 0
    private var end: UInt64 = 0

    private static let nothing = Report.Finding(
      id: "", rule: "", severity: .critical, verdict: .fail, reason: "", state: .new, message: "",
      subject: Report.Subject(project: nil, tenant: nil, uid: nil, email: nil, appleSub: nil), object: nil, dueAt: nil,
      firstSeen: Timestamp(milliseconds: 0), waiver: nil, evidence: [])

    init(_ file: FindingFile) { self.file = file }

    mutating func finding(at place: Place) -> Report.Finding {
      let last = place.offset + UInt64(place.count)
      if place.offset < start || last > end {
        // As much as follows, where this one follows the last.
        let count = place.offset == end ? max(Int(place.count), FindingFile.chunk) : Int(place.count)
        chunk = file.read(count, at: place.offset)
        (start, end) = (place.offset, place.offset + UInt64(chunk.count))
      }
      let from = Int(place.offset - start)
      guard last <= end, let finding = FindingCoding.finding(chunk[from..<(from + Int(place.count))]) else {
        // A collection cannot throw: `check` does, before anything lasts that was made of this.
        file.isUnreadable.store(true, ordering: .relaxed)
        return Self.nothing
      }
      return finding
    }
  }

  /// As many of the bytes as there are; none where they cannot be read.
  fileprivate func read(_ count: Int, at offset: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // # Safety: the buffer has this room, and what was read is what is counted as filled.
      let room = UnsafeMutableRawBufferPointer(buffer)
      filled = (try? FileBytes.read(into: room, from: descriptor, at: Int64(offset))) ?? 0
    }
  }
}
