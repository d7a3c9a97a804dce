import ArgumentParser
import Judgement
import Reporting
import Run
import Timestamps
import Vocabulary

/// How to judge and what to write: options of a run, whatever it reads.
struct JudgingOptions: ParsableArguments {
  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      """
      The time for which to judge, in RFC 3339 such as \(ArgumentHelp.exampleTime) (default: now). With it, a run \
      can be repeated exactly.
      """, valueName: "time"))
  var asOf: Timestamp?

  @Option(help: .store) var store: String?

  @Option(help: ArgumentHelp("The folder to write reports to (default: reports/out).", valueName: "folder"))
  var out: String?

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
      "The baseline: findings that --gate new accepts as known "
        + "(default: what failed at the last run whose gate passed).",
      valueName: "file"))
  var baseline: String?

  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      """
      The kinds of evidence that must be supplied: auto (what the rules need), none, or kinds separated by commas \
      (default: auto). Kinds: \(ArgumentHelp.kinds).
      """, valueName: "kinds"))
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

  @Option(help: Jobs.help) var jobs: Int?

  func validate() throws {
    try Jobs.check(jobs)
    try Arguments.checkNotEmpty(waivers, "--waivers")
    try Arguments.checkNotEmpty(baseline, "--baseline")
  }

  func set(in options: inout AuditOptions) {
    options.asOf = asOf
    options.store = store
    options.reportFolder = out
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
  }
}
