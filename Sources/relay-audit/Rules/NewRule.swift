import ArgumentParser
import Run

extension RulesCommand {
  struct New: Command {
    static let configuration = CommandConfiguration(
      abstract: "Create a rule that works, with its cases, for you to change.")

    @Argument(help: "FAMILY/NAME, such as house/two-factors.")
    var id: String

    @Option(help: "The folder of rules (default: the first of rules.paths in the configuration, else rules).")
    var folder: String?

    @OptionGroup var config: ConfigOption

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let rule = try NewRule.write(id, folder: folder, config: config.config)
      if !output.quiet {
        for file in rule.files { print("wrote \(file)") }
        print("`relay-audit rules test` runs its cases.")
      }
      return .success
    }
  }
}
