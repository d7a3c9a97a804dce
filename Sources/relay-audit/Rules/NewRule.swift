import ArgumentParser
import Run

extension RulesCommand {
  struct New: Command {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Create a working rule with its cases, as a template to change.")

    @Argument(help: "The rule's id, FAMILY/NAME, such as house/two-factors.")
    var id: String

    @Option(help: "The folder of rules (default: the first of rules.paths in the configuration, otherwise rules).")
    var folder: String?

    @Option(help: .config) var config: String?

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let rule = try NewRule.write(id, folder: folder, config: config)
      if !output.quiet {
        try StandardOutput.write(
          lines: rule.files.map { "Wrote \($0)." } + [
            "To run its cases:", "  " + ShellCommand.text(["rules", "test", rule.folder]),
          ])
      }
      return .success
    }
  }
}
