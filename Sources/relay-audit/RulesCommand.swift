import ArgumentParser
import Audit

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show, test, check and write rules.",
    subcommands: [List.self, Show.self, Test.self, Check.self, New.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List rules with their severity and their good state.")

    @Option(help: "Only rules of a family, such as consent.")
    var family: String?

    @Option(help: "Only rules of a severity: low, medium, high or critical.")
    var severity: String?

    @Option(help: "Only rules for a framework or a requirement, such as gdpr or gdpr/7.")
    var framework: String?

    @Flag(help: "Only rules that the last run could not evaluate, each with the reason.")
    var notEvaluated = false

    @OptionGroup var chosen: ConfigOption

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        let filter = AuditTool.RuleFilter(
          family: family, severity: severity, framework: framework, isNotEvaluated: notEvaluated)
        print(try AuditTool.listRules(filter, config: chosen.config))
        return 0
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what a rule judges, why, and what to do about it.")

    @Argument(help: "The rule, such as consent/link-email.")
    var id: String

    @OptionGroup var chosen: ConfigOption

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        print(try AuditTool.showRule(id, config: chosen.config))
        return 0
      }
    }
  }

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run the cases of the rules in force, or of the rules in a folder.")

    @Argument(help: "A folder of rules: FAMILY/NAME.sql with FAMILY/NAME.cases.yaml.")
    var folder: String?

    @OptionGroup var chosen: ConfigOption

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        RulesCommand.tell(try AuditTool.testRules(folder: folder, config: chosen.config), output)
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: """
        Say what the files of rules have wrong: metadata, columns, SQL that other engines read otherwise, plans, missing \
        cases.
        """)

    @Argument(help: "A folder of rules; those in force where none is named.")
    var folder: String?

    @OptionGroup var chosen: ConfigOption

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        RulesCommand.tell(try AuditTool.checkRules(folder: folder, config: chosen.config), output)
      }
    }
  }

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a rule of your own that works, with its cases, to be changed.")

    @Argument(help: "FAMILY/NAME, such as house/two-factors.")
    var id: String

    @Option(help: "The folder of rules (default: the first of rules.paths in the configuration, else rules).")
    var folder: String?

    @OptionGroup var chosen: ConfigOption

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        let files = try AuditTool.newRule(id, folder: folder, config: chosen.config)
        if !output.quiet {
          for file in files { print("wrote \(file)") }
          print("relay-audit rules test runs its cases.")
        }
        return 0
      }
    }
  }

  /// Also in quiet mode, what is wrong has to be said.
  ///
  /// - Returns: the exit status.
  private static func tell(_ tests: AuditTool.RuleTests, _ output: OutputOptions) -> Int32 {
    if !output.quiet || !tests.passed { print(tests.text) }
    return tests.passed ? 0 : 1
  }
}
