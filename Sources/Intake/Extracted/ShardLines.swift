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
  /// A record that was looked at and not handed over yet.
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

  /// Hands over the records that were written while one source was read; none where the next one was written later.
  /// Some stand in another source, whose records belong to accounts of this one.
  ///
  /// - Parameter last: the number of the last line that was written then.
  /// - Throws: `MalformedLines`, what the sink throws.
  package func read(upTo last: Int64, into sink: inout some EvidenceSink) throws {
    while let line = ahead, line.number <= last {
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
    if let ahead { throw lines.fault("has the number \(ahead.number), which no line of the extract has") }
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
