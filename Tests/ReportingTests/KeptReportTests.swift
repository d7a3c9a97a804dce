import Crypto
import Foundation
import Testing
import Vocabulary

@testable import Reporting

@Suite struct KeptReportTests {
  private static let reports = [
    Fixture.small, Fixture.hostile, Fixture.report(findings: []), Fixture.incomplete,
  ]

  private func files(_ report: Report) throws -> [String: Data] {
    try Fixture.withFolder { folder in
      try Fixture.write(report, to: folder)
      return try Dictionary(
        uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
          ($0, try Data(contentsOf: folder.appending(path: $0)))
        })
    }
  }

  /// What is kept can be written again in every format, to the byte.
  @Test(arguments: reports.indices)
  func aKeptReportIsWrittenAgainAsItWas(index: Int) throws {
    let report = Self.reports[index]
    let kept = try ReportJSON.read(
      KeptReport.data(report), meaningsOfAbsence: Fixture.meaningsOfAbsence)
    #expect(kept == report)
    #expect(try files(kept) == files(report))
  }

  /// A report of the first edition, in the kept form and as the bytes of `report.json` that stores had before that
  /// form.
  @Test(arguments: ["kept-1.json", "report-1.json"])
  func aReportOfTheFirstEditionIsStillWritten(name: String) throws {
    let kept = try Fixture.data(name)
    let report = try ReportJSON.read(kept, meaningsOfAbsence: Fixture.meaningsOfAbsence)
    #expect(report.version == .one)
    let files = try files(report)
    #expect(try files["report.json"] == Fixture.data("report-1.json"))
    let page = String(decoding: try #require(files["report.html"]), as: UTF8.self)
    #expect(page.contains("Cut short; the records before the break were used."))
    let hasPage = name == "kept-1.json"
    #expect(page.contains("Ask the person for consent now") == hasPage)
    #expect(page.contains("was not kept with this report") == !hasPage)
    #expect(!page.contains("No account has a relay address"))
    #expect((files["flagged-accounts.csv"] != nil) == hasPage)
    if hasPage { #expect(KeptReport.data(report) == kept) }
  }

  /// What `report.json` does not have is missing, and nothing else.
  @Test(arguments: reports.indices)
  func theReportForProgramsIsReadWithoutThePage(index: Int) throws {
    var report = Self.reports[index]
    let plain = try ReportJSON.read(
      ReportJSON.data(report), meaningsOfAbsence: Fixture.meaningsOfAbsence)
    for framework in report.frameworks.indices {
      report.frameworks[framework].title = report.frameworks[framework].name
      report.frameworks[framework].url = ""
    }
    for kind in report.coverage.indices {
      report.coverage[kind].supplied = report.coverage[kind].present
      report.coverage[kind].capturedTo = nil
    }
    for rule in report.rules.indices { report.rules[rule].guidance = nil }
    (report.settings, report.affectedPersons, report.newlyFailing) = ([], nil, .init())
    #expect(plain == report)
    #expect(ReportJSON.data(plain) == ReportJSON.data(report))
  }

  @Test(arguments: [["json"], ["html"]])
  func bothFormsComeOutOfOnePass(formats: [String]) throws {
    try Fixture.withFolder { folder in
      var kept = Data()
      var report = Fixture.small
      let output = try ReportFolder(path: folder.path)
      let ledger = Report.Ledger(number: 2, head: "2:ab", previous: "1:cd", reportSHA256: "")
      let hashes = try ReportRenderers.named(formats).writeJSON(
        report, to: output, kept: { kept.append(contentsOf: $0.bytes) }
      ) { hashes in
        #expect(hashes.report == sha256(ReportJSON.data(report)))
        return ledger
      }
      try output.commit()
      #expect(kept == KeptReport.data(report))
      #expect(hashes.kept == sha256(kept))
      report.ledger = ledger
      let file = try? Data(contentsOf: folder.appending(path: "report.json"))
      #expect(file == (formats == ["json"] ? ReportJSON.data(report) : nil))
      // The hashes are of the report without its place in the ledger.
      #expect(KeptReport.hashes(of: report) == hashes)
      #expect(KeptReport.data(report) == kept)
    }
  }

  private func sha256(_ data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  /// Each is refused, and none replaced by a default or left out.
  @Test(arguments: [
    ("\"severity\": \"high\"", "\"severity\": \"severe\""), ("\"verdict\": \"fail\"", "\"verdict\": \"failed\""),
    ("\"state\": \"new\"", "\"state\": \"newest\""), ("\"outcome\": \"fail\"", "\"outcome\": \"failed\""),
    ("\"state\": \"violated\"", "\"state\": \"unknown\""), ("relay-audit/report/2", "relay-audit/report/9"),
    ("\"due_at\": \"2026", "\"due_at\": \"26"), ("\"previous_run\": null", "\"previous_run\": 7"),
    ("\"waiver\": {", "\"waiver\": 7, \"other\": {"), ("\"limits\": [", "\"other\": ["),
    ("\"fail_on\": \"high\"", "\"fail_on\": \"severe\""), ("\"scope\": \"all\"", "\"scope\": \"some\""),
    ("\"page\": {", "\"page\": [{"),
  ])
  func aReportWithAnUnknownWordIsRefused(found: String, replacement: String) throws {
    let text = String(decoding: KeptReport.data(Fixture.small), as: UTF8.self)
    let changed = text.replacing(found, with: replacement, maxReplacements: 1)
    #expect(changed != text)
    #expect {
      try ReportJSON.read(Data(changed.utf8), meaningsOfAbsence: [:])
    } throws: { error in
      // A bracket too many is no JSON.
      replacement.hasSuffix("[{") ? error is CocoaError : error is JSONObject.Malformed
    }
  }
}
