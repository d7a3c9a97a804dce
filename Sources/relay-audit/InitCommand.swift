import ArgumentParser
import Evidence
import Intake
import Reporting
import Run

struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Look at a folder of exports and write a relay-audit.yaml that says how to read them.",
    discussion: """
      Files that are recognised need no entry. For each other file, the configuration proposes the kind of evidence, \
      columns, values, units and time zone, guessed from names and contents; each line says why, and how sure it is. \
      What cannot be decided is left as a comment that asks a question. Nothing is overwritten or judged.
      """)

  @Argument(help: "The folder that holds the exports.")
  var folder = "."

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let written = try NewConfiguration(in: folder)
    for skipped in written.proposal.skipped {
      diagnostics.notice(Self.shown("\(skipped.path) is left out: \(skipped.reason)"))
    }
    if !output.quiet { try StandardOutput.write(lines: Self.summary(of: written, folder: folder)) }
    return .success
  }

  /// Names of files may hold addresses and numbers of people.
  private static func shown(_ text: String) -> String { PersonalData.masking.text(text) }

  private static func summary(of written: NewConfiguration, folder: String) -> [String] {
    let proposal = written.proposal
    var lines = ["Wrote \(written.path)."]
    lines += proposal.recognised.map { file in
      guard case .recognised(let kind, let format) = file.outcome else { return "" }
      return "  recognised  \(shown(file.path)): \(kind.rawValue), \(format)"
    }
    lines += proposal.entries.map { entry in
      let questions = entry.proposal.questions
      let count = Counted.text(questions, "question")
      let rest = questions == 0 ? "" : ", \(count)"
      return entry.proposal.isWithheld
        ? "  uncertain   \(shown(entry.path)): perhaps \(entry.proposal.kind.rawValue), \(count)"
        : "  proposed    \(shown(entry.path)): \(entry.proposal.kind.rawValue)\(rest)"
    }
    lines += proposal.open.map { "  unknown     \(shown($0.path)): what it is could not be determined" }
    lines += proposal.files.compactMap { file in
      if case .left(let reason) = file.outcome { "  left out    \(shown(file.path)): \(reason)" } else { nil }
    }
    let questions = proposal.questions
    if questions > 0 {
      lines.append(
        "\(questions) \(questions == 1 ? "question is" : "questions are") left in the file: search for `# question`. "
          + "What stays unanswered is not read, and an audit says so.")
    }
    lines.append("Next: read through \(written.path), then run")
    lines.append("  " + ShellCommand.text(["inspect", folder]))
    return lines
  }
}
