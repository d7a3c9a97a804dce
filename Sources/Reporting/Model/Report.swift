package import Timestamps
package import Vocabulary

/// All that the reports of a run show, as one value. Every renderer is a pure function of it.
///
/// The first properties, down to `resolved`, are those of `report.json`, version 1, with its names and in its order. The
/// others are what pages show besides; the store keeps them too (`KeptReport`).
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

  /// Nil in a report that was kept by a version of the program that did not keep them.
  package var flagged: FlaggedAccounts?
  package var frameworks: [Framework]
  /// What the report does not prove, a sentence or two each.
  package var limits: [String]

  package init(
    run: Run, gate: Gate, population: Population, sources: [Source], coverage: [Coverage], rules: [Rule],
    findings: [Finding], resolved: [Resolved], flagged: FlaggedAccounts?, frameworks: [Framework], limits: [String]
  ) {
    self.run = run
    self.gate = gate
    self.population = population
    self.sources = sources
    self.coverage = coverage
    self.rules = rules
    self.findings = findings
    self.resolved = resolved
    self.flagged = flagged
    self.frameworks = frameworks
    self.limits = limits
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
    package var failOn: FailOn
    package var scope: GateScope
    package var failing: Int
    package var reasons: [String]

    package init(
      outcome: Outcome, exitStatus: Int, failOn: FailOn, scope: GateScope, failing: Int, reasons: [String]
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
