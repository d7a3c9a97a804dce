import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List, show, test, check and create rules.",
    subcommands: [List.self, Show.self, Test.self, Check.self, New.self], defaultSubcommand: List.self)
}
