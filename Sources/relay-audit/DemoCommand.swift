import ArgumentParser
import Audit
import Demo
import Timestamps

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Write a realistic sample of every kind of input, and what an audit of it must find.")

  @Argument(help: "A new or empty folder.")
  var folder: String

  @Option(help: "How many accounts stand beside those that have a story.")
  var accounts = 400

  @Option(help: "The same seed gives the same sample.")
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if accounts < 0 { throw ValidationError("--accounts cannot be negative.") }
  }

  func run() throws {
    try Command.run(output) { _ in
      do {
        try DemoSample(seed: seed, accounts: accounts).write(to: folder)
      } catch let failure as DemoFailure {
        throw UserError(.cannotWrite, "\(failure.path) cannot be written: \(failure.cause)")
      }
      if !output.quiet {
        print("The sample is in \(folder). Audit it:")
        print("  relay-audit audit --config \(folder)/relay-audit.yaml --as-of \(DemoSample.asOf.rfc3339)")
      }
      return 0
    }
  }
}
