import ArgumentParser
import Run

/// What `audit` takes, and `sample`, which reads and judges the same.
struct WholeRunOptions: ParsableArguments {
  @OptionGroup var inputs: InputOptions

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

  @OptionGroup var run: RunOptions

  @OptionGroup var output: OutputOptions

  var auditOptions: AuditOptions {
    var options = inputs.auditOptions
    options.records = records
    options.viewFolder = views
    run.set(in: &options)
    return options
  }
}
