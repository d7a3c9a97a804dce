import ArgumentParser
import Audit

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell the evidence chain of one finding of the last run.")

  @Argument(help: "The finding's id, as the report gives it.")
  var finding: String

  @OptionGroup var chosen: ConfigOption

  @Option(help: "The history's file (default: .relay-audit/audit.sqlite).")
  var store: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Command.run(output) { _ in
      print(try AuditTool.explain(finding, config: chosen.config, store: store))
      return 0
    }
  }
}
