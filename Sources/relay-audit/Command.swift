import ArgumentParser
import Platform
import Run

/// A command parses its flags, calls one function of the program, prints the value that this returns, and maps the
/// outcome to an exit status.
protocol Command: ParsableCommand {
  var output: OutputOptions { get }

  /// - Returns: the exit status of a command that did its work.
  /// - Throws: the error that stopped it. `run` turns this into a message and an exit status.
  func execute(_ diagnostics: Diagnostics) throws -> ExitCode
}

extension Command {
  /// The only place in which an error becomes an exit status.
  func run() throws {
    let diagnostics = output.diagnostics
    Interruption.watch()
    let status: ExitCode
    do {
      status = try execute(diagnostics)
    } catch {
      status = CommandFailure.report(error, to: diagnostics)
    }
    if status != .success { throw status }
  }
}

/// What becomes of an error that a command throws.
enum CommandFailure {
  static func report(_ error: any Error, to diagnostics: Diagnostics) -> ExitCode {
    // Whatever was thrown, that is why.
    if let signal = Interruption.signal {
      diagnostics.error(
        "stopped by \(Interruption.name(of: signal)); the store and the reports are as they were before")
      return ExitCode(128 + signal)
    }
    if let error = UserError(error) {
      diagnostics.error(error.description)
      return ExitCode(error.status.rawValue)
    }
    diagnostics.error(
      "this is a defect in relay-audit (\(type(of: error))); please report it, with the output of --verbose. "
        + "The reports of the last good run were not changed")
    diagnostics.detail("\(error)")
    return .defect
  }
}

extension ExitCode {
  /// `EX_SOFTWARE` of `sysexits.h`. No error of the user's has this status.
  static let defect = ExitCode(70)
}
