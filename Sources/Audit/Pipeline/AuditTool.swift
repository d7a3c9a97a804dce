import Evidence
import Foundation
import Intake
import Judgement
import Reporting
import Timestamps

/// The program's functions, one for each command.
package enum AuditTool {
  package static let name = "relay-audit"
  package static let version = "0.1.0"
}

extension AuditTool {
  /// Audits: from files to reports, history and exit status.
  ///
  /// - Throws: `UserError`, `ConfigurationError`; anything else is a defect.
  package static func audit(_ options: AuditOptions, diagnostics: Diagnostics) throws -> AuditResult {
    let startedAt = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let settings = try AuditSettings(options)
    let rules = try RuleBook.inForce(settings.configuration)
    var timer = PassTimer()
    let inputs = try timer.time("recognise") { try Inputs(settings) }
    do {
      let store = try EvidenceStore(path: settings.configuration.store)
      let result = try store.run(settings.evidence, isShared: settings.usesThreads) { session in
        try AuditRun(
          session: session, settings: settings, rules: rules, startedAt: startedAt,
          worker: settings.usesThreads ? Worker() : nil, diagnostics: diagnostics
        ).run(inputs, timer: &timer)
      }
      for pass in result.passes {
        diagnostics.detail(
          "\(pass.name): \(Int(pass.milliseconds.rounded())) ms\(pass.rows.map { ", \($0) rows" } ?? "")")
      }
      return result
    } catch let error as StoreError {
      throw UserError(error)
    } catch let error as CannotWrite {
      throw UserError(.cannotWrite, "\(error.path) cannot be written: \(error.cause)")
    }
  }
}

extension AuditSettings {
  /// The label of accounts and runs in the store.
  var project: String { configuration.project ?? "" }

  /// Whether reading, storing and writing may go on at the same time.
  var usesThreads: Bool { jobs != 1 }

  var evidence: EvidenceSettings {
    var settings = EvidenceSettings(
      project: project, asOf: asOf, relayHosts: RelayHosts(additional: configuration.relayDomains),
      purposes: PurposeMap(configured: configuration.purposes))
    settings.relaySenders = configuration.relaySenders
    settings.clientIDs = configuration.clientIDs
    settings.projectID = configuration.project
    settings.authDomains = configuration.authDomains
    return settings
  }

  /// The parameters of rules that the configuration knows.
  var ruleParameters: [String: RuleValue] {
    [
      "as_of": .integer(asOf.milliseconds),
      "revoke_within": .integer(configuration.revokeWithin.milliseconds),
      "delete_within": .integer(configuration.deleteWithin.milliseconds),
      "clock_skew": .integer(configuration.clockSkew.milliseconds),
      "unlink_within": .integer(configuration.unlinkWithin.milliseconds),
      "max_age": .integer(configuration.maxAge.milliseconds),
      "max_drop": .integer(configuration.maxDrop.tenThousandths),
      "max_orphans": .integer(configuration.maxOrphans.tenThousandths),
      "required_proof": .text(configuration.requiredProof.rawValue),
    ]
  }
}

extension Double {
  /// Of a share: rules reckon in whole numbers.
  fileprivate var tenThousandths: Int64 { Int64((self * 10_000).rounded()) }
}
