/// `report.html`: the report for people, and the pages beside it.
package struct HTMLRenderer: Renderer {
  package let name = "html"
  package let file = "report.html"

  package init() {}

  package func files(of report: Report) -> [ReportFile] { HTMLReport(report).files }
}
