import ArgumentParser
import CMemory
import Judgement
import Reporting
import Run
import Timestamps
import Vocabulary

struct AuditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Audit files and folders, and write reports.",
    discussion: """
      Prints a summary: the gate's decision, which is also the exit status, and where to read on. `relay-audit --help` \
      lists the exit statuses.
      """)

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      "Judge the records that `extract` wrote to this folder, in place of the configuration's `inputs`.",
      valueName: "folder"))
  var records: String?

  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "The time for which to judge, in RFC 3339 (default: now). With it, a run can be repeated exactly.",
      valueName: "time"))
  var asOf: Timestamp?

  @OptionGroup var store: StoreOption

  @Option(help: ArgumentHelp("The folder to write reports to (default: reports/out).", valueName: "folder"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Also write the public views to this folder, as one NDJSON file per view. Personal data is not masked in them.",
      valueName: "folder"))
  var views: String?

  @Option(help: ReportFormatNames.help)
  var format: String?

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "The lowest severity at which a failing finding fails the gate (default: high).",
      valueName: "severity"))
  var failOn: FailOn?

  @Option(
    help: ArgumentHelp(
      "Which findings can fail the gate: all, or only those that the baseline does not list (default: all).",
      valueName: "scope"))
  var gate: GateScope?

  @Option(
    help: ArgumentHelp(
      "The baseline: findings that --gate new accepts as known (default: what failed at the last run whose gate passed).",
      valueName: "file"))
  var baseline: String?

  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      "The kinds of evidence that must be supplied: auto (what the rules need), none, or kinds separated by commas "
        + "(default: auto).",
      valueName: "kinds"))
  var required: RequiredKinds?

  @Option(
    name: .customLong("max-inconclusive"),
    help: ArgumentHelp(
      "How many verdicts may be inconclusive before the audit is incomplete: N or N% (default: no limit).",
      valueName: "limit"))
  var maxInconclusive: Limit?

  @Option(help: ArgumentHelp("How personal data appears in reports (default: masked).", valueName: "mode"))
  var pii: PersonalData.Mode?

  @Option(
    name: .customLong("max-rejects"),
    help: ArgumentHelp(
      "How many records of each source may be rejected before the audit is incomplete: N or N% (default: 0).",
      valueName: "limit"))
  var maxRejects: Limit?

  @Option(
    help: ArgumentHelp("The file of waivers: findings that somebody has accepted until a date.", valueName: "file"))
  var waivers: String?

  @Option(
    help: ArgumentHelp("The name of the project. The store keeps the history of each project apart.", valueName: "name")
  )
  var project: String?

  @Flag(
    name: .customLong("no-remember"),
    help: "Write the reports and nothing else: the store stays as it was.")
  var leavesNoTrace = false

  @Option(help: ArgumentHelp("The largest number of threads, at least 1 (default: one per core).", valueName: "count"))
  var jobs: Int?

  @OptionGroup(title: "Shards") var shard: ShardOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    // Both take effect only before the first thread that allocates and the first use of SQLite.
    relay_use_two_heaps()
    relay_count_no_sqlite_memory()
    if let request = try shardRequest {
      let result = try ShardAudit.run(options, request, diagnostics: diagnostics)
      try output.quiet ? () : StandardOutput.write(lines: [text(of: result, request)])
      return .success
    }
    do {
      return try show(Audit.run(options, diagnostics: diagnostics))
    } catch let error as UserError {
      throw withMeantCommand(error)
    }
  }

  /// Nil where no shard is to be judged.
  private var shardRequest: ShardAudit.Request? {
    get throws(UserError) {
      guard let lines = shard.shard, let number = shard.number, let part = shard.part else {
        guard !shard.counts, shard.sums == nil else {
          throw UserError(.usage, "--counts and --sums need --shard", remedy: "name the file of the shard's lines")
        }
        return nil
      }
      if views != nil {
        throw UserError(
          .usage, "--views is not for shards", remedy: "audit the same inputs without shards, or leave it out")
      }
      guard let records else {
        throw UserError(.usage, "--shard needs --records", remedy: "name the folder that the lines are of")
      }
      return ShardAudit.Request(
        folder: records, lines: lines, number: number.number, count: number.count, part: part, sums: shard.sums)
    }
  }

  private func text(of result: ShardAudit.Result, _ request: ShardAudit.Request) -> String {
    let read = "\(Counted.text(result.records, "record")) and \(Counted.text(result.state, "line")) of state"
    let found = request.sums == nil ? "" : ", \(Counted.text(result.findings, "finding"))"
    return "shard \(request.number) of \(request.count): \(read)\(found)"
  }

  /// Prints the summary of a run.
  ///
  /// - Returns: the run's exit status.
  func show(_ result: AuditResult) throws(UserError) -> ExitCode {
    // Cron mails what is printed: nothing on a good night.
    if !output.quiet || result.exitStatus != 0 { try show(AuditSummary(result), of: result) }
    return ExitCode(result.exitStatus)
  }

  /// A command's misspelt name is taken for a file, since `audit` is what the program does where none is named.
  private func withMeantCommand(_ error: UserError) -> UserError {
    guard error.status == .noSuchInput, let word = inputs.input.first, CommandLine.arguments.dropFirst().first == word,
      let command = NearestName.to(word, among: RelayAudit.commandNames)
    else { return error }
    var error = error
    error.remedy = "did you mean `\(Program.name) \(command)`?"
    return error
  }

  private func show(_ summary: AuditSummary, of result: AuditResult) throws(UserError) {
    do {
      try StandardOutput.write(lines: summary.lines, first: summary.colour)
    } catch {
      var error = error
      error.remedy = "the audit is complete, and its reports are in \(result.reportFolder)"
      throw error
    }
  }

  /// Also of commands that read what an audit would read.
  var options: AuditOptions {
    var options = inputs.auditOptions
    options.records = records
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
