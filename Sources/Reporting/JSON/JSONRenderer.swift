/// `report.json`: the report for programs.
package struct JSONRenderer: Renderer {
  package let name = "json"
  package let file = "report.json"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try ReportJSON.write(report, to: $0) }]
  }
}
