import ArgumentParser
import Run

/// How much a command writes, and in which form.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Report errors only; of an audit, also the summary where its gate does not pass.")
  var quiet = false

  @Flag(help: "Also report how long each pass took.")
  var verbose = false

  @Option(
    name: .customLong("log-format"), help: ArgumentHelp("The form of messages on standard error.", valueName: "form"))
  var logFormat: Diagnostics.Format = .text

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  var diagnostics: Diagnostics {
    Diagnostics(format: logFormat, isQuiet: quiet, isVerbose: verbose)
  }
}
