import ArgumentParser
import Run
import Testing

@testable import relay_audit

/// What a command's outcome means to the shell.
@Suite struct CommandStatusTests {
  private struct Unforeseen: Error {}

  /// Ends as its argument says.
  private struct Probe: Command {
    @Argument var end: String
    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      switch end {
      case "passed": return .success
      case "incomplete": return ExitCode(2)
      case "mistake": throw UserError(.noSuchInput, "there is no probe")
      default: throw Unforeseen()
      }
    }
  }

  private func status(of end: String) throws -> Int32 {
    do {
      try Probe.parse([end]).run()
      return 0
    } catch let status as ExitCode {
      return status.rawValue
    }
  }

  @Test(arguments: [("passed", 0), ("incomplete", 2), ("mistake", 66), ("defect", 70)] as [(String, Int32)])
  func anOutcomeBecomesItsExitStatus(end: String, expected: Int32) throws {
    #expect(try status(of: end) == expected)
  }
}
