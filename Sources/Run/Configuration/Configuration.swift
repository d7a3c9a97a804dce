package import Evidence
import Foundation
package import Intake
package import Judgement
package import Reporting
package import Timestamps
package import Vocabulary

/// What `relay-audit.yaml` may say (docs/contract.md, section 8), over the defaults.
package struct Configuration: Sendable {
  struct RulePlace: Sendable {
    /// From the file's root: `rules.disable`.
    var key: String
    var file: String
    /// From 1.
    var line: Int?
  }

  package struct Input: Sendable {
    /// As written.
    package var name: String
    /// Relative to the folder in which the program was started.
    package var path: String
    package var kind: EvidenceKind?
    package var capturedAt: Timestamp?
    /// Their column names, by ours.
    package var columns: [String: String] = [:]
    package var constants: [String: String] = [:]
    package var timeUnit: TimeUnit?
    package var mode: SourceMode?
    package var record = RecordMapping()
    /// The entry's path, where this is a match of its wildcards.
    var wildcards: String?
    /// The entry's name, where this is a match of its wildcards.
    var entry: String?
    /// Where the entry stands.
    package var file: String
    package var line: Int

    /// `relay-audit.yaml:3`.
    var place: String { "\(file):\(line)" }

    /// What to do where two entries name one file.
    static let severalKinds = "to read one file as several kinds, give each of its entries another `kind`"

    var settings: SourceSettings {
      var settings = SourceSettings(
        kind: kind, capturedAt: capturedAt, columns: columns, constants: constants, timeUnit: timeUnit, mode: mode,
        record: record)
      if mode == .snapshot { settings.entry = entry ?? name }
      return settings
    }
  }

  package var project: String?
  package var inputs: [Input] = []
  package var relayDomains: [String] = []
  /// Hosts whose addresses are made up, so that they are none.
  package var placeholderDomains: [String] = []
  package var relaySenders: [String] = []
  /// The purposes that cover a link, by its kind or provider.
  package var purposes: [String: [String]] = [:]
  package var unlinkWithin = TimeSpan.hours(72)
  /// Whether a consent has to say that it was explicit.
  package var requiresExplicitConsent = false
  package var revokeWithin = TimeSpan.hours(72)
  package var deleteWithin = TimeSpan.days(30)
  package var clockSkew = TimeSpan.minutes(10)
  package var requiredProof = Proof.medium
  package var cleanUp = CleanUp.none
  package var clientIDs: [String] = []
  package var jwks: String?
  package var authDomains: [String] = []
  /// How old the newest export of accounts may be.
  package var maxAge = TimeSpan.hours(36)
  /// How old the newest capture of a kind may be on a night without that kind; a kind that is not here has to be there.
  package var maxAges: [EvidenceKind: TimeSpan] = [:]
  package var maxDrop = Share(permille: 200)
  package var maxOrphans = Share(permille: 50)
  /// How many accounts there are, by another count than the export's.
  package var accounts: Int?
  package var accountsTolerance = Share(permille: 1)
  /// How old Apple's newest notice may be.
  package var maxSilence = TimeSpan.days(30)
  package var rulePaths: [String] = []
  /// How the file says them; empty where it does not.
  var rulePathsAsWritten: [WrittenPath] = []
  package var disabledRules: [String] = []
  package var severities: [String: Severity] = [:]
  /// Texts as written, by rule and parameter.
  package var ruleParameters: [String: [String: String]] = [:]
  /// Where the file first names each rule.
  var rulePlaces: [String: RulePlace] = [:]
  /// How long one rule may run.
  package var ruleTimeLimit = RuleRunner.standardTimeLimit
  package var gate = GateSettings()
  /// The path of the findings that are no news to the gate.
  package var baseline: String?
  package var reportFolder = "reports/out"
  package var formats = ReportRenderers.standard
  package var personalData = PersonalData.Mode.masked
  /// How many findings of one rule `report.json` and the pages list.
  package var maxFindings = 100_000
  package var store = ".relay-audit/audit.sqlite"
  package var keepHistory: TimeSpan?
  /// How long a record counts after it was last read; zero to judge by the run's own files alone.
  package var rememberEvidence = TimeSpan.days(400)
  package var waivers: String?
  /// How the file says it; nil where it does not.
  var waiversKey: WrittenPath?

  /// A path as the file that names it writes it, for errors about what is there.
  struct WrittenPath: Sendable {
    var key: String
    var path: String
    /// `relay-audit.yaml:3`.
    var place: String
  }

  package init() {}

  /// What Apple's relay hosts, and those of the configuration, say of an address.
  package var relayHosts: RelayHosts { RelayHosts(additional: relayDomains, placeholders: placeholderDomains) }

  /// Resolves paths against the folder of the file that names them, so that the program may be started anywhere.
  mutating func resolvePaths(besides file: String) {
    let folder = (file as NSString).deletingLastPathComponent
    func resolve(_ path: String) -> String {
      path.hasPrefix("/") || path == "-" || folder.isEmpty ? path : folder + "/" + path
    }
    for index in inputs.indices { inputs[index].path = resolve(inputs[index].path) }
    rulePaths = rulePaths.map(resolve)
    store = resolve(store)
    reportFolder = resolve(reportFolder)
    waivers = waivers.map(resolve)
    baseline = baseline.map(resolve)
    jwks = jwks.map(resolve)
  }
}

/// What cleans up after an account is deleted.
package enum CleanUp: String, CaseIterable, Sendable {
  /// Nothing that hangs on the deletion, as far as is known.
  case none
  /// Functions or extensions that the deletion of an account starts.
  case triggers
}

/// How strongly the evidence must show that Apple's tokens are dead.
package enum Proof: String, CaseIterable, Sendable {
  case weak, medium, strong
}
