import ArgumentParser
import CMemory
import Run

struct AuditCommand: Command {
  static let configuration = CommandConfiguration(commandName: "audit", abstract: "Audit files and folders.")

  @OptionGroup var flags: AuditFlags

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    // Both take effect only before the first thread and the first use of SQLite.
    relay_use_two_heaps()
    relay_count_no_sqlite_memory()
    let result = try Audit.run(flags.options, diagnostics: diagnostics)
    // Cron mails what is printed: nothing on a good night.
    if !output.quiet || result.exitStatus != 0 { print(AuditSummary(result).text) }
    return ExitCode(result.exitStatus)
  }
}
