/// `report.sarif`: findings for tools that show results of analyses, such as code scanning.
package struct SARIFRenderer: Renderer {
  package let name = "sarif"
  package let file = "report.sarif"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try SARIFReport(report).write(to: $0) }]
  }
}
