import ArgumentParser
import Evidence
import Intake
import Run

struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Look at a folder and write a relay-audit.yaml that says how its files are read.",
    discussion: """
      Files that are recognised need no entry. For the others the configuration proposes kind, columns, values, units \
      and time zone, from names and contents; each line says why, and how sure it is. What cannot be decided is left \
      as a comment with the question. Nothing is overwritten, asked or judged.
      """)

  @Argument(help: "The folder of the exports.")
  var folder = "."

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let written = try NewConfiguration(in: folder)
    for skipped in written.proposal.skipped { diagnostics.notice("\(skipped.path) is left out: \(skipped.reason)") }
    if !output.quiet { print(Self.summary(of: written, folder: folder)) }
    return .success
  }

  private static func summary(of written: NewConfiguration, folder: String) -> String {
    let proposal = written.proposal
    var lines = ["\(written.path) was written."]
    lines += proposal.recognised.map { file in
      guard case .recognised(let kind, let format) = file.outcome else { return "" }
      return "  recognised  \(file.path): \(kind.rawValue), \(format)"
    }
    lines += proposal.entries.map { entry in
      let questions = entry.proposal.questions
      let count = Counted.text(questions, "question")
      let rest = questions == 0 ? "" : ", \(count)"
      return entry.proposal.isWithheld
        ? "  not sure    \(entry.path): perhaps \(entry.proposal.kind.rawValue), \(count)"
        : "  proposed    \(entry.path): \(entry.proposal.kind.rawValue)\(rest)"
    }
    lines += proposal.open.map { "  open        \($0.path): nothing says what it is" }
    lines += proposal.files.compactMap { file in
      if case .left(let reason) = file.outcome { "  left out    \(file.path): \(reason)" } else { nil }
    }
    let questions = proposal.questions
    if questions > 0 {
      lines.append(
        "\(questions) \(questions == 1 ? "question is" : "questions are") left in it: search it for `# question`. "
          + "What is not answered is not read, and an audit says so.")
    }
    lines.append("Next: look through \(written.path), then run")
    lines.append("  relay-audit inspect \(folder)")
    return lines.joined(separator: "\n")
  }
}
