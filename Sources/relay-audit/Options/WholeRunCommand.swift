import ArgumentParser
import Run

/// A command that reads and judges what `audit` does.
///
/// Its groups of options hold no groups. In a debug build the parser checks a group several times for each level above
/// it: with two levels, that is half of the time of a test's audit.
protocol WholeRunCommand: Command {
  var inputs: InputOptions { get }
  var whole: WholeRunOptions { get }
  var judging: JudgingOptions { get }
}

extension WholeRunCommand {
  var auditOptions: AuditOptions {
    var options = inputs.auditOptions
    options.records = whole.records
    options.viewFolder = whole.views
    judging.set(in: &options)
    return options
  }
}

/// Options of a run over all inputs.
struct WholeRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Judge the records that `extract` wrote to this folder, in place of the configuration's `inputs`.",
      valueName: "folder"))
  var records: String?

  @Option(
    help: ArgumentHelp(
      "Also write the public views to this folder, as one NDJSON file per view. Personal data is not masked in them.",
      valueName: "folder"))
  var views: String?
}
