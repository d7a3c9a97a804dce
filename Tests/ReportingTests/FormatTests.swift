import Foundation
import Testing

@testable import Reporting

/// Formats that others define, each held to its official schema or to another's reader, and to `report.json`.
@Suite struct FormatTests {
  private static let scripts = ["check_workbook.py", "check_ocsf.py", "check_oscal.py", "check_statement.py"]

  private static func reports() throws -> [(String, Report)] {
    var entered = Fixture.small
    entered.ledger = Report.Ledger(
      number: 12, head: "12:\(String(repeating: "3f", count: 32))", previous: nil,
      reportSHA256: String(repeating: "9a", count: 32))
    // A source that is read as two kinds, and one that bears the name of a report's file.
    var twice = Fixture.small
    twice.sources.append(twice.sources[0])
    twice.sources[1].path = "report.json"
    return try [
      ("small", Fixture.small), ("hostile", Fixture.hostile), ("empty", Fixture.report(findings: [])),
      ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("entered", entered), ("twice", twice),
      ("many", Fixture.report(findings: (1...5100).map { Fixture.finding($0) })),
    ]
      + ["kept-1.json", "report-1.json"].map {
        ($0, try ReportJSON.read(Fixture.data($0), meaningsOfAbsence: Fixture.meaningsOfAbsence))
      }
  }

  @Test(arguments: scripts)
  func keepsToItsSchemaAndSaysWhatTheReportSays(script: String) throws {
    try Fixture.withFolder { folder in
      let reports = try Self.reports()
      for (name, report) in reports { try Fixture.write(report, to: folder.appending(path: name)) }
      let text = try PythonScript(name: script).run(reports.map { folder.appending(path: $0.0).path })
      #expect(text.split(separator: "\n").count == reports.count, "\(text)")
    }
  }

  /// What a sheet cannot hold is told of, and stands elsewhere.
  @Test func aWorkbookSaysWhatItDoesNotHold() throws {
    try Fixture.withFolder { folder in
      let report = Fixture.report(findings: (1...7).map { Fixture.finding($0) })
      let output = try ReportFolder(path: folder.path)
      try output.write(WorkbookRenderer(rowLimit: 3).files(of: report) + JSONRenderer().files(of: report))
      try output.commit()
      let text = try PythonScript(name: "check_workbook.py").run([folder.path])
      #expect(text.contains("a workbook with 3 findings"), "\(text)")
    }
  }

  /// One report gives the same bytes whenever it is written.
  @Test func isWrittenAlikeEachTime() throws {
    try Fixture.withFolder { folder in
      let names = ["findings.xlsx", "ocsf.ndjson", "oscal-ar.json", "statement.json"]
      let written = try ["first", "second"].map { place in
        try Fixture.write(Fixture.hostile, to: folder.appending(path: place))
        return try names.map { try Data(contentsOf: folder.appending(path: "\(place)/\($0)")) }
      }
      #expect(written[0] == written[1])
    }
  }

  /// A folder that takes no file: nothing is in the place of the reports, and nothing is left behind.
  @Test func aWorkbookThatCannotBeWrittenLeavesTheOldFiles() throws {
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.small, to: folder)
      let before = try Data(contentsOf: folder.appending(path: "findings.xlsx"))
      do {
        let output = try ReportFolder(path: folder.path)
        #expect(throws: CannotWrite(path: folder.path + "/findings.xlsx", cause: "Text too long.")) {
          try output.write(
            "findings.xlsx", at: { (_, _) throws(FileProblem) in throw FileProblem(cause: "Text too long.") })
        }
      }
      #expect(try Data(contentsOf: folder.appending(path: "findings.xlsx")) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == ReportRenderers.all.count)
    }
  }

  @Test func cellsHoldTextOnly() {
    #expect(CellText.text("=1+1") == "=1+1")
    #expect(CellText.text("a\u{0}b\u{1B}c\u{7F}\u{FFFE}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}")
    #expect(CellText.text("one\r\ntwo\rthree\tfour\n") == "one\ntwo\nthree\tfour\n")
    // A spreadsheet would show A for it.
    #expect(CellText.text("_x0041_ _x004_ _x00GG_ a_b") == "_x005F_x0041_ _x004_ _x00GG_ a_b")
    let long = CellText.text(String(repeating: "👩", count: 20_000))
    #expect(long.utf16.count <= CellText.limit && long.hasSuffix("(cut: a cell holds 32,767 characters)"))
    let full = String(repeating: "a_", count: 16_383)
    #expect(CellText.text(full) == full)
  }

  @Test(arguments: [
    ("gdpr/5(1)(d)", "gdpr.5.1.d"), ("apple/5.1.1(v)", "apple.5.1.1.v"), ("consent/link-phone", "consent.link-phone"),
    ("1/2", "_1.2"), ("/", "_"),
  ])
  func anIDBecomesAToken(id: String, token: String) {
    #expect(OSCALText.token(id) == token)
  }

  /// The name-based UUID of RFC 9562 for the project's namespace, as Python's `uuid.uuid5` gives it.
  @Test func namesFollowFromTheRun() {
    let identity = OSCALIdentity(run: "0f4e9f5e-5a56-4b0e-8f6b-3a1f1f0d8a11")
    #expect(identity.uuid("document") == "23389644-4859-5dc3-888c-7f67fffaf678")
  }
}
