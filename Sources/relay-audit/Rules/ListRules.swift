import ArgumentParser
import Judgement
import Run
import Vocabulary

extension RulesCommand {
  struct List: Command {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the rules in force with their severities and titles.")

    @Option(help: "List only rules of this family, such as consent.")
    var family: String?

    @Option(help: "List only rules of this severity.")
    var severity: Severity?

    @Option(help: "List only rules for this framework or requirement, such as gdpr or gdpr/7.")
    var framework: String?

    @Flag(help: "List only rules that the last run could not evaluate, with the reason in place of the title.")
    var notEvaluated = false

    @OptionGroup var runs: RunsOptions

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let filter = RuleListing.Filter(
        family: family, severity: severity, framework: framework, isNotEvaluated: notEvaluated)
      let listing = try RuleListing(filter, runs.query)
      try StandardOutput.write(
        lines: notEvaluated && listing.entries.isEmpty
          ? ["The last run evaluated all of these rules."] : Self.lines(listing))
      return .success
    }

    private static func lines(_ listing: RuleListing) -> [String] {
      let width = listing.entries.map(\.rule.id.count).max() ?? 0
      return listing.entries.map { entry in
        let rule = entry.rule
        let text = entry.obstacle.map(text) ?? rule.metadata.title
        return "\(padded(rule.id, to: width))  \(padded(rule.severity.rawValue, to: 8))  \(text)"
      }
    }

    private static func text(_ obstacle: RuleListing.Obstacle) -> String {
      switch obstacle {
      case .other(let sentence): sentence
      case .missing(let kinds): "not supplied: \(kinds.joined(separator: ", "))"
      }
    }

    private static func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
  }
}
