import Foundation
import PythonScripts
import Testing

@testable import Reporting

/// The small report in each format, byte for byte; of a workbook, whose bytes are the library's, what another's library
/// reads in it. `RECORD=1` writes the golden files, and fails the run.
@Suite struct GoldenTests {
  @Test(arguments: ReportRenderers.all.map(\.file))
  func isWrittenAsBefore(name: String) throws {
    let isWorkbook = name.hasSuffix(".xlsx")
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "Golden/\(name)" + (isWorkbook ? ".txt" : ""))
    try Fixture.withFolder { folder in
      var report = try PersonalData(mode: .masked, key: Data()).applied(to: Fixture.small)
      // The golden files show these in full.
      report.flagged = Fixture.flagged(Fixture.accounts)
      // Beside `report.json` alone: a statement names all files that are written with it.
      let renderers = ReportRenderers.all.filter { $0.file == name || $0 is JSONRenderer }
      try Fixture.write(report, to: folder, renderers)
      let file = folder.appending(path: name)
      let data =
        isWorkbook
        ? Data(try PythonScript(name: "check_workbook.py").run(["--text", file.path]).utf8)
        : try Data(contentsOf: file)
      if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try data.write(to: golden)
        Issue.record("\(name) was recorded")
      }
      #expect(try data == Data(contentsOf: golden), "run with RECORD=1, and look at the difference")
    }
  }
}
