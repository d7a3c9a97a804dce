import Evidence
import Testing

@testable import Intake

@Suite struct NumberedFilesTests {
  private static let log = RecognisedSource.Outcome.recognised(kind: .revocations, format: "x")
  private static let none = RecognisedSource.Outcome.unrecognised("no format")

  private func source(_ path: String, _ outcome: RecognisedSource.Outcome) -> RecognisedSource {
    RecognisedSource(file: SourceFile(path: path, capturedAt: Fixture.asOf), outcome: outcome, why: "no format")
  }

  @Test(arguments: [
    ("logs/worker.log", "logs/worker.log.1", true), ("logs/worker.log", "logs/worker.log.2.gz", true),
    ("worker_0.log", "worker_1.log", true), ("consents_2026-10.csv", "consents_2026-11.csv", true),
    ("2026-10-01/app1.log", "2026-11-02/app2.log", true), ("worker.log", "worker.log-20261120", true),
    ("consents.csv", "consents_2026-11.csv", true), ("consents.csv", "consents-20261105.csv", true),
    ("revocations.csv", "revocations (2).csv", true), ("consents.csv", "consents.1.csv", true),
    ("consents_2026-10.csv", "consents.csv", false), ("ends.csv", "ends.csv.gz", true),
    ("query_result_1.csv", "query_result_2.csv", false),
    ("consents/export_1.csv", "consents/export_2.csv", true),
    ("2026-11-19/consents.csv", "2026-11-20/consents.csv", true),
    ("tenant-1/app.log", "tenant-2/app.log", false), ("worker.log", "other.log", false),
    ("a/worker.log", "b/worker.log", false),
  ])
  func aFileThatIsNotRecognisedIsDoubted(known: String, other: String, isDoubted: Bool) {
    var sources = [source(known, Self.log), source(other, Self.none)]
    NumberedFiles.doubt(in: &sources)
    #expect(sources[0].outcome == Self.log)
    #expect(sources[1].isUnreadable == isDoubted)
    #expect(sources[1].file.settings.kind == (isDoubted ? .revocations : nil))
  }

  @Test func filesOfSeveralKindsTellNothing() {
    var sources = [
      source("export-1.csv", Self.log), source("export-2.csv", .recognised(kind: .mail, format: "x")),
      source("export-3.csv", Self.none),
    ]
    NumberedFiles.doubt(in: &sources)
    #expect(sources[2].outcome == Self.none)
  }
}
