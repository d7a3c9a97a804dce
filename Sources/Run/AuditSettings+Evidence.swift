import Evidence
import Judgement
import Timestamps

extension AuditSettings {
  /// The project's label on accounts and runs in the store; empty where none is configured.
  var project: String { configuration.project ?? "" }

  /// Whether a run may use more than one thread.
  var usesThreads: Bool { Threads.usesSeveral(jobs) }

  var evidence: EvidenceSettings {
    var settings = EvidenceSettings(
      project: project, asOf: asOf, relayHosts: RelayHosts(additional: configuration.relayDomains),
      purposes: PurposeMap(configured: configuration.purposes))
    settings.relaySenders = configuration.relaySenders
    settings.clientIDs = configuration.clientIDs
    settings.projectID = configuration.project
    settings.authDomains = configuration.authDomains
    settings.remembers = configuration.rememberEvidence.milliseconds > 0
    return settings
  }

  /// The values of all rule parameters that the configuration sets, by name.
  var ruleParameters: [String: RuleValue] {
    var values: [String: RuleValue] = ["as_of": .integer(asOf.milliseconds)]
    for parameter in configuration.sharedParameters { values[parameter.name] = parameter.value }
    return values
  }
}
