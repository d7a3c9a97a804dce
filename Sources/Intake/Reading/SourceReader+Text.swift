import Evidence

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SourceReader {
  /// Lines for which the pattern gave up, or took long, before the rest of a file is given up.
  private static let patience = 100
  /// Nanoseconds of the thread's own work.
  private static let long = 100_000_000

  /// The thread's work so far, in nanoseconds. Other programs on the machine do not count in it.
  private static var work: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Of a last line that does not match: nobody can tell half a record from a line about something else.
  private static let halfLine =
    "the file ends inside of this line, which does not match `pattern`; copy the file again, or end its last line"

  /// Reads lines of text; the pattern's groups are the columns of a table.
  func readText(
    _ reader: inout any RecordReader, window: ByteWindow, pattern text: String, ordinal: SourceOrdinal,
    sink: inout some EvidenceSink, tally: inout Tally
  ) throws {
    let pattern: LinePattern
    do throws(LinePattern.Malformed) {
      pattern = try LinePattern(text)
    } catch {
      throw ReadFailure("`pattern` \(error.problem)")
    }
    do throws(RecordRejection) {
      tally.names.begin(header: pattern.names)
      try reader.begin(header: pattern.names)
    } catch {
      tally.fail(error.reason)
      return
    }
    var framer = LineFramer(window: window, limit: options.recordSizeLimit, keepsSpaces: true)
    var slow = 0
    while let frame = framer.next() {
      guard case .record(let line, let number, _) = frame else {
        if case .fault(let number, let reason, _) = frame { tally.reject(number, reason) }
        continue
      }
      // Outside of the groups as well, and in lines that do not match.
      tally.secrets.look(atLine: line, number)
      do throws(RecordRejection) {
        try CSVText.check([line])
      } catch {
        tally.reject(number, error.reason)
        if framer.endsInLine { tally.summary.isTruncated = true }
        continue
      }
      let start = line.count > 1024 ? Self.work : nil
      let outcome = pattern.match(line)
      if let start, Self.work - start > Self.long { slow += 1 }
      var isUsed = true
      switch outcome {
      case .noMatch where framer.endsInLine && !line.trimmed.isEmpty:
        isUsed = false
        tally.reject(number, Self.halfLine)
      case .noMatch: tally.count(Reading(isSkipped: true))
      case .refused(let reason):
        isUsed = false
        slow += 1
        tally.reject(number, reason)
      case .match(let groups):
        isUsed = try read(at: Place(source: ordinal, number: number), tally: &tally) { place throws in
          try reader.read(groups, at: place, into: &sink)
        }
        if !isUsed { tally.names.look(atRow: groups) }
      }
      // The end of the file may be in the middle of the line.
      if !isUsed, framer.endsInLine { tally.summary.isTruncated = true }
      if slow > Self.patience {
        tally.summary.isTruncated = true
        tally.fail("`pattern` takes too long for more than \(Self.patience) lines; make it more specific")
        return
      }
    }
  }

  /// Reads a file that is not recognised, of which nothing else is used: a key is exposed wherever it stands.
  func lookForSecrets(in window: ByteWindow, _ tally: inout Tally) {
    var framer = LineFramer(window: window, limit: options.recordSizeLimit, keepsSpaces: true)
    // A line that says that a key begins: the next one has it, or says where it belongs.
    var heading: Int64?
    while let frame = framer.next() {
      guard case .record(let line, let number, _) = frame else { continue }
      if let heading, Self.mayBeKey(line) { tally.secrets.note([.privateKey], heading) }
      heading = nil
      var kinds = tally.secrets.kinds(inRecord: line)
      if line.trimmed.suffix(5).elementsEqual("-----".utf8), kinds.remove(.privateKey) != nil { heading = number }
      tally.secrets.note(kinds, number)
    }
  }

  /// Whether a line consists of base64: https://www.rfc-editor.org/rfc/rfc7468#section-3
  private static func mayBeKey(_ line: BorrowedText) -> Bool {
    let text = line.trimmed
    return text.count >= 8
      && text.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+/=".utf8.contains(byte)
      }
  }
}
