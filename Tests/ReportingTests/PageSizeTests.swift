import Foundation
import Testing
import Vocabulary

@testable import Reporting

/// `report.html` stays small whatever it is about (docs/contract.md, section 7).
@Suite struct PageSizeTests {
  private static let mostBytes = 2_000_000

  private func page(of report: Report) throws -> String {
    var bytes: [UInt8] = []
    let file = try #require(HTMLRenderer().files(of: report).first { $0.name == "report.html" })
    try file.content { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func manySourcesStandOnPagesOfTheirOwn() throws {
    var report = Fixture.report(findings: [], sources: Fixture.sources(100_000))
    report.limits = ReportLimits.all(for: report, meaningsOfAbsence: [:])
    let text = try page(of: report)
    #expect(text.utf8.count < 200_000)
    #expect(text.contains("100,000 files. This page has their sums by kind, and 50 of the 3,571 files that"))
    #expect(text.contains("more of the same kinds are in report.json."))
    let pages = HTMLRenderer().files(of: report).map(\.name).filter { $0.hasPrefix("report-sources-") }
    #expect(pages.count == 100 && pages.last == "report-sources-100.html")
  }

  @Test func manyOfEverythingElseFitToo() throws {
    var report = Fixture.report(findings: (1...20_000).map { Fixture.finding($0) })
    for index in report.findings.indices { report.findings[index].reason = "reason-\(index % 10_000)" }
    report.waivers = Array(repeating: Fixture.small.waivers[0], count: 10_000)
    report.gate.reasons = (1...10_000).map { "`exports/\($0).json` was not read." }
    report.resolved = Array(repeating: Fixture.small.resolved[0], count: 10_000)
    report.population.byRelayDomain = Dictionary(uniqueKeysWithValues: (1...10_000).map { ("d\($0).example", $0) })
    let text = try page(of: report)
    #expect(text.utf8.count < Self.mostBytes)
    for sentence in [
      "The worst 150 of 10,000 causes stand here.", "The 9,850 causes after the first 150 stand on further pages",
      "100 of 10,000 waivers stand here", "9,980 more reasons in report.json.",
    ] {
      #expect(text.contains(sentence), "\(sentence)")
    }
    let pages = HTMLRenderer().files(of: report).map(\.name).filter { $0.contains("of-more-causes") }
    #expect(pages.count == 20)
  }

  /// A name of a megabyte, or evidence of a thousand lines, is cut where it is shown.
  @Test func longTextsAreCut() throws {
    var report = Fixture.report(
      findings: (1...200).map { Fixture.finding($0, uid: String(repeating: "u", count: 20_000)) })
    report.sources[0].path = String(repeating: "p", count: 1_000_000)
    report.waivers[0].reason = String(repeating: "é", count: 1_000_000)
    #expect(try page(of: report).utf8.count < Self.mostBytes)
    report = Fixture.report(findings: [Fixture.finding(1)])
    report.findings[0].evidence = Array(repeating: report.findings[0].evidence[0], count: 1000)
    #expect(try page(of: report).contains("and 980 more, in report.json"))
  }

  @Test func everyFindingOfEveryCauseStandsOnOnePage() {
    let pages = FindingPages(Fixture.report(findings: 2500, causes: 250))
    #expect(pages.groups.count == 150 && pages.shared.count == 1)
    #expect(pages.groups.allSatisfy { $0.inline.count == 1 })
    let all = pages.pages.flatMap { $0.parts.flatMap(\.findings) }
    #expect(all.sorted() == Array(0..<2500))
  }
}
