import ArgumentParser
import Evidence
import Intake
import Run

struct FormatsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List every input format, with an example.")

  @Option(help: "Only formats of this kind of evidence.")
  var kind: EvidenceKind?

  @Flag(help: "Print all formats as the Markdown page of the documentation.")
  var markdown = false

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) -> ExitCode {
    if markdown {
      print(FormatGuide.page, terminator: "")
      return .success
    }
    for guide in FormatGuide.all where kind == nil || guide.kind == kind {
      print("\(guide.kind.rawValue)  \(guide.name)  \(guide.title.replacing("`", with: ""))")
      if !guide.note.isEmpty { print("  \(guide.note)") }
      for line in guide.example.split(separator: "\n", omittingEmptySubsequences: false) { print("    \(line)") }
      for line in Self.columns(of: guide) { print(line) }
    }
    return .success
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
