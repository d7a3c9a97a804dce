import ArgumentParser
import Run

/// How much a command writes, and in which form.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: "Print no notices and no summary of what went well. Warnings and what a command is asked for are printed.")
  var quiet = false

  @Flag(help: "Also say how long each step took.")
  var verbose = false

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp("The format of messages on standard error.", valueName: "format"))
  var logFormat: Diagnostics.Format = .text

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  var diagnostics: Diagnostics {
    Diagnostics(format: logFormat, isQuiet: quiet, isVerbose: verbose)
  }
}
