import ArgumentParser
import Run

extension RulesCommand {
  struct Test: Command {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Run the test cases of the rules in force, or of the rules in a folder.",
      discussion: "The cases of all built-in rules take some minutes.")

    @Argument(help: "A folder of rules: FAMILY/NAME.sql with FAMILY/NAME.cases.yaml.")
    var folder: String?

    @Option(help: .config) var config: String?

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let test = try RuleTest(folder: folder, config: config, diagnostics)
      // Failures are the result, and not silenced by --quiet.
      if !output.quiet || !test.passed { try StandardOutput.write(lines: Self.lines(test)) }
      return test.passed ? .success : .failure
    }

    private static func lines(_ test: RuleTest) -> [String] {
      let counts = "\(Counted.text(test.ruleCount, "rule")), \(Counted.text(test.caseCount, "case"))"
      let closing =
        test.passed
        ? "\(counts), each in \(RuleTest.variantCount) variants: all as expected."
        : "\(counts): \(test.failures.count) not as expected."
      return test.failures.flatMap(lines) + [closing]
    }

    private static func lines(_ failure: RuleTest.Failure) -> [String] {
      switch failure {
      case .gap(let rule, let gap): return ["\(rule): \(gap)"]
      case .difference(let difference):
        var lines = ["\(difference.rule), case of line \(difference.line): \(difference.name) (\(difference.variant))"]
        lines += difference.given.map { "  given     \($0)" }
        if let problem = difference.problem { lines.append("  failed    \(problem)") }
        lines += difference.missing.map { "  expected  \($0)" }
        lines += difference.unexpected.map { "  got       \($0)" }
        if let remedy = difference.remedy { lines.append("  remedy    \(remedy)") }
        return lines
      }
    }
  }
}
