/// `junit.xml`: the rules as tests, for the page of tests that a pipeline has.
package struct JUnitRenderer: Renderer {
  package let name = "junit"
  package let file = "junit.xml"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try JUnitReport(report).write(to: $0) }]
  }
}
