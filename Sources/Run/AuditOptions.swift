package import Evidence
import Foundation
import History
package import Intake
package import Judgement
package import Reporting
package import Timestamps
package import Vocabulary

/// What the command line says. Nil leaves a setting to the configuration or its default.
package struct AuditOptions: Sendable {
  package struct NamedInput: Hashable, Sendable {
    package var kind: EvidenceKind
    package var path: String

    package init(kind: EvidenceKind, path: String) {
      self.kind = kind
      self.path = path
    }
  }

  package var inputs: [String] = []
  package var namedInputs: [NamedInput] = []
  /// The folder of records that `extract` wrote, which are judged in place of any inputs.
  package var records: String?
  package var config: String?
  package var asOf: Timestamp?
  package var capturedAt: Timestamp?
  package var store: String?
  package var reportFolder: String?
  /// The folder for the public views; nil for none.
  package var viewFolder: String?
  /// Names of `ReportRenderers.names`.
  package var formats: [String]?
  package var failOn: FailOn?
  package var gateScope: GateScope?
  package var required: RequiredKinds?
  package var maxInconclusive: Limit?
  package var maxRejects: Limit?
  package var personalData: PersonalData.Mode?
  package var waivers: String?
  /// The path of the findings that are no news to the gate.
  package var baseline: String?
  package var project: String?
  /// False for a run that leaves nothing behind but its reports.
  package var leavesTrace = true
  /// How many threads may work; nil for as many as there are cores.
  package var jobs: Int?

  package init() {}
}

/// The settings of one audit: flags over configuration over defaults.
package struct AuditSettings: Sendable {
  package static let defaultConfig = InputWalker.configurationName

  package var configuration: Configuration
  /// SHA-256 of the configuration file's bytes, or of none without such a file, as lower-case hex.
  package var configSHA256: String
  package var inputs: [InputRequest]
  /// As `AuditOptions.records`.
  package var records: String?
  package var asOf: Timestamp
  /// The clock's time when the settings were made.
  package var startedAt: Timestamp
  /// `--as-of` was given: the inputs may hold what came later.
  package var isAsOfGiven: Bool
  /// When sources were captured of which the configuration says nothing.
  package var capturedAt: Timestamp?
  /// What the user should know of how the configuration was chosen: sentences.
  package var warnings: [String]
  package var jobs: Int?
  /// False for a run that leaves nothing behind but its reports.
  package var leavesTrace: Bool
  /// The folder for the public views; nil for none.
  package var viewFolder: String?
  package var waivers: Waivers
  /// Nil where none is named.
  var baseline: BaselineFile?
  /// Files and folders that the program reads or writes itself, which are no input.
  package var excluded: [String]

  /// - Throws: `ConfigurationError`, `UserError`.
  package init(_ options: AuditOptions) throws {
    var configuration = Configuration()
    var configSHA256 = SHA256Text.hex(of: Data())
    let choice = try ConfigurationChoice(options)
    warnings = choice.warnings
    var excluded: [String] = []
    if let name = choice.path {
      let file = try ConfigurationFile(contentsOf: URL(fileURLWithPath: name), name: name)
      configuration = file.configuration
      configSHA256 = file.sha256
      configuration.resolvePaths(besides: name)
      excluded.append(name)
    }
    // They are no input either where the command line names others.
    excluded += [configuration.reportFolder] + EvidenceStore.files(of: configuration.store)
    configuration.store = options.store ?? configuration.store
    configuration.reportFolder = options.reportFolder ?? configuration.reportFolder
    configuration.waivers = options.waivers ?? configuration.waivers
    configuration.baseline = options.baseline ?? configuration.baseline
    configuration.formats = try options.formats.map(Self.formats) ?? configuration.formats
    configuration.gate.failOn = options.failOn ?? configuration.gate.failOn
    configuration.gate.scope = options.gateScope ?? configuration.gate.scope
    configuration.gate.required = options.required ?? configuration.gate.required
    configuration.gate.maxInconclusive = options.maxInconclusive ?? configuration.gate.maxInconclusive
    configuration.gate.maxRejects = options.maxRejects ?? configuration.gate.maxRejects
    configuration.personalData = options.personalData ?? configuration.personalData
    configuration.project = options.project ?? configuration.project

    let waiversKey = options.waivers == nil ? configuration.waiversKey : nil
    waivers = try configuration.waivers.map { try WaiverFile.read($0, by: waiversKey) } ?? Waivers()
    if let path = configuration.waivers { excluded.append(path) }
    baseline = try configuration.baseline.map(BaselineFile.init)
    if let path = configuration.baseline { excluded.append(path) }
    viewFolder = options.viewFolder
    if let viewFolder, InputRequest.resolve(viewFolder) == InputRequest.resolve(configuration.reportFolder) {
      throw UserError(
        .usage, "\(viewFolder) is the folder of reports, which the views would replace", remedy: "name another")
    }
    // Behind a link to the store, its journal lies beside the file itself.
    excluded += [configuration.store, InputRequest.resolve(configuration.store)].flatMap(EvidenceStore.files(of:))
    excluded += [configuration.reportFolder] + [viewFolder].compactMap { $0 }
    if let keys = configuration.jwks { excluded.append(keys) }
    records = options.records
    guard records == nil || options.inputs.isEmpty && options.namedInputs.isEmpty && options.capturedAt == nil else {
      throw UserError(
        .usage, "--records takes the place of inputs and of --captured-at", remedy: "give these to `extract`")
    }
    if let records { try configuration.checkPlaces(beside: records) }
    inputs = []
    if records == nil {
      let merged = try InputRequest.merged(options, configured: configuration.inputs)
      inputs = merged.requests
      warnings += merged.warnings
    }
    guard !inputs.isEmpty || records != nil else {
      throw UserError(
        .usage, "there is nothing to audit",
        remedy: """
          name files or folders, or list them under `inputs` in \(choice.path ?? Self.defaultConfig); \
          `relay-audit --help` shows all commands
          """)
    }
    startedAt = .now
    asOf = options.asOf ?? startedAt
    isAsOfGiven = options.asOf != nil
    capturedAt = options.capturedAt
    jobs = options.jobs
    leavesTrace = options.leavesTrace
    self.configSHA256 = configSHA256
    self.configuration = configuration
    self.excluded = excluded
  }

  static func formats(_ names: [String]) throws -> [any Renderer] {
    do throws(FormatError) {
      return try ReportRenderers.named(names)
    } catch {
      throw UserError(.usage, error.problem)
    }
  }
}

extension Configuration {
  /// What a run writes must not replace, nor stand among, what `extract` wrote.
  ///
  /// - Parameter records: the folder that `extract` wrote to.
  fileprivate func checkPlaces(beside records: String) throws(UserError) {
    let folder = InputRequest.resolve(records)
    guard InputRequest.resolve(reportFolder) != folder else {
      throw UserError(
        .usage, "\(reportFolder) is the folder of records, and cannot get the reports",
        remedy: "name another folder with --out")
    }
    guard InputRequest.resolve(store) != "\(folder)/\(ExtractedState.skeleton)" else {
      throw UserError(
        .usage, "\(store) is part of an extract, and cannot be the store",
        remedy: "name the store that the extract was made of with --store")
    }
  }
}

extension AuditSettings {
  /// The inputs without those that the configuration alone names and that are not there, and these.
  var presentInputs: (present: [InputRequest], missing: [InputRequest]) {
    let missing = inputs.filter { input in
      input.nameInConfiguration != nil && input.path != "-" && !FileManager.default.fileExists(atPath: input.path)
    }
    return (inputs.filter { !missing.contains($0) }, missing)
  }
}

/// A file or folder to read, and what is known of it beforehand.
package struct InputRequest: Hashable, Sendable {
  package var path: String
  package var settings = SourceSettings()
  /// The path as the configuration writes it, which stays the same wherever the program is started.
  package var nameInConfiguration: String?
  /// The path of the configuration whose wildcards match it.
  var wildcards: String?
  /// Of its entry in the configuration: `relay-audit.yaml:3`.
  var place: String?

  var absence: String { isPattern ? "no file matches `\(path)`" : "there is no file or folder at \(path)" }

  /// It is of the configuration, and has wildcards that nothing matches.
  var isPattern: Bool { place != nil && PathPattern.isPattern(path) }

  /// As reports name it.
  var name: String { nameInConfiguration ?? path }

  /// What the command line names, then what the configuration adds; what both name is read once, as the flag says. What
  /// several entries of the configuration name is read as the kind of each.
  ///
  /// - Returns: the requests, and what of the configuration has no effect.
  /// - Throws: `UserError` where two entries name one file as one kind, or the wildcards of two entries that differ
  ///   match one, or a folder on their way cannot be looked into.
  static func merged(
    _ options: AuditOptions, configured: [Configuration.Input]
  ) throws(UserError) -> (requests: [InputRequest], warnings: [String]) {
    var overridden = OverriddenEntries()
    var requests = options.inputs.map { InputRequest(path: $0) }
    /// The requests of which the configuration has said something.
    var taken: Set<Int> = []
    /// The requests whose kind a flag says.
    var flagged: Set<Int> = []
    func positions(of path: String) -> [Int] {
      let resolved = resolve(path)
      return requests.indices.filter { requests[$0].path == path || resolve(requests[$0].path) == resolved }
    }
    for named in options.namedInputs {
      let index = positions(of: named.path).first ?? requests.count
      if index == requests.count { requests.append(InputRequest(path: named.path)) }
      requests[index].settings.kind = named.kind
      flagged.insert(index)
    }
    // A path that is written out says more of a file than one with wildcards.
    var expanded = configured.filter { !PathPattern.isPattern($0.path) }
    for input in configured { expanded += try PathPattern.matches(input) }
    let kinds = Dictionary(grouping: expanded) { resolve($0.path) }.mapValues { Set($0.map(\.kind)) }
    for input in expanded {
      let same = positions(of: input.path)
      if let index = same.first(where: { !taken.contains($0) }) {
        let flag = requests[index].settings.kind
        // Where the configuration has several entries for the file, the one with the flag's kind is meant.
        if let flag, input.kind != flag, kinds[resolve(input.path)]?.contains(flag) == true { continue }
        taken.insert(index)
        requests[index].settings = input.settings
        requests[index].settings.kind = flag ?? input.kind
        requests[index].wildcards = input.wildcards
        requests[index].place = input.place
      } else if let index = same.first(where: { flagged.contains($0) || !requests[$0].isBeside(input) }) {
        if flagged.contains(index) { continue }
        try refuseSecond(input, of: requests[index])
        overridden.note(input, by: requests[index])
        continue
      } else {
        taken.insert(requests.count)
        requests.append(
          InputRequest(
            path: input.path, settings: input.settings, nameInConfiguration: input.name,
            wildcards: input.wildcards, place: input.place))
      }
      overridden.noteUse(of: input)
    }
    return (requests, overridden.warnings)
  }

  /// Whether an entry reads the same file as another kind, by the same path. Other wildcards that match the file are a
  /// mistake more likely than meant.
  private func isBeside(_ input: Configuration.Input) -> Bool {
    guard let kind = settings.kind, let other = input.kind else { return false }
    return kind != other && wildcards == input.wildcards
  }

  /// A path that is written out goes before wildcards; of wildcards none goes before others.
  private static func refuseSecond(_ input: Configuration.Input, of request: InputRequest) throws(UserError) {
    if input.wildcards == nil {
      throw UserError(
        .usage, "\(input.place): `inputs` names `\(input.name)` twice: it is what \(request.place ?? "it") names",
        remedy: Configuration.Input.severalKinds)
    }
    guard request.wildcards != nil else { return }
    throw UserError(
      .usage, "\(input.place): two entries of `inputs` have wildcards that match \(input.path)",
      remedy:
        "let one entry alone match it; to read a file as several kinds, give entries with the same path different kinds"
    )
  }

  static func resolve(_ path: String) -> String {
    path == "-" ? path : URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
