package import Evidence
import Foundation

/// Reads the lines that a `RecordExtractor` wrote, in their order.
///
/// # Safety
/// One thread at a time uses it.
package final class ExtractedRecords {
  private let lines: LineReader
  private let decoder = JSONDecoder()
  private var last: Int64 = 0

  /// - Throws: `MalformedLines` where the file cannot be opened.
  package init(path: String, options: IntakeOptions) throws {
    lines = try LineReader(path: path, options: options)
  }

  /// Hands over as many records as were written of one source.
  ///
  /// - Throws: `MalformedLines`, also where there are fewer lines; what the sink throws.
  package func read(_ count: Int, into sink: inout some EvidenceSink) throws {
    for _ in 0..<count {
      guard let (bytes, value) = try lines.next() else { throw lines.fault("is missing: the file ends before it") }
      do {
        let line = try ExtractedLine(value, bytes, after: &last)
        try line.deliver(into: &sink, decoder)
      } catch let fault as ExtractedLine.Fault {
        throw lines.fault(fault.problem)
      }
    }
  }

  /// - Throws: `MalformedLines` where there are more lines.
  package func end() throws {
    if try lines.next() != nil { throw lines.fault("belongs to no source") }
  }
}
