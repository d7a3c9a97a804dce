import ArgumentParser
import CMemory
import Judgement
import Reporting
import Run
import Timestamps
import Vocabulary

struct AuditCommand: Command {
  static let configuration = CommandConfiguration(commandName: "audit", abstract: "Audit files and folders.")

  @OptionGroup var inputs: InputOptions

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "The time of the audit in RFC 3339 (default: now). A run with a given time is reproducible.", valueName: "time"))
  var asOf: Timestamp?

  @OptionGroup var store: StoreOption

  @Option(help: ArgumentHelp("The folder for reports (default: reports/out).", valueName: "folder"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Also write the public views to this folder as NDJSON, one file a view, with personal data in the clear.",
      valueName: "folder"))
  var views: String?

  @Option(help: ReportFormatNames.help)
  var format: String?

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "The lowest severity that fails the gate: none, low, medium, high or critical (default: high).",
      valueName: "severity"))
  var failOn: FailOn?

  @Option(
    help: ArgumentHelp(
      "Which findings can fail the gate: all, or those that the baseline does not hold (default: all).",
      valueName: "scope"))
  var gate: GateScope?

  @Option(
    help: ArgumentHelp(
      "A file of findings that --gate new knows (default: what failed at the last run whose gate passed).",
      valueName: "file"))
  var baseline: String?

  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      "The kinds of evidence that must be supplied: auto, none, or kinds separated by commas (default: auto).",
      valueName: "kinds"))
  var required: RequiredKinds?

  @Option(
    name: .customLong("max-inconclusive"),
    help: ArgumentHelp("How many verdicts may be inconclusive: N or N% (default: no limit).", valueName: "limit"))
  var maxInconclusive: Limit?

  @Option(help: ArgumentHelp("How personal data appears in reports (default: masked).", valueName: "mode"))
  var pii: PersonalData.Mode?

  @Option(
    name: .customLong("max-rejects"),
    help: ArgumentHelp("How many of each source's records may be rejected: N or N% (default: 0).", valueName: "limit"))
  var maxRejects: Limit?

  @Option(help: ArgumentHelp("A file of signed, dated, expiring waivers.", valueName: "file"))
  var waivers: String?

  @Option(help: ArgumentHelp("The project's label in reports.", valueName: "name"))
  var project: String?

  @Flag(
    name: .customLong("no-remember"),
    help: "Leave nothing behind but the reports: the store stays as it was.")
  var leavesNoTrace = false

  @Option(help: ArgumentHelp("How many threads may be used, at least 1 (default: one per core).", valueName: "count"))
  var jobs: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    // Both take effect only before the first thread that allocates and the first use of SQLite.
    relay_use_two_heaps()
    relay_count_no_sqlite_memory()
    let result = try Audit.run(options, diagnostics: diagnostics)
    // Cron mails what is printed: nothing on a good night.
    if !output.quiet || result.exitStatus != 0 { print(AuditSummary(result).text) }
    return ExitCode(result.exitStatus)
  }

  /// Also of commands that read what an audit would read.
  var options: AuditOptions {
    var options = inputs.auditOptions
    options.asOf = asOf
    options.store = store.store
    options.reportFolder = out
    options.viewFolder = views
    options.formats = format?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    options.failOn = failOn
    options.gateScope = gate
    options.required = required
    options.maxInconclusive = maxInconclusive
    options.maxRejects = maxRejects
    options.personalData = pii
    options.waivers = waivers
    options.baseline = baseline
    options.project = project
    options.leavesTrace = !leavesNoTrace
    options.jobs = jobs
    return options
  }
}
