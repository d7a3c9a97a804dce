import Foundation
import Testing
import Vocabulary

@testable import Reporting

/// Reports whose lists do not have all findings (`reports.max_findings`), and their kept form in parts.
@Suite struct ListedFindingsTests {
  private func cut(_ report: Report, to limit: Int) -> Report {
    var report = report
    report.list(atMost: limit)
    return report
  }

  /// Its findings, of which those of one rule are many.
  private static let large: Report = {
    var report = Fixture.small
    let finding = report.findings[0]
    report.findings += (0..<600).map { number in
      var finding = finding
      finding.id = "ra-\(String(format: "%016x", number))"
      finding.subject.uid = "uid-\(1000 + number)"
      return finding
    }
    report.findings.array.sort(by: Report.Finding.precedes)
    return report
  }()

  @Test func aReportBelowTheLimitIsAsItWas() {
    #expect(cut(Self.large, to: 10_000) == Self.large)
  }

  @Test(arguments: [0, 1, 2, 500]) func theListsAreCutAndNothingElse(limit: Int) throws {
    let report = cut(Self.large, to: limit)
    #expect(report.findings == Self.large.findings && report.rules == Self.large.rules)
    let json = try ReportJSON.read(ReportJSON.data(report), meaningsOfAbsence: [:])
    for rule in Set(report.findings.map(\.rule)) {
      let all = report.findings.filter { $0.rule == rule }
      #expect(json.findings.filter { $0.rule == rule } == Array(all.prefix(limit)), "\(rule)")
      #expect(json.limits.contains { $0.code == "findings-cut" && $0.text.contains(rule) } == (all.count > limit))
    }
    // What the store keeps has all of them, in their order.
    let kept = try ReportJSON.read(KeptReport.data(report), meaningsOfAbsence: Fixture.meaningsOfAbsence)
    #expect(kept == report)
    #expect(KeptReport.hashes(of: kept) == KeptReport.hashes(of: report))
  }

  @Test(arguments: [0, 2, nil]) func theKeptFormInPartsIsTheSame(limit: Int?) throws {
    let report = limit.map { cut(Self.large, to: $0) } ?? Self.large
    var (frame, text) = (Data(), Data())
    var parts: [(list: KeptReport.List, place: Int, piece: KeptReport.Piece)] = []
    let hashes = KeptReport.write(report) { piece in
      text.append(contentsOf: piece.bytes)
      if let list = piece.list {
        parts.append((list, frame.count, piece))
      } else {
        frame.append(contentsOf: piece.bytes)
      }
    }
    #expect(text == KeptReport.data(report))
    #expect(parts.count > 3 && parts.allSatisfy { $0.piece.bytes.count < 1 << 18 })
    var reader = try ReportJSON.Reader(frame, meaningsOfAbsence: Fixture.meaningsOfAbsence)
    for part in parts { #expect(try reader.add(Data(part.piece.bytes), of: part.list) == part.piece.ids) }
    #expect(try reader.finish() == report)

    var hasher = KeptFrame.Hasher(KeptFrame(frame))
    for part in parts { try hasher.add(Data(part.piece.bytes), of: part.list, at: part.place) }
    #expect(hasher.finish() == hashes)
    var whole = KeptFrame.Hasher(KeptFrame(text))
    #expect(whole.finish() == hashes)

    let notes = try KeptFrame(frame).notes()
    #expect(notes.version == .two && notes.personalData == report.personalData && notes.forgotten.isEmpty)
  }

  @Test func itemsInAWrongPlaceAreRefused() throws {
    var frame = Data()
    _ = KeptReport.write(cut(Self.large, to: 2)) { if $0.list == nil { frame.append(contentsOf: $0.bytes) } }
    let end = frame.count
    for (list, place) in [
      (KeptReport.List.findings, end + 1), (.findings, -1), (.findings, end), (.more, 10), (.resolved, end - 5),
    ] {
      var hasher = KeptFrame.Hasher(KeptFrame(frame))
      #expect(throws: KeptFrame.Malformed.self) { try hasher.add(Data(), of: list, at: place) }
    }
    #expect(throws: KeptFrame.Malformed.self) { try KeptFrame(frame.dropLast()).notes() }
    #expect(throws: KeptFrame.Malformed.self) { try KeptFrame(Data("{}".utf8)).notes() }
    #expect(throws: CocoaError.self) { try ReportJSON.findings(Data(",{]".utf8), .two) }
  }

  /// Who reads a format that lists fewer finds where all are.
  @Test func eachFormatSaysWhereAllAre() throws {
    let report = cut(Self.large, to: 3)
    let formats = ReportRenderers.standard.telling(report)
    #expect(formats.map(\.name).contains("csv"))
    #expect(ReportRenderers.standard.telling(Self.large).map(\.name) == ["html", "json"])
    let csv = try text(of: "csv", report)
    #expect(csv.split(separator: "\r\n").count == report.findings.count + 1)
    for name in ["html", "json", "markdown", "sarif", "oscal"] {
      #expect(try text(of: name, report).contains("findings.csv lists all"), "\(name)")
    }
    let page = try text(of: "html", report)
    #expect(!page.contains("uid-1500"))
    #expect(page.contains("uid-1000"))
  }

  private func text(of format: String, _ report: Report) throws -> String {
    let file = try #require(ReportRenderers.named([format]).first?.files(of: report).first)
    var bytes: [UInt8] = []
    try file.content { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
