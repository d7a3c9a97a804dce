import ArgumentParser
import Run
import Timestamps

struct ExtractCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Write the records of all inputs as lines of JSON, for `audit --records`. Nothing is judged.",
    discussion: """
      The folder gets `sources.json` and `records.ndjson`; with --for-shards also `state.ndjson` and \
      `skeleton.sqlite`, which have what the store knows. Personal data in them is not masked: they are readable by their \
      owner only. docs/scale.md describes them.
      """)

  @OptionGroup var inputs: InputOptions

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "The time of the audit, in RFC 3339 (default: now), which bounds the times that records may have.",
      valueName: "time"))
  var asOf: Timestamp?

  @Option(help: ArgumentHelp("The folder to write to; not one of reports.", valueName: "folder"))
  var out: String

  @Flag(
    name: .customLong("for-shards"),
    help: "Also write what the store knows of each person, for a run that is judged in shards.")
  var isForShards = false

  @Option(help: .store) var store: String?

  @Option(
    help: ArgumentHelp(
      "The name of the project whose state is written (default: the configured one).", valueName: "name")
  )
  var project: String?

  @Option(help: Jobs.help) var jobs: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws { try Jobs.check(jobs) }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    var options = inputs.auditOptions
    options.asOf = asOf
    options.store = store
    options.project = project
    options.jobs = jobs
    let extraction = try Extraction(of: options, to: out, isForShards: isForShards, diagnostics: diagnostics)
    if !output.quiet {
      let (records, sources) = (Counted.text(extraction.records, "record"), Counted.text(extraction.sources, "source"))
      let rejected = extraction.rejected > 0 ? ", \(extraction.rejected) rejected" : ""
      let state = extraction.state.map { ", \(Counted.text($0, "line")) of state" } ?? ""
      try StandardOutput.write(lines: ["\(records) of \(sources) in \(out)\(rejected)\(state)"])
    }
    return .success
  }
}
