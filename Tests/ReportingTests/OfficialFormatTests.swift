import Foundation
import PythonScripts
import Testing
import Timestamps
import Vocabulary

@testable import Reporting

/// Formats that others define, each held to its official schema or to another's reader, and to `report.json`.
@Suite struct OfficialFormatTests {
  private static let scripts = ["check_workbook.py", "check_ocsf.py", "check_oscal.py", "check_statement.py"]
  private static let renderers: [any Renderer] = [
    JSONRenderer(), FlaggedAccountsCSV(), WorkbookRenderer(), OCSFRenderer(), OSCALRenderer(), InTotoRenderer(),
  ]

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
      ("small", Fixture.small), ("hostile", Fixture.hostile), ("odd", odd), ("empty", Fixture.report(findings: [])),
      ("incomplete", Fixture.incomplete), ("gaps", Fixture.passedWithGaps), ("entered", entered), ("twice", twice),
    ]
      + ["kept-1.json", "report-1.json"].map {
        ($0, try ReportJSON.read(Fixture.data($0), meaningsOfAbsence: Fixture.meaningsOfAbsence))
      }
  }

  /// Texts that formats treat in ways of their own, wherever a text of an export or a configuration may stand.
  private static let odd: Report = {
    let texts = [
      "", " ", "\n", "\u{A0}\u{2028}", "a\nb", " both ends ", "=1+1", "+15550101", "@SUM(A1)", "007", "1e5", "TRUE",
      "2026-11-20", "_x003D_1", "\u{0}", "\u{1B}[31m", "\u{FFFE}", "\u{202E}gpj.exe", "é 漢 👩‍👩‍👧", "\"'\\<&>]]>",
      "%2e%2e/ü é#?", "../../etc", String(repeating: "wide ", count: 10_000),
      "＝1+1", "＋15550101", "－2", "＠SUM(A1)", "-2", "\t=1", "\r=1", "\r\n=1",
    ]
    var report = Fixture.report(
      findings: texts.enumerated().map { index, text in
        var finding = Fixture.finding(index + 1, uid: text)
        (finding.reason, finding.message, finding.object) = (text, text, text)
        finding.subject = Report.Subject(project: text, tenant: text, uid: text, email: text, appleSub: text)
        if index % 2 == 0 {
          finding.subject = Report.Subject(project: nil, tenant: nil, uid: nil, email: nil, appleSub: nil)
        }
        finding.evidence = [Report.Citation(source: text, locator: "line 1", summary: text)]
        finding.waiver =
          index % 3 == 0
          ? Waiver(signedBy: text, date: Fixture.asOf, expires: Fixture.asOf + .days(1), reason: text) : nil
        return finding
      })
    (report.run.project, report.run.host, report.run.user) = (texts[4], texts[5], texts[6])
    report.gate.reasons = texts
    report.limits = texts.map { Report.Limit(code: "a-code", text: $0) }
    report.sources = texts.filter { !$0.isEmpty }.map { text in
      var source = report.sources[0]
      (source.path, source.format, source.rejects) = (text, text, [Report.Reject(locator: "line 1", reason: text)])
      return source
    }
    for index in report.rules.indices {
      report.rules[index].title = texts[index + 3]
      report.rules[index].reasons = texts.map { Report.Reason(reason: $0, message: $0, remediation: $0) }
    }
    report.waivers = texts.map {
      Report.WaiverEntry(
        findings: [$0], signedBy: $0, requestedBy: $0, ticket: $0, date: Fixture.asOf, expires: Fixture.asOf,
        reason: $0, state: .active, scope: Report.WaiverScope(rule: $0, uid: $0, object: $0), line: 2)
    }
    return report
  }()

  @Test(arguments: scripts)
  func keepsToItsSchemaAndSaysWhatTheReportSays(script: String) throws {
    try Fixture.withFolder { folder in
      let reports = try Self.reports()
      for (name, report) in reports { try Fixture.write(report, to: folder.appending(path: name), Self.renderers) }
      let text = try PythonScript(name: script).run(reports.map { folder.appending(path: $0.0).path })
      #expect(text.split(separator: "\n").count == reports.count, "\(text)")
    }
  }

  /// What a sheet or a document cannot hold is told of, and stands elsewhere.
  @Test func whatIsCutIsTold() throws {
    try Fixture.withFolder { folder in
      let report = Fixture.report(findings: (1...7).map { Fixture.finding($0) })
      try Fixture.write(report, to: folder, [JSONRenderer(), WorkbookRenderer(rowLimit: 3), OSCALRenderer(limit: 3)])
      let text = try PythonScript(name: "check_workbook.py").run([folder.path])
      #expect(text.contains("a workbook with 3 findings"), "\(text)")
      #expect(try PythonScript(name: "check_oscal.py").run([folder.path]).contains("3 observations"))
    }
  }

  /// One report gives the same bytes whenever it is written.
  @Test func isWrittenAlikeEachTime() throws {
    try Fixture.withFolder { folder in
      let names = ["findings.xlsx", "ocsf.ndjson", "oscal-ar.json", "statement.json"]
      let written = try ["first", "second"].map { place in
        try Fixture.write(Fixture.hostile, to: folder.appending(path: place), Self.renderers)
        return try names.map { try Data(contentsOf: folder.appending(path: "\(place)/\($0)")) }
      }
      #expect(written[0] == written[1])
    }
  }

  /// A folder that takes no file: nothing is in the place of the reports, and nothing is left behind.
  @Test func aWorkbookThatCannotBeWrittenLeavesTheOldFiles() throws {
    try Fixture.withFolder { folder in
      try Fixture.write(Fixture.small, to: folder, Self.renderers)
      let before = try Data(contentsOf: folder.appending(path: "findings.xlsx"))
      do {
        let output = try ReportFolder(path: folder.path)
        #expect(throws: CannotWrite(path: folder.path + "/findings.xlsx", cause: "Text too long.")) {
          try output.write(
            "findings.xlsx", at: { (_, _) throws(FileProblem) in throw FileProblem(cause: "Text too long.") })
        }
      }
      #expect(try Data(contentsOf: folder.appending(path: "findings.xlsx")) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == Self.renderers.count)
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

  /// The schema of `report.json` has the keys of docs/contract.md, section 7, and takes no other and no fewer.
  @Test func theSchemaIsTheContracts() throws {
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/report.json")
    try Fixture.withFolder { folder in
      var report = Fixture.hostile
      // Places are called as their files are made; a workbook has rows of sheets.
      let locators = ["sheet \"Requests\", row 14", "sheet 2, row 3", "sheet \"Notes\"", "identityProviders", "file"]
      report.sources[0].rejects = locators.map { Report.Reject(locator: $0, reason: "it cannot be used") }
      report.findings[0].evidence = locators.map {
        Report.Citation(source: "requests.xlsx", locator: $0, summary: "a request")
      }
      report.ledger = Report.Ledger(
        number: 1, head: "1:\(String(repeating: "3f", count: 32))", previous: nil, reportSHA256: "")
      try Fixture.write(report, to: folder, [JSONRenderer()])
      let text = try PythonScript(name: "check_report_schema.py").run(
        [golden.path, folder.appending(path: "report.json").path])
      #expect(text.contains("2 reports keep to the schema"), "\(text)")
    }
  }
}
