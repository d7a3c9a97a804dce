package import Timestamps

/// The part of the configuration that says how texts are read, not how they are judged.
package struct EvidenceSettings: Sendable {
  /// The label under which accounts, runs and findings are kept apart in one store.
  package var project: String
  package var asOf: Timestamp
  package var relayHosts: RelayHosts
  package var purposes: PurposeMap
  /// Whether a consent that does not say whether it was explicit counts as one that was not.
  package var requiresExplicitConsent = false
  /// Addresses and hosts that are registered with Apple for mail to relay addresses, lower-case.
  package var relaySenders: [String] = []
  /// The app's own client ids.
  package var clientIDs: [String] = []
  /// The project's id, where the configuration says it.
  package var projectID: String?
  /// Hosts other than the project's own that serve its sign-in pages and send its mail.
  package var authDomains: [String] = []

  /// By how much the clocks of two logs may differ, in milliseconds.
  package var clockSkew: Int64 = 0

  /// How long records of earlier runs count; 0 judges by the run's own files alone.
  package var remember = TimeSpan.days(400)
  package var remembers: Bool { remember.milliseconds > 0 }

  package init(project: String, asOf: Timestamp, relayHosts: RelayHosts, purposes: PurposeMap) {
    self.project = project
    self.asOf = asOf
    self.relayHosts = relayHosts
    self.purposes = purposes
  }
}
