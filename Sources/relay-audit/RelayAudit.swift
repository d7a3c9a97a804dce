import ArgumentParser
import Run

@main
struct RelayAudit: ParsableCommand {
  /// Every command, in the order of `--help`. A new command is a file beside this one and a line here.
  private static let commands: [any ParsableCommand.Type] = [
    AuditCommand.self,
    InitCommand.self,
    InspectCommand.self,
    FormatsCommand.self,
    ConfigCommand.self,
    RulesCommand.self,
    ExplainCommand.self,
    HistoryCommand.self,
    DiffCommand.self,
    ReportCommand.self,
    BaselineCommand.self,
    WaiversCommand.self,
    SignOffCommand.self,
    VerifyCommand.self,
    SampleCommand.self,
    ForgetCommand.self,
    DemoCommand.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Audits accounts that signed in with Apple: consent before links, revocation after deletion requests.",
    discussion: """
      Reads exported files, judges every link and deletion request by rules, and writes reports. It never contacts any \
      server.

      Exit status: \(exitStatuses).
      """,
    version: Program.version,
    subcommands: commands,
    defaultSubcommand: AuditCommand.self)

  private static var exitStatuses: String {
    var meanings = Dictionary(
      uniqueKeysWithValues: UserError.Status.allCases.map { ($0.rawValue, $0.meaning) })
    meanings[0] = "the gate passed"
    meanings[1] = "it failed"
    meanings[2] = "the audit is incomplete"
    meanings[ExitCode.defect.rawValue] = "a defect in the program"
    return meanings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
