package import Timestamps
package import Vocabulary

/// What `report.json` says, as one value: every renderer is a pure function of it.
///
/// The names and the order of properties are those of the report's format, version 1.
package struct Report: Hashable, Sendable {
  package static let schema = "relay-audit/report/1"

  package var run: Run
  package var gate: Gate
  package var population: Population
  package var sources: [Source]
  package var coverage: [Coverage]
  package var rules: [Rule]
  package var findings: [Finding]
  package var resolved: [Resolved]

  package init(
    run: Run, gate: Gate, population: Population, sources: [Source], coverage: [Coverage], rules: [Rule],
    findings: [Finding], resolved: [Resolved]
  ) {
    self.run = run
    self.gate = gate
    self.population = population
    self.sources = sources
    self.coverage = coverage
    self.rules = rules
    self.findings = findings
    self.resolved = resolved
  }
}

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

    package init(
      id: String, asOf: Timestamp, startedAt: Timestamp, finishedAt: Timestamp, tool: Tool, project: String?,
      configSHA256: String, rulesSHA256: String, previousRun: String?
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
    /// `none`, `low`, `medium`, `high` or `critical`.
    package var failOn: String
    /// `all` or `new`.
    package var scope: String
    package var failing: Int
    package var reasons: [String]

    package init(
      outcome: Outcome, exitStatus: Int, failOn: String, scope: String, failing: Int, reasons: [String]
    ) {
      self.outcome = outcome
      self.exitStatus = exitStatus
      self.failOn = failOn
      self.scope = scope
      self.failing = failing
      self.reasons = reasons
    }
  }

  package struct Population: Hashable, Sendable {
    package var accounts: Int
    package var appleAccounts: Int
    package var anonymizedAccounts: Int
    package var links: Int
    package var deletionRequests: Int
    package var byRelayDomain: [String: Int]

    package init(
      accounts: Int, appleAccounts: Int, anonymizedAccounts: Int, links: Int, deletionRequests: Int,
      byRelayDomain: [String: Int]
    ) {
      self.accounts = accounts
      self.appleAccounts = appleAccounts
      self.anonymizedAccounts = anonymizedAccounts
      self.links = links
      self.deletionRequests = deletionRequests
      self.byRelayDomain = byRelayDomain
    }
  }
}
