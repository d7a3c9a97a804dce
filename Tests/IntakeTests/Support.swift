import AccountFixtures
import CZlib
import Evidence
import Foundation
import Intake
import Timestamps

/// Keeps what intake hands over; screens every account in.
struct Collector: EvidenceSink {
  enum Taken: Equatable {
    case account(AccountRecord)
    case record(EvidenceRecord)
  }

  /// All that was accepted, in order.
  var taken: [Taken] = []
  var places: [Int64] = []
  var sketched: [String] = []
  var screening = Screening.inScope

  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening {
    sketched.append(String(decoding: account.uid, as: UTF8.self))
    return screening
  }

  mutating func accept(_ account: AccountSketch, at place: Place) throws {
    taken.append(.account(AccountRecord(account)))
    places.append(place.number)
  }

  mutating func accept(_ record: EvidenceRecord, at place: Place) throws {
    taken.append(.record(record))
    places.append(place.number)
  }

  /// What was accepted besides accounts.
  var records: [EvidenceRecord] { taken.compactMap { if case .record(let record) = $0 { record } else { nil } } }
  var accounts: [AccountRecord] { taken.compactMap { if case .account(let account) = $0 { account } else { nil } } }
  var consents: [ConsentRecord] { records.compactMap { if case .consent(let record) = $0 { record } else { nil } } }
}

struct Result {
  var sink: Collector
  var summary: SourceSummary
  var outcome: RecognisedSource.Outcome
}

enum Fixture {
  static let asOf = Timestamp(milliseconds: 1_795_132_800_000)  // 2026-11-20

  static var options: IntakeOptions {
    IntakeOptions(asOf: asOf) { String(decoding: $0, as: UTF8.self).hasSuffix("@privaterelay.appleid.com") }
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Intake")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// A folder that is gone when the test ends.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("intake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ bytes: [UInt8], as name: String = "input") throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}

func read(
  _ bytes: [UInt8], settings: SourceSettings = SourceSettings(), adjust: (inout IntakeOptions) -> Void = { _ in }
) throws -> Result {
  let folder = try TemporaryFolder()
  let path = try folder.write(bytes)
  var options = Fixture.options
  adjust(&options)
  let file = SourceFile(path: path, capturedAt: Fixture.asOf, settings: settings)
  let source = Recogniser(options: options).recognise(file)
  var sink = Collector()
  let summary = try SourceReader(options: options).read(source, ordinal: 3, into: &sink)
  return Result(sink: sink, summary: summary, outcome: source.outcome)
}

func read(
  _ text: String, settings: SourceSettings = SourceSettings(), adjust: (inout IntakeOptions) -> Void = { _ in }
) throws -> Result {
  try read(Array(text.utf8), settings: settings, adjust: adjust)
}

func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 15 + 16) }

/// - Parameter windowBits: as zlib has them: 15 + 16 for gzip, -15 for bare deflate.
func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
  var stream = z_stream()
  guard relay_deflate_init(&stream, 6, windowBits) == Z_OK else { return [] }
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
  let count = input.withUnsafeMutableBufferPointer { source in
    output.withUnsafeMutableBufferPointer { target in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(target.count)
      _ = deflate(&stream, Z_FINISH)
      return target.count - Int(stream.avail_out)
    }
  }
  return Array(output.prefix(count))
}

func summarise(_ path: String, _ options: IntakeOptions, _ sink: inout Collector) throws -> SourceSummary {
  let source = Recogniser(options: options).recognise(SourceFile(path: path, capturedAt: Fixture.asOf))
  return try SourceReader(options: options).read(source, ordinal: 1, into: &sink)
}
