import ArgumentParser
import Demo
import Run
import Timestamps

struct DemoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Write a realistic sample of every kind of input, with the findings that an audit of it must have.")

  @Argument(help: "A new or empty folder.")
  var folder: String

  @Option(
    help: ArgumentHelp("How many ordinary accounts to add to those of the scenarios.", valueName: "count"))
  var accounts = 400

  @Option(help: ArgumentHelp("The same seed gives the same sample.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if accounts < 0 { throw ValidationError("--accounts cannot be negative.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    do {
      try DemoSample(seed: seed, accounts: accounts, schema: try ConfigurationSchema.text()).write(to: folder)
    } catch let failure as DemoFailure {
      throw UserError(.cannotWrite, "\(failure.path) cannot be written: \(failure.cause)")
    }
    if !output.quiet {
      print("The sample is in \(folder). Audit it:")
      print("  relay-audit audit --config \(folder)/relay-audit.yaml --as-of \(DemoSample.asOf.rfc3339)")
      print("Three nights are in \(folder)/nights. Audit them in order, and each report rests on all nights before it:")
      for night in NightsSample.nights {
        print(
          "  relay-audit audit --config \(folder)/nights/relay-audit.yaml \(folder)/nights/\(night.name)"
            + " --as-of \(night.asOf.rfc3339)   # \(night.story)")
      }
    }
    return .success
  }
}
