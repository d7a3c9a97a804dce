/// A format of the report. Its files are a function of the report alone, so that a kept report can be written again.
package protocol Renderer: Sendable {
  /// As `--format` names it.
  var name: String { get }
  /// The name of its file, or of the first of several. Its golden file has the same name.
  var file: String { get }
  /// Whether every run writes it; `--format` does not name it then.
  var isAlwaysWritten: Bool { get }
  /// Each file may be written on any thread.
  func files(of report: Report) -> [ReportFile]
}

extension Renderer {
  package var isAlwaysWritten: Bool { false }
}
