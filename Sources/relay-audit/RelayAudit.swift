import ArgumentParser
import Audit

@main
struct RelayAudit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay-audit",
    abstract: "Audits accounts that signed in with Apple: consent before links, revocation after deletion requests.",
    discussion: """
      Reads exported files, judges every link and deletion request by rules, and writes reports. It never contacts any \
      server.

      Exit status: 0 the gate passed, 1 it failed, 2 the audit is incomplete, 64 usage, 65 unusable data, 66 no such \
      input, 70 a defect in the program, 73 cannot write, 75 another run holds the store.
      """,
    version: AuditTool.version,
    subcommands: [
      AuditCommand.self, InspectCommand.self, FormatsCommand.self, RulesCommand.self, ExplainCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: AuditCommand.self)
}
