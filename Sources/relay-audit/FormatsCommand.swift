import ArgumentParser
import Evidence
import Intake

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List every format that is read, with an example.")

  @Option(help: "Only formats of this kind of evidence.")
  var kind: EvidenceKind?

  @Flag(help: "Write the page of the documentation.")
  var markdown = false

  func run() throws {
    if markdown { return print(FormatGuide.page, terminator: "") }
    for guide in FormatGuide.all where kind == nil || guide.kind == kind {
      print("\(guide.kind.rawValue)  \(guide.name)  \(guide.title.replacing("`", with: ""))")
      if !guide.note.isEmpty { print("  \(guide.note)") }
      for line in guide.example.split(separator: "\n", omittingEmptySubsequences: false) { print("    \(line)") }
    }
  }
}

extension EvidenceKind: ExpressibleByArgument {}
