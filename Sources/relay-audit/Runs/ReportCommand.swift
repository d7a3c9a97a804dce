import ArgumentParser
import History
import Reporting
import Run

struct ReportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the reports of a past run again, in any format.")

  @Argument(help: "The run: its number, the beginning of its id, last, or last~N.")
  var run: RunReference

  @Option(help: ReportFormatNames.help)
  var format: String?

  @Option(help: ArgumentHelp("The folder to write to (default: run-N in the folder of reports).", valueName: "folder"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "How personal data appears; not more openly than in the stored report (default: as there).", valueName: "mode"))
  var pii: PersonalData.Mode?

  @OptionGroup var runs: RunsOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    let formats = format?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let written = try PastReports(folder: out, formats: formats, personalData: pii).write(run, runs.query)
    for notice in written.notices { diagnostics.notice(notice) }
    if !output.quiet {
      try StandardOutput.write(lines: ["Wrote the reports of \(written.run.name) to \(written.folder)."])
    }
    return .success
  }
}
