import Evidence
import Intake
import Testing

@Suite struct ReadingMeterTests {
  private static let lines = (0..<5000).map { index in
    index % 10 == 0
      ? "nonsense\n" : "{\"uid\":\"u\(index)\",\"purpose\":\"link:phone\",\"given_at\":\"2026-01-01T00:00:00Z\"}\n"
  }.joined()

  /// The share is of the bytes on disk, which compression makes fewer.
  @Test(arguments: [Array(lines.utf8), gzip(Array(lines.utf8))])
  func bytesAndRecordsAreCounted(bytes: [UInt8]) throws {
    let meter = ReadingMeter()
    let result = try read(bytes) { $0.meter = meter }
    #expect(result.summary.rejected == 500 && meter.records == 5000 && meter.share == 1)
    meter.reset()
    #expect(meter.records == 0 && meter.share == nil)
  }

  /// It moves on while a file is read.
  @Test func theShareGrows() throws {
    let meter = ReadingMeter()
    let folder = try TemporaryFolder()
    var options = Fixture.options
    options.meter = meter
    options.chunkSize = 4096
    options.mayReadAhead = false
    var sink = Watch(meter: meter)
    let source = Recogniser(options: options).recognise(
      SourceFile(path: try folder.write(Array(String(repeating: Self.lines, count: 4).utf8)), capturedAt: Fixture.asOf))
    _ = try SourceReader(options: options).read(source, ordinal: 1, into: &sink)
    #expect(sink.shares == sink.shares.sorted() && Set(sink.shares).count > 10 && sink.shares.last == 1)
    #expect((sink.shares.first ?? 1) < 0.1)
  }
}

private struct Watch: EvidenceSink {
  let meter: ReadingMeter
  var shares: [Double] = []

  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening { .outOfScope }
  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) { shares.append(meter.share ?? 0) }
}
