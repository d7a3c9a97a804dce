import Foundation
import Testing
import Vocabulary

@testable import Reporting

@Suite struct KeptReportTests {
  private static let reports = [Fixture.small, Fixture.hostile, Fixture.report(findings: [])]

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

  /// A store of an earlier version kept the bytes of `report.json`.
  @Test(arguments: reports.indices)
  func version1IsReadWithoutThePage(index: Int) throws {
    var report = Self.reports[index]
    let plain = try ReportJSON.read(
      ReportJSON.data(report), meaningsOfAbsence: Fixture.meaningsOfAbsence)
    report.flagged = nil
    report.frameworks = []
    for rule in report.rules.indices { report.rules[rule].guidance = nil }
    #expect(plain == report)
    let files = try files(plain)
    #expect(files["report.json"] == ReportJSON.data(Self.reports[index]))
    #expect(files["flagged-accounts.csv"] == nil)
    let page = String(decoding: try #require(files["report.html"]), as: UTF8.self)
    #expect(page.contains("was not kept with this report") && !page.contains("No account has a relay address"))
  }

  @Test(arguments: [["json"], ["html"]])
  func bothFormsComeOutOfOnePass(formats: [String]) throws {
    try Fixture.withFolder { folder in
      var (json, kept) = (Data(), Data())
      let output = try ReportFolder(path: folder.path)
      try ReportRenderers.named(formats).writeJSON(
        Fixture.small, to: output, json: { json.append(contentsOf: $0) }, kept: { kept.append(contentsOf: $0) })
      try output.commit()
      #expect(json == ReportJSON.data(Fixture.small))
      #expect(kept == KeptReport.data(Fixture.small))
      let file = try? Data(contentsOf: folder.appending(path: "report.json"))
      #expect(file == (formats == ["json"] ? json : nil))
    }
  }

  /// Each is refused, and none replaced by a default or left out.
  @Test(arguments: [
    ("\"severity\": \"high\"", "\"severity\": \"severe\""), ("\"verdict\": \"fail\"", "\"verdict\": \"failed\""),
    ("\"state\": \"new\"", "\"state\": \"newest\""), ("\"outcome\": \"fail\"", "\"outcome\": \"failed\""),
    ("\"state\": \"violated\"", "\"state\": \"unknown\""), ("relay-audit/report/1", "relay-audit/report/9"),
    ("\"due_at\": \"2026", "\"due_at\": \"26"), ("\"previous_run\": null", "\"previous_run\": 7"),
    ("\"waiver\": {", "\"waiver\": 7, \"other\": {"), ("\"limits\": [", "\"other\": ["),
    ("\"fail_on\": \"high\"", "\"fail_on\": \"severe\""), ("\"scope\": \"all\"", "\"scope\": \"some\""),
    ("\"page\": {", "\"page\": [{"),
  ])
  func aReportWithAnUnknownWordIsRefused(found: String, replacement: String) throws {
    let text = String(decoding: KeptReport.data(Fixture.small), as: UTF8.self)
    let changed = text.replacing(found, with: replacement, maxReplacements: 1)
    #expect(changed != text)
    #expect(throws: (any Error).self) { try ReportJSON.read(Data(changed.utf8), meaningsOfAbsence: [:]) }
  }
}
