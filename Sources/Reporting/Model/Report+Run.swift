package import Timestamps
package import Vocabulary

extension Report {
  package struct Run: Hashable, Sendable {
    package var id: String
    package var asOf: Timestamp
    package var startedAt: Timestamp
    package var finishedAt: Timestamp
    package var tool: Tool
    package var project: String?
    /// Lower-case hex, as are all hashes of a report.
    package var configSHA256: String
    package var rulesSHA256: String
    package var previousRun: String?
    /// The machine's name; nil in version 1.
    package var host: String?
    /// The name of the user who ran it; nil in version 1.
    package var user: String?

    package init(
      id: String, asOf: Timestamp, startedAt: Timestamp, finishedAt: Timestamp, tool: Tool, project: String?,
      configSHA256: String, rulesSHA256: String, previousRun: String?, host: String? = nil, user: String? = nil
    ) {
      self.id = id
      self.asOf = asOf
      self.startedAt = startedAt
      self.finishedAt = finishedAt
      self.tool = tool
      self.project = project
      self.configSHA256 = configSHA256
      self.rulesSHA256 = rulesSHA256
      self.previousRun = previousRun
      self.host = host
      self.user = user
    }
  }

  package struct Tool: Hashable, Sendable {
    package var name: String
    package var version: String

    package init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  package struct Gate: Hashable, Sendable {
    package var outcome: Outcome
    package var exitStatus: Int
    package var failOn: FailOn
    package var scope: GateScope
    package var failing: Int
    package var reasons: [String]
    /// How many findings would fail the gate if no waiver were in force.
    package var failingWithoutWaivers: Int
    /// How many findings are carried, whatever their verdict.
    package var carried: Int

    package init(
      outcome: Outcome, exitStatus: Int, failOn: FailOn, scope: GateScope, failing: Int, reasons: [String],
      failingWithoutWaivers: Int = 0, carried: Int = 0
    ) {
      self.outcome = outcome
      self.exitStatus = exitStatus
      self.failOn = failOn
      self.scope = scope
      self.failing = failing
      self.reasons = reasons
      self.failingWithoutWaivers = failingWithoutWaivers
      self.carried = carried
    }
  }

  package struct Population: Hashable, Sendable {
    package var accounts: Int
    package var appleAccounts: Int
    package var anonymizedAccounts: Int
    package var links: Int
    package var deletionRequests: Int
    package var byRelayDomain: [String: Int]
    /// Accounts with an Apple credential and no address at all.
    package var anonymityUnknown: Int

    package init(
      accounts: Int, appleAccounts: Int, anonymizedAccounts: Int, links: Int, deletionRequests: Int,
      byRelayDomain: [String: Int], anonymityUnknown: Int = 0
    ) {
      self.accounts = accounts
      self.appleAccounts = appleAccounts
      self.anonymizedAccounts = anonymizedAccounts
      self.links = links
      self.deletionRequests = deletionRequests
      self.byRelayDomain = byRelayDomain
      self.anonymityUnknown = anonymityUnknown
    }
  }
}
