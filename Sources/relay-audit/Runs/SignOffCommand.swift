import ArgumentParser
import History
import Run

struct SignOffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "sign-off", abstract: "Record who accepted the report of a run.")

  @Argument(help: "The run: its number, the beginning of its id, last, or last~N.")
  var run: RunReference

  @Option(name: .customLong("as"), help: ArgumentHelp("The name of the person who accepts it.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("What is accepted, or why.", valueName: "text"))
  var note: String

  @Option(
    help: ArgumentHelp(
      "The OpenSSH key to sign with: a private key, or the public part of one that is on hardware or in the agent.",
      valueName: "file"))
  var key: String?

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (option, text) in [("--as", name), ("--note", note)] {
      if text.allSatisfy(\.isWhitespace) { throw ValidationError("\(option) must not be empty.") }
      // Each is a line of the statement that is signed.
      if text.unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control || $0.value == 0x2028 || $0.value == 0x2029
      }) {
        throw ValidationError("\(option) must be a single line.")
      }
    }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let recorded = try SigningOff(name: name, note: note, key: key).record(run, runs.query)
    if !output.quiet {
      try StandardOutput.write(lines: [
        "Signed off \(recorded.run.name)\(key == nil ? ", without a signature" : "").",
        "Ledger: \(recorded.head)", "To write its report again, with the sign-off:",
        "  " + ShellCommand.text(["report", "\(recorded.run.number)"] + runs.arguments),
      ])
    }
    return .success
  }
}
