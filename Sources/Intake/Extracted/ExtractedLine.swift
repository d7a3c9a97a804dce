import Evidence
import Foundation

/// One line that a `RecordExtractor` wrote.
///
/// # Safety
/// Its bytes and its value are valid as long as those of the line that it was made of.
struct ExtractedLine {
  /// What is wrong with a line: a clause without a subject.
  struct Fault: Error {
    var problem: String
  }

  private let bytes: BorrowedText
  private let value: JSONValue
  private let place: Place
  private let kind: BorrowedText
  /// Its number among all lines of the extract, from 1.
  let number: Int64

  /// - Parameters:
  ///   - value: of the bytes.
  ///   - last: the number of the line before, than which this one's has to be greater; gets this one's.
  init(_ value: JSONValue, _ bytes: BorrowedText, after last: inout Int64) throws(Fault) {
    guard let line = value.field("line")?.integer, line > 0, let source = value.field("source")?.integer,
      let number = value.field("number")?.integer, let kind = value.field("kind")?.text,
      let place = Place(source, number, value.field("part")?.integer ?? 0)
    else { throw Fault(problem: "is no record") }
    guard line > last else { throw Fault(problem: "comes after a later one: records have to ascend by `line`") }
    last = line
    (self.bytes, self.value, self.place, self.kind, self.number) = (bytes, value, place, kind, line)
  }

  /// - Throws: `Fault`, and what the sink throws.
  func deliver(into sink: inout some EvidenceSink, _ decoder: JSONDecoder) throws {
    do {
      guard kind.isEqual(to: "accounts") else {
        return try sink.accept(decoder.decode(EvidenceRecord.self, from: Data(bytes)), at: place)
      }
      guard let record = value.field("record"), let account = AccountSketch(extracted: record) else {
        throw Fault(problem: "is no account")
      }
      let evidence =
        value.field("evidence") == nil ? [] : try decoder.decode(AccountLine.self, from: Data(bytes)).evidence
      _ = try sink.accept(ProductRecord(account: account, evidence: evidence), at: place)
    } catch is DecodingError {
      throw Fault(problem: "is no record of its kind")
    } catch let rejection as RecordRejection {
      throw Fault(problem: "is refused: \(rejection.reason)")
    }
  }

  private struct AccountLine: Decodable {
    var evidence: [EvidenceRecord]
  }
}

extension Place {
  /// Nil for numbers that no place has.
  fileprivate init?(_ source: Int64, _ number: Int64, _ part: Int64) {
    guard let ordinal = SourceOrdinal(exactly: source), Self.sources.contains(ordinal), Self.numbers.contains(number),
      (0...Int64(Self.maximumPart)).contains(part)
    else { return nil }
    self.init(source: ordinal, number: number)
    self.part = Int(part)
  }
}
