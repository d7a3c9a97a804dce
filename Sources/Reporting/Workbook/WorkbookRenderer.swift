import Timestamps

/// `findings.xlsx`: the report for people who sort and filter. Values are text, so that a spreadsheet computes none and
/// guesses no number; only counts are numbers.
package struct WorkbookRenderer: Renderer {
  package let name = "xlsx"
  package let file = "findings.xlsx"

  /// Rows of a sheet below its header.
  let rowLimit: Int

  package init() { self.init(rowLimit: WorkbookWriter.rowLimit) }

  init(rowLimit: Int) { self.rowLimit = rowLimit }

  package func files(of report: Report) -> [ReportFile] {
    [
      ReportFile(
        name: file,
        .path { (path, folder) throws(FileProblem) in
          let sheets = WorkbookSheets(report: report, rowLimit: rowLimit)
          let writer = try WorkbookWriter(
            path: path, folder: folder, title: "relay-audit report as of \(report.run.asOf.rfc3339)",
            created: Int(report.run.finishedAt.milliseconds / 1000), isLarge: report.findings.count > 200_000)
          try sheets.write(to: writer)
          try writer.close()
        })
    ]
  }
}
