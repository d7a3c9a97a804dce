import ArgumentParser
import Audit
import Foundation

struct OutputOptions: ParsableArguments {
  @Flag(help: "Say nothing but errors.")
  var quiet = false

  @Flag(help: "Say what each pass took.")
  var verbose = false

  @Option(name: .customLong("log-format"), help: "text or json: how messages on standard error are written.")
  var logFormat: Diagnostics.Format = .text

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  var diagnostics: Diagnostics {
    Diagnostics(format: logFormat, isQuiet: quiet, isVerbose: verbose)
  }
}

/// The one place where what happened becomes an exit status.
enum Command {
  static func run(_ output: OutputOptions, _ body: (Diagnostics) throws -> Int32) throws {
    let diagnostics = output.diagnostics
    let status: Int32
    do {
      status = try body(diagnostics)
    } catch let error as UserError {
      diagnostics.error(error.description)
      status = error.status.rawValue
    } catch let error as ConfigurationError {
      diagnostics.error(error.description)
      status = UserError.Status.usage.rawValue
    } catch {
      diagnostics.error(
        "a defect in relay-audit (\(type(of: error))); the reports of the last good run were not touched. Please report it.")
      diagnostics.detail("\(error)")
      status = 70
    }
    if status != 0 { throw ExitCode(status) }
  }
}

extension Diagnostics.Format: ExpressibleByArgument {}
