package import Evidence
import Foundation
package import Intake
package import Judgement
package import Timestamps

/// What `relay-audit.yaml` may say (section 8 of the contract), over the defaults.
package struct Configuration: Sendable {
  package struct Input: Sendable {
    /// As written.
    package var name: String
    /// From the folder in which the program was started.
    package var path: String
    package var kind: EvidenceKind?
    package var capturedAt: Timestamp?
    /// Our name of a column, and theirs.
    package var columns: [String: String] = [:]
    package var constants: [String: String] = [:]
    package var timeUnit: TimeUnit?
    package var line: Int
  }

  package var project: String?
  package var inputs: [Input] = []
  package var relayDomains: [String] = []
  package var relaySenders: [String] = []
  /// By kind of link or provider, the purposes that cover it.
  package var purposes: [String: [String]] = [:]
  package var unlinkWithin = TimeSpan.hours(72)
  package var revokeWithin = TimeSpan.hours(72)
  package var deleteWithin = TimeSpan.days(30)
  package var clockSkew = TimeSpan.minutes(10)
  package var requiredProof = Proof.medium
  package var clientIDs: [String] = []
  package var jwks: String?
  package var authDomains: [String] = []
  package var maxAge = TimeSpan.hours(36)
  /// Shares are of 1, not of 100.
  package var maxDrop = 0.2
  package var maxOrphans = 0.05
  package var rulePaths: [String] = []
  package var disabledRules: [String] = []
  package var severities: [String: Severity] = [:]
  /// By rule and parameter, as they are written.
  package var ruleParameters: [String: [String: String]] = [:]
  package var failOn: FailOn = .severity(.high)
  package var gateScope = GateScope.all
  package var required = RequiredKinds.auto
  package var maxInconclusive: Limit?
  package var maxRejects = Limit.count(0)
  package var reportFolder = "reports/out"
  package var formats = ["html", "json"]
  package var personalData = "masked"
  package var store = ".relay-audit/audit.sqlite"
  package var keepHistory: TimeSpan?
  package var waivers: String?

  package init() {}

  /// Makes paths relative to the folder of the file that names them, so that the program may be started anywhere.
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
    jwks = jwks.map(resolve)
  }
}

/// How strongly the evidence must show that Apple's tokens are dead.
package enum Proof: String, CaseIterable, Sendable {
  case weak, medium, strong
}
