import ArgumentParser
import Demo
import Run
import Timestamps

struct DemoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Write a realistic sample of every kind of input, with the findings that an audit of it must report.")

  @Argument(help: "The folder to write to: a new or an empty one.")
  var folder: String

  @Option(
    help: ArgumentHelp("How many ordinary accounts to add to those in the scenarios.", valueName: "count"))
  var accounts = 400

  @Option(
    help: ArgumentHelp(
      "A number from which the sample is made: the same seed gives the same sample.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if accounts < 0 { throw ValidationError("--accounts must not be negative.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    do {
      try DemoSample(seed: seed, accounts: accounts, schema: try ConfigurationSchema.text()).write(to: folder)
    } catch let failure as DemoFailure {
      throw UserError(.cannotWrite, "\(failure.path) cannot be written: \(failure.cause)")
    }
    if !output.quiet {
      try StandardOutput.write(lines: lines)
    }
    return .success
  }

  private var lines: [String] {
    [
      "Wrote a sample to \(folder). To audit it:",
      "  "
        + ShellCommand.text(["audit", "--config", "\(folder)/relay-audit.yaml", "--as-of", DemoSample.asOf.rfc3339]),
      "Wrote three nights to \(folder)/nights. Audit them in order; each report also rests on the nights before it:",
    ]
      + NightsSample.nights.map { night in
        let command = ShellCommand.text([
          "audit", "--config", "\(folder)/nights/relay-audit.yaml", "\(folder)/nights/\(night.name)", "--as-of",
          night.asOf.rfc3339,
        ])
        return "  \(command)   # \(night.story)"
      }
  }
}
