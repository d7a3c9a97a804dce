package import Evidence
package import Foundation

/// Reads the lines of one shard (docs/scale.md): first those of the state that earlier runs left, then records, in
/// ascending order.
///
/// # Safety
/// One thread at a time uses it.
package final class ShardLines {
  private let lines: LineReader
  private let decoder = JSONDecoder()
  /// A record that was looked at and belongs to a source that is yet to be read.
  private var ahead: ExtractedLine?
  private var last: Int64 = 0
  package private(set) var records = LineTally()
  package private(set) var state = LineTally()

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: `MalformedLines` where it cannot be opened.
  package init(path: String, options: IntakeOptions) throws {
    lines = try LineReader(path: path, options: options)
  }

  /// Reads the lines of state, which come first. To be called once, before `read`.
  ///
  /// - Parameter body: gets the bytes of a line.
  /// - Throws: `MalformedLines`, and what `body` throws.
  package func readState(_ body: (Data) throws -> Void) throws {
    while let (bytes, value) = try lines.next() {
      guard value.field("rows") != nil else { return try lookAt(bytes, value) }
      guard let number = value.field("line")?.integer, number > 0 else { throw lines.fault("is no state") }
      state.add(number)
      try body(Data(bytes))
    }
  }

  /// Hands over the records of one source; none where the next one is of another.
  ///
  /// - Throws: `MalformedLines`, what the sink throws.
  package func read(of source: SourceOrdinal, into sink: inout some EvidenceSink) throws {
    while let line = ahead, line.source == source {
      do {
        try line.deliver(into: &sink, decoder)
      } catch let fault as ExtractedLine.Fault {
        throw lines.fault(fault.problem)
      }
      ahead = nil
      guard let (bytes, value) = try lines.next() else { return }
      try lookAt(bytes, value)
    }
  }

  /// - Throws: `MalformedLines` where there are more lines.
  package func end() throws {
    if let ahead { throw lines.fault("is of source \(ahead.source), which was read before or is none") }
  }

  private func lookAt(_ bytes: BorrowedText, _ value: JSONValue) throws(MalformedLines) {
    do throws(ExtractedLine.Fault) {
      let line = try ExtractedLine(value, bytes, after: &last)
      ahead = line
      records.add(line.number)
    } catch {
      throw lines.fault(error.problem)
    }
  }
}
