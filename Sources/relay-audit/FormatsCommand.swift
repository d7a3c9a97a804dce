import ArgumentParser
import Evidence
import Intake
import Run

struct FormatsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List every input format with an example.")

  @Option(help: "List only formats of this kind of evidence.")
  var kind: EvidenceKind?

  @Flag(help: "Print all formats in Markdown, as in the documentation.")
  var markdown = false

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    if markdown {
      try StandardOutput.write(page: FormatGuide.page)
      return .success
    }
    let guides = FormatGuide.all.filter { kind == nil || $0.kind == kind }
    try StandardOutput.write(lines: guides.flatMap(Self.lines))
    return .success
  }

  private static func lines(_ guide: FormatGuide) -> [String] {
    ["\(guide.kind.rawValue)  \(guide.name)  \(guide.title.replacing("`", with: ""))"]
      + (guide.note.isEmpty ? [] : ["  \(guide.note)"])
      + guide.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" } + columns(of: guide)
  }

  private static func columns(of guide: FormatGuide) -> [String] {
    guard !guide.columns.isEmpty else { return [] }
    var lines = (guide.needs.map { [$0] } ?? []).map { "  \($0)" }
    for column in guide.columns {
      lines.append("    \(column.name) (\(column.type.values)): \(column.meaning) Example: \(column.example)")
    }
    return lines.map { $0.replacing("`", with: "") }
  }
}
