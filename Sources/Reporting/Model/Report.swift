/// All that the reports of a run show, as one value. Every renderer is a pure function of it.
///
/// Its properties are those of `report.json` (docs/contract.md, section 7), with its names. What only pages show, the
/// store keeps too (`KeptReport`).
package struct Report: Hashable, Sendable {
  /// The version of `report.json` that the report was made for. It is written again in that version.
  package enum Version: Int, Sendable {
    /// Reports of the first edition, as stores keep them. What version 2 added is empty or nil in them.
    case one = 1
    case two

    package var schema: String { "relay-audit/report/\(rawValue)" }
  }

  package var version: Version
  package var run: Run
  package var gate: Gate
  package var population: Population
  package var sources: [Source]
  package var coverage: [Coverage]
  package var rules: [Rule]
  package var findings: FindingArray
  package var resolved: [Resolved]
  /// `requirements` in `report.json`.
  package var frameworks: [Framework]
  package var waivers: [WaiverEntry]
  /// Nil where the gate was given none.
  package var baseline: Baseline?
  /// The last 30 runs before this one, oldest first.
  package var trend: [TrendPoint]
  /// Nil in a report that was kept by a version of the program that did not keep them.
  package var flagged: FlaggedAccounts?
  /// What the report does not prove.
  package var limits: [Limit]
  /// Nil in a report that no entry of the ledger is about.
  package var ledger: Ledger?
  /// Who accepted it since. Not in `report.json`.
  package var signOffs: [SignOff] = []
  /// The ids of findings whose persons the store was told to forget since. Not in `report.json`.
  package var forgotten: Set<String> = []
  /// How personal data appears in it. Not in `report.json`; nil in a report that was kept by a version of the program
  /// that did not keep it.
  package var personalData: PersonalData.Mode?
  /// Whether its ids of findings are those of `PersonalData.publishing`. Not in `report.json`.
  package var hasPublishedIDs = false
  /// How many persons the failures are about that nobody accepted. Not in `report.json`; nil in a report that was kept
  /// by a version of the program that did not keep it.
  package var affectedPersons: Int?
  /// Findings that fail now and did not fail in the previous run, counted by their previous verdict; waived ones under
  /// `waived` alone. Not in `report.json`.
  package var newlyFailing = Counts()
  /// The values by which the rules judged. Not in `report.json`; empty in a report that was kept by a version of the
  /// program that did not keep them.
  package var settings: [Setting] = []
  /// How many findings of one rule `report.json` and the pages list; nil where they list all.
  package var listed: Int?

  package init(
    version: Version = .two, run: Run, gate: Gate, population: Population, sources: [Source], coverage: [Coverage],
    rules: [Rule], findings: [Finding], resolved: [Resolved], frameworks: [Framework] = [],
    waivers: [WaiverEntry] = [], baseline: Baseline? = nil, trend: [TrendPoint] = [], flagged: FlaggedAccounts?,
    limits: [Limit] = [], ledger: Ledger? = nil, personalData: PersonalData.Mode? = nil
  ) {
    self.version = version
    self.run = run
    self.gate = gate
    self.population = population
    self.sources = sources
    self.coverage = coverage
    self.rules = rules
    self.findings = FindingArray(findings)
    self.resolved = resolved
    self.frameworks = frameworks
    self.waivers = waivers
    self.baseline = baseline
    self.trend = trend
    self.flagged = flagged
    self.limits = limits
    self.ledger = ledger
    self.personalData = personalData
  }
}
