/// `summary.md`: the totals and the worst of it, for the summary of a pipeline's job or for a chat.
package struct MarkdownRenderer: Renderer {
  package let name = "markdown"
  package let file = "summary.md"

  package init() {}

  package func files(of report: Report) -> [ReportFile] {
    [ReportFile(name: file) { try $0(MarkdownSummary(report).bytes) }]
  }
}
