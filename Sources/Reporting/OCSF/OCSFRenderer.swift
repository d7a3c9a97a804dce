/// `ocsf.ndjson`: the report as events of the Open Cybersecurity Schema Framework, one a line, for a SIEM.
///
/// The first event is the run's, with the gate's decision and all totals: a night without findings is no empty file.
/// Then come the findings in the report's order, the resolved ones, and the rules that were not evaluated.
/// `metadata.event_code` tells them apart.
package struct OCSFRenderer: Renderer {
  package let name = "ocsf"
  package let file = "ocsf.ndjson"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try OCSFEvents(report).write(to: $0) }]
  }
}
