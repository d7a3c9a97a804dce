import Evidence
import Judgement
import Timestamps

extension AuditSettings {
  /// The project's label on accounts and runs in the store; empty where none is configured.
  var project: String { configuration.project ?? "" }

  /// Whether a run may use more than one thread.
  var usesThreads: Bool { Threads.usesSeveral(jobs) }

  /// The latest date in a name that may say when a file was captured. What exists by now was captured by now, but an
  /// audit of an earlier time may be given files from after it.
  var latestName: Timestamp { isAsOfGiven ? asOf + .days(1) : asOf }

  /// The latest date that the newest of several copies may have in its name. Where the time is now, a day is left for
  /// dates of zones ahead of UTC.
  var latestCopy: Timestamp { isAsOfGiven ? asOf : asOf + .days(1) }

  var evidence: EvidenceSettings {
    var settings = EvidenceSettings(
      project: project, asOf: asOf, relayHosts: configuration.relayHosts,
      purposes: PurposeMap(configured: configuration.purposes))
    settings.requiresExplicitConsent = configuration.requiresExplicitConsent
    settings.relaySenders = configuration.relaySenders
    settings.clientIDs = configuration.clientIDs
    settings.projectID = configuration.project
    settings.authDomains = configuration.authDomains
    settings.clockSkew = configuration.clockSkew.milliseconds
    settings.remember = configuration.rememberEvidence
    return settings
  }

  /// The values of all rule parameters that the configuration sets, by name.
  var ruleParameters: [String: RuleValue] {
    var values: [String: RuleValue] = ["as_of": .integer(asOf.milliseconds)]
    for parameter in configuration.sharedParameters { values[parameter.name] = parameter.value }
    return values
  }
}
