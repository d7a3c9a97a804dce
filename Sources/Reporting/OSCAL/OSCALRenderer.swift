/// `oscal-ar.json`: assessment results of the Open Security Controls Assessment Language, for an auditor's tools.
///
/// Frameworks' requirements are the reviewed controls; each rule is an objective with a finding that says whether it is
/// satisfied; each finding of the report is an observation. Tools read such a document as a whole, so that the
/// observations are limited to the worst, and the rest is counted.
package struct OSCALRenderer: Renderer {
  package let name = "oscal"
  package let file = "oscal-ar.json"

  /// How many observations it has at most.
  let limit: Int

  package init() { self.init(limit: 5000) }

  init(limit: Int) { self.limit = limit }

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try OSCALResults(report, limit: limit).write(to: $0) }]
  }
}
