import ArgumentParser
import Judgement
import Run

extension RulesCommand {
  struct Check: Command {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check rule files: metadata, columns, portable SQL, query plans, missing cases.")

    @Argument(help: "A folder of rules (default: the rules in force).")
    var folder: String?

    @Option(help: .config) var config: String?

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let check = try RuleCheck(folder: folder, config: config)
      // Problems are the result, and not silenced by --quiet.
      if !output.quiet || !check.passed { try StandardOutput.write(lines: Self.lines(check)) }
      return check.passed ? .success : .failure
    }

    private static func lines(_ check: RuleCheck) -> [String] {
      var lines = check.problems.map(\.description)
      if !check.rulesOfTheWhole.isEmpty {
        lines.append("Judged as a whole, not by person: \(check.rulesOfTheWhole.joined(separator: ", ")).")
      }
      if let rules = check.ruleCount {
        let problems = check.problems.count
        let counted = Counted.text(rules, "rule")
        lines.append(check.passed ? "\(counted): no problems." : "\(counted), \(Counted.text(problems, "problem")).")
      }
      return lines
    }
  }
}
