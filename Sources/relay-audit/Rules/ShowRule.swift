import ArgumentParser
import Judgement
import Run
import Vocabulary

extension RulesCommand {
  struct Show: Command {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show what a rule judges, why, and what to do about its findings.")

    @Argument(help: "The rule's id, such as consent/link-email.")
    var id: String

    @Option(help: .config) var config: String?

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      try StandardOutput.write(lines: Self.lines(try RuleDescription.of(rule: id, config: config)))
      return .success
    }

    private static func lines(_ description: RuleDescription) -> [String] {
      let rule = description.rule
      var lines = [
        rule.id, "", rule.metadata.title, "", "Severity  \(rule.severity.rawValue)", "From      \(rule.origin)",
      ]
      for section in description.sections {
        lines += ["", section.topic.rawValue]
        for entry in section.entries {
          if let heading = entry.heading { lines.append("  \(heading)") }
          lines += entry.lines.map { (entry.heading == nil ? "  " : "    ") + $0 }
        }
      }
      let query = rule.sql.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return lines + ["", "Query"] + query
    }
  }
}
