import CSimdJSON
package import Evidence
import Foundation

/// Reads the lines that a `RecordExtractor` wrote, in their order.
///
/// # Safety
/// One thread at a time uses it.
package final class ExtractedRecords {
  /// What keeps a line from being read: a clause that begins with its place.
  package struct Malformed: Error {
    package var problem: String
  }

  private let path: String
  private let text: OpenText
  private var framer: LineFramer
  private let parser: JSONParser
  private let decoder = JSONDecoder()
  private var line: Int64 = 0

  /// - Throws: `Malformed` where the file cannot be opened.
  package init(path: String, options: IntakeOptions) throws {
    self.path = path
    do throws(ReadFailure) {
      parser = try JSONParser()
      text = try OpenText(SourceFile(path: path, capturedAt: options.asOf), options: options)
    } catch {
      throw Malformed(problem: "\(path): \(error.reason)")
    }
    // A line is as long as its record, whose texts may need escapes, and its names.
    framer = LineFramer(window: text.window, limit: 8 * options.recordSizeLimit)
  }

  /// Hands over as many records as were written of one source.
  ///
  /// - Throws: `Malformed`, also where there are fewer lines; what the sink throws.
  package func read(_ count: Int, into sink: inout some EvidenceSink) throws {
    for _ in 0..<count {
      line += 1
      guard let frame = framer.next() else { throw fault("is missing: the file ends before it") }
      guard case .record(let bytes, let number, _) = frame, number == line else { throw fault("is too long or empty") }
      try read(bytes, into: &sink)
    }
  }

  /// - Throws: `Malformed` where there are more lines.
  package func end() throws {
    line += 1
    if framer.next() != nil { throw fault("belongs to no source") }
    if let failure = text.window.failure { throw Malformed(problem: "\(path): \(failure.reason)") }
  }

  private func read(_ bytes: BorrowedText, into sink: inout some EvidenceSink) throws {
    let value: JSONValue
    do throws(JSONFault) {
      value = try parser.parse(padded: bytes)
    } catch {
      throw fault("cannot be read: \(error.reason)")
    }
    guard let source = value.field("source")?.integer, let number = value.field("number")?.integer,
      let kind = value.field("kind")?.text, let place = Place(source, number, value.field("part")?.integer ?? 0)
    else { throw fault("is no record") }
    do {
      if kind.isEqual(to: "accounts") {
        guard let record = value.field("record"), let account = AccountSketch(extracted: record) else {
          throw fault("is no account")
        }
        let evidence =
          value.field("evidence") == nil ? [] : try decoder.decode(AccountLine.self, from: Data(bytes)).evidence
        _ = try sink.accept(ProductRecord(account: account, evidence: evidence), at: place)
      } else {
        try sink.accept(decoder.decode(EvidenceRecord.self, from: Data(bytes)), at: place)
      }
    } catch is DecodingError {
      throw fault("is no record of its kind")
    } catch let rejection as RecordRejection {
      throw fault("is refused: \(rejection.reason)")
    }
  }

  private struct AccountLine: Decodable {
    var evidence: [EvidenceRecord]
  }

  private func fault(_ problem: String) -> Malformed { Malformed(problem: "\(path): line \(line) \(problem)") }
}

extension Place {
  /// Nil for numbers that no place has.
  fileprivate init?(_ source: Int64, _ number: Int64, _ part: Int64) {
    guard (0..<1 << 18).contains(source), (0..<1 << 34).contains(number), (0...Int64(Place.maximumPart)).contains(part)
    else { return nil }
    self.init(source: Int(source), number: number)
    self.part = Int(part)
  }
}
