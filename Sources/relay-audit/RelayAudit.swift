import ArgumentParser
import Foundation
import Platform
import Reporting
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
    ExtractCommand.self,
    MergeCommand.self,
    ForgetCommand.self,
    DemoCommand.self,
  ]

  static var commandNames: [String] { commands.compactMap { $0.configuration.commandName } }

  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Audits accounts that use Sign in with Apple: consent before links, revocation after deletion requests.",
    discussion: """
      Reads exported files, judges accounts, links and deletion requests by rules, and writes reports. It never contacts \
      a server.

      To begin, write a sample with `relay-audit demo FOLDER`, or a configuration for your own exports with \
      `relay-audit init FOLDER`.

      Exit status: \(exitStatuses).
      """,
    version: Program.version,
    subcommands: commands,
    defaultSubcommand: AuditCommand.self)

  static func main() {
    StandardStreams.prepare()
    // libdispatch would tell the system's log, through a socket, that it cannot raise a thread's priority.
    setenv("LIBDISPATCH_LOG", "NO", 1)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Foundation.exit(say(error).rawValue)
    }
  }

  /// Prints what the parser of arguments has to say: help and the like on standard output, faults on standard error.
  private static func say(_ error: any Error) -> ExitCode {
    let status = exitCode(for: error)
    // A fault repeats an argument, which may have any characters in it, and anybody's address or number.
    let arguments = CommandLine.arguments.flatMap {
      [$0] + $0.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    let message = arguments.reduce(fullMessage(for: error)) { message, argument in
      let visible = VisibleText.line(shown(argument, status))
      return visible == argument ? message : message.replacing(argument, with: visible)
    }
    guard !message.isEmpty else { return status }
    let isVersion = status.isSuccess && message == configuration.version
    let lines =
      isVersion && arguments.contains("--verbose")
      ? versions : message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard status.isSuccess else {
      StandardError.write(lines.map { VisibleText.line(shown($0, status)) + "\n" }.joined())
      return status
    }
    do {
      try StandardOutput.write(lines: lines)
      return status
    } catch {
      return CommandFailure.report(error, to: Diagnostics(format: .text, isQuiet: false, isVerbose: false))
    }
  }

  /// Of a fault, the text as messages show it until the configuration is read.
  private static func shown(_ text: String, _ status: ExitCode) -> String {
    status.isSuccess ? text : PersonalData.masking.text(text)
  }

  /// What `--version --verbose` prints.
  private static var versions: [String] {
    ["\(Program.name) \(Program.version)"] + Libraries.versions.map { "\($0.name) \($0.version)" }
  }

  private static var exitStatuses: String {
    var meanings = Dictionary(
      uniqueKeysWithValues: UserError.Status.allCases.map { ($0.rawValue, $0.meaning) })
    meanings[0] = "the gate passed"
    meanings[1] = "the gate failed"
    meanings[2] = "the audit is incomplete"
    meanings[ExitCode.defect.rawValue] = "a defect in the program, or \(UserError.Status.noMemory.meaning)"
    return meanings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "; ")
      + "; 129, 130, 143 ended by a signal"
  }
}
