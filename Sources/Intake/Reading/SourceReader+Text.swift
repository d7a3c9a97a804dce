import Evidence
import Foundation

extension SourceReader {
  /// Lines for which the pattern gave up, or took long, before the rest of a file is given up.
  private static let patience = 100
  /// Seconds.
  private static let long = 0.1

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
      do throws(RecordRejection) {
        try CSVText.check([line])
      } catch {
        tally.reject(number, error.reason)
        continue
      }
      let start = line.count > 1024 ? DispatchTime.now().uptimeNanoseconds : 0
      let outcome = pattern.match(line)
      if start > 0, Double(DispatchTime.now().uptimeNanoseconds - start) > Self.long * 1e9 { slow += 1 }
      switch outcome {
      case .noMatch: tally.count(Reading(isSkipped: true))
      case .refused(let reason):
        slow += 1
        tally.reject(number, reason)
      case .match(let groups):
        tally.secrets.look(atRow: groups, number)
        let isUsed = try read(at: Place(source: ordinal, number: number), tally: &tally) { place throws in
          try reader.read(groups, at: place, into: &sink)
        }
        if !isUsed { tally.names.look(atRow: groups) }
      }
      if slow > Self.patience {
        tally.summary.isTruncated = true
        tally.fail("`pattern` takes too long for more than \(Self.patience) lines; make it more specific")
        return
      }
    }
  }
}
