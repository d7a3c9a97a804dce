import ArgumentParser
import Audit

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show and test rules.",
    subcommands: [List.self, Show.self, Test.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every rule with its severity and its good state.")

    @Option(help: "The configuration (default: relay-audit.yaml, if there is one).")
    var config: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        print(try AuditTool.listRules(config: config))
        return 0
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what a rule judges, why, and what to do about it.")

    @Argument(help: "The rule, such as consent/link-email.")
    var id: String

    @Option(help: "The configuration (default: relay-audit.yaml, if there is one).")
    var config: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        print(try AuditTool.showRule(id, config: config))
        return 0
      }
    }
  }

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run the cases of the rules in force, or of the rules in a folder.")

    @Argument(help: "A folder of rules: FAMILY/NAME.sql with FAMILY/NAME.cases.yaml.")
    var folder: String?

    @Option(help: "The configuration (default: relay-audit.yaml, if there is one).")
    var config: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
      try Command.run(output) { _ in
        let tests = try AuditTool.testRules(folder: folder, config: config)
        if !output.quiet || !tests.passed { print(tests.text) }
        return tests.passed ? 0 : 1
      }
    }
  }
}
