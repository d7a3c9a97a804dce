import ArgumentParser
import Run

struct MergeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Bring the parts of a run that was judged in shards together: reports, store and ledger.",
    discussion: """
      Takes the parts of all shards, the folder of records that they are of (--records), the sums by which they judged \
      (--sums), and the options of `audit`. Reports, store and exit status are those of one audit of the same inputs. \
      With --counts it adds the counts of all shards, and writes the sums. docs/scale.md describes the steps.
      """)

  @Argument(help: "The parts of all shards, in any order.")
  var part: [String]

  @Option(help: ArgumentHelp("The folder of records that the parts are of.", valueName: "folder"))
  var records: String

  @Option(
    help: ArgumentHelp(
      "The sums of all shards, by which they judged; with --counts, the file to write.", valueName: "file"))
  var sums: String

  @Flag(help: "Add the counts of all shards, and write the sums.")
  var counts = false

  @Option(help: .config) var config: String?

  @OptionGroup var judging: JudgingOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    Allocation.prepare()
    var options = AuditOptions()
    options.config = config
    judging.set(in: &options)
    if counts {
      try Merge.addCounts(of: part, in: records, to: sums, options)
      return .success
    }
    return try Merge.run(part, in: records, by: sums, options, diagnostics: diagnostics).show(isQuiet: output.quiet)
  }
}
