import ArgumentParser
import Run

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline", abstract: "Write a baseline: the failing findings that --gate new accepts as known.",
    subcommands: [Write.self])
}

extension BaselineCommand {
  struct Write: Command {
    static let configuration = CommandConfiguration(
      commandName: "write",
      abstract: "Write the failing findings of a run as a baseline. An existing file loses its stale entries.")

    @Argument(help: "A new file, or an existing baseline to replace.")
    var file: String

    @Option(
      help: ArgumentHelp(
        "The run: its number, the beginning of its id, last, or last~N.", valueName: "run"))
    var run: RunReference = .last

    @OptionGroup var runs: RunsOptions

    @OptionGroup var output: OutputOptions

    func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
      let (name, entries) = try BaselineWriting.write(run, to: file, runs.query)
      if !output.quiet {
        try StandardOutput.write(lines: ["Wrote \(Counted.text(entries, "failing finding")) of \(name) to \(file)."])
      }
      return .success
    }
  }
}

extension RunReference {
  /// As `--help` shows a default.
  public var defaultValueDescription: String { "last" }
}
