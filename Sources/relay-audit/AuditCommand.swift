import ArgumentParser
import Audit
import CMemory
import Evidence
import Judgement
import Timestamps

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Audit files and folders. This is the default.")

  @Argument(help: "Files and folders; `-` is standard input. Those of the configuration's `inputs` are added.")
  var input: [String] = []

  @OptionGroup var chosen: ConfigOption

  @Option(name: .customLong("as-of"), help: "The time of the audit in RFC 3339 (default: now); with it a run is reproducible.")
  var asOf: Timestamp?

  @Option(help: "The history's file (default: .relay-audit/audit.sqlite).")
  var store: String?

  @Option(help: "The folder for reports (default: reports/out).")
  var out: String?

  @Option(help: "The reports' formats, with commas between them (default: html,json).")
  var format: String?

  @Option(name: .customLong("fail-on"), help: "none, low, medium, high or critical (default: high).")
  var failOn: FailOn?

  @Option(help: "all, or new: whether findings that the run before had fail the gate (default: all).")
  var gate: GateScope?

  @Option(name: .customLong("require"), help: "auto, none, or kinds of evidence with commas between them (default: auto).")
  var required: RequiredKinds?

  @Option(name: .customLong("max-inconclusive"), help: "How many verdicts may be inconclusive: N or N% (default: no limit).")
  var maxInconclusive: Limit?

  @Option(help: "How personal data appears in reports: masked, hashed or full (default: masked).")
  var pii: PersonalDataChoice?

  @Option(name: .customLong("max-rejects"), help: "How many records may be rejected: N or N% (default: 0).")
  var maxRejects: Limit?

  @Option(help: "A file of signed, dated, expiring waivers.")
  var waivers: String?

  @Option(help: "The project's label in reports.")
  var project: String?

  @Option(name: .customLong("input"), help: "KIND=PATH: a file whose kind is named outright.")
  var namedInputs: [NamedInput] = []

  @Option(help: "How many threads may work: 1, or more (default: as many as there are cores).")
  var jobs: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }

  func run() throws {
    relay_use_two_heaps()
    relay_count_no_sqlite_memory()
    var options = AuditOptions()
    options.inputs = input
    options.namedInputs = namedInputs.map(\.value)
    options.config = chosen.config
    options.asOf = asOf
    options.store = store
    options.reportFolder = out
    options.formats = format?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    options.failOn = failOn
    options.gateScope = gate
    options.required = required
    options.maxInconclusive = maxInconclusive
    options.maxRejects = maxRejects
    options.personalData = pii?.rawValue
    options.waivers = waivers
    options.project = project
    options.jobs = jobs
    try Command.run(output) { diagnostics in
      let result = try AuditTool.audit(options, diagnostics: diagnostics)
      if !output.quiet { print(result.summary) }
      return result.exitStatus
    }
  }
}

enum PersonalDataChoice: String, ExpressibleByArgument, CaseIterable {
  case masked, hashed, full
}

/// The value of `--input`.
struct NamedInput: ExpressibleByArgument {
  let value: AuditOptions.NamedInput

  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "="),
      let kind = EvidenceKind(rawValue: String(argument[..<separator]))
    else { return nil }
    let path = String(argument[argument.index(after: separator)...])
    guard !path.isEmpty else { return nil }
    value = AuditOptions.NamedInput(kind: kind, path: path)
  }
}

extension Timestamp: ExpressibleByArgument {
  public init?(argument: String) { self.init(rfc3339: argument) }
}
