package import Evidence
import Storage
package import Timestamps
package import Vocabulary

/// What one rule said of its population.
package struct RuleOutcome: Sendable {
  package var rule: Rule
  package var counts: [Verdict: Int] = [:]
  /// Every judgement other than `pass`, with its stable id, until `takeFindings`.
  package fileprivate(set) var findings: [IdentifiedJudgement] = []
  /// The same, by id and account alone.
  package fileprivate(set) var keys: [FindingKey] = []
  /// The ids under which this run judged a subject `pass`, of those that are watched.
  package var passed: Set<String> = []
  /// Why it was not evaluated; nil where it was.
  package var failure: String?

  package var judged: Int { counts.values.reduce(0, +) }

  /// Hands the findings over, and keeps their keys: a night may have 100,000.
  package mutating func takeFindings() -> [IdentifiedJudgement] {
    defer { findings = [] }
    return findings
  }
}

/// A finding by 24 bytes.
package struct FindingKey: Hashable, Sendable {
  /// `FindingIdentity.number`.
  package var number: UInt64
  /// The number of the account that it is about; negative for a person whom no export shows.
  package var account: Int64?
}

package struct IdentifiedJudgement: Sendable {
  package var id: String
  package var judgement: Judgement
  /// The person's names, of the account where there is one.
  package var subject: Subject
  /// The record that shows the account now.
  package var accountPlace: Place?
}

/// Runs rules over the evidence of a run.
package struct RuleRunner {
  let directory: EvidenceDirectory
  private let project: String
  private let parameters: [String: RuleValue]
  private let watched: WatchedFindings
  private let timeLimit: TimeSpan

  /// How long a rule may run where nothing else is configured.
  package static let standardTimeLimit = TimeSpan(milliseconds: 60_000)
  /// How many findings one rule may have, which take some 250 bytes each: a query without an end must not fill the
  /// memory before its time is over.
  private static let findingLimit = 5_000_000

  /// - Parameters:
  ///   - directory: of the evidence, complete; rules read it through the same connection.
  ///   - parameters: the values in force, by the names that rules use.
  ///   - watched: the findings whose passes are to be told.
  ///   - timeLimit: after which a rule is stopped.
  package init(
    project: String, directory: EvidenceDirectory, parameters: [String: RuleValue],
    watched: WatchedFindings = WatchedFindings(), timeLimit: TimeSpan = standardTimeLimit
  ) {
    self.project = project
    self.directory = directory
    self.parameters = parameters
    self.watched = watched
    self.timeLimit = timeLimit
  }

  /// Evaluates one rule. A rule that cannot be run answers with its failure and nothing else: half a population would
  /// look like a whole one.
  package func run(_ rule: Rule) throws -> RuleOutcome {
    var found: [IdentifiedJudgement] = []
    var outcome = try judge(rule) { found.append($0) }
    outcome.findings = found
    return outcome
  }

  /// The same, and passes on each finding instead of keeping it: a night may have a million.
  ///
  /// - Returns: its outcome without findings.
  /// - Throws: what `found` throws.
  package func judge(_ rule: Rule, found: (IdentifiedJudgement) throws -> Void) throws -> RuleOutcome {
    var outcome = RuleOutcome(rule: rule)
    let watched = watched.of(rule.id)
    do {
      var judgements: [Judgement] = []
      // A pass matters only where its subject was a finding: to work out the names of all took longer than to judge
      // them.
      let passes = try query(rule, keepsPass: watched?.mayBeAbout) { judgement in
        outcome.counts[judgement.verdict, default: 0] += 1
        judgements.append(judgement)
      }
      if passes > 0 { outcome.counts[.pass, default: 0] += passes }
      try identify(&judgements, by: rule) { identified in
        if identified.judgement.verdict != .pass {
          outcome.keys.append(
            FindingKey(
              number: FindingIdentity.number(of: identified.id), account: identified.judgement.account))
          try found(identified)
        } else if watched?.ids.contains(identified.id) == true {
          outcome.passed.insert(identified.id)
        }
      }
    } catch let failure as RuleFailure {
      return RuleOutcome(rule: rule, failure: failure.problem)
    }
    return outcome
  }

  /// Every judgement of a rule, passes included.
  ///
  /// - Throws: `RuleFailure`.
  package func judgements(of rule: Rule) throws -> [IdentifiedJudgement] {
    var judgements: [Judgement] = []
    let keepsAll = { (_: Int64?) in true }
    _ = try query(rule, keepsPass: keepsAll) { judgements.append($0) }
    var identified: [IdentifiedJudgement] = []
    try identify(&judgements, by: rule) { identified.append($0) }
    return identified
  }

  /// Evaluates one rule, and passes on every judgement, passes included; none where the rule cannot be run.
  ///
  /// - Returns: its counts, without findings.
  /// - Throws: what `body` throws.
  package func run(_ rule: Rule, all body: (IdentifiedJudgement) throws -> Void) throws -> RuleOutcome {
    var outcome = RuleOutcome(rule: rule)
    var judgements: [Judgement] = []
    do {
      let keepsAll: (Int64?) -> Bool = { _ in true }
      _ = try query(rule, keepsPass: keepsAll) { judgement in
        outcome.counts[judgement.verdict, default: 0] += 1
        judgements.append(judgement)
      }
    } catch let failure as RuleFailure {
      return RuleOutcome(rule: rule, failure: failure.problem)
    }
    try identify(&judgements, by: rule, body)
    return outcome
  }

  /// The parameters in force, and the rule's defaults for what no configuration knows.
  func values(for rule: Rule) -> [String: RuleValue] {
    var values = parameters
    for parameter in rule.metadata.params {
      values[parameter.name] =
        rule.parameters[parameter.name]?.value ?? values[parameter.name] ?? parameter.defaultValue
    }
    return values
  }

  /// Answers how many passes were skipped.
  ///
  /// - Parameter keepsPass: none is kept where it is nil.
  private func query(
    _ rule: Rule, keepsPass: ((_ account: Int64?) -> Bool)?, _ body: (Judgement) throws -> Void
  ) throws -> Int {
    var (skipped, found) = (0, 0)
    // A subject without a time of its own is judged as it is now.
    let now = parameters["as_of"]?.integer ?? 0
    let isLimited = rule.metadata.period != nil
    let absence = rule.metadata.restsOnAbsence ? try Absence(directory, asOf: now) : nil
    let query = RuleQuery(
      directory.database, tables: directory.tables, timeLimit: Double(timeLimit.milliseconds) / 1000)
    try query.run(
      rule.sql, parameters: values(for: rule), columns: Judgement.columns, required: Judgement.requiredColumns
    ) { row in
      if isLimited, !rule.metadata.isInForce(at: Timestamp(milliseconds: row[Judgement.atColumn].integer ?? now)) {
        return
      }
      if row.isText(Judgement.verdictColumn, "pass"), keepsPass?(row[Judgement.accountColumn].integer) != true {
        skipped += 1
        return
      }
      let judgement = try Judgement(row: row)
      if let reason = judgement.reason, judgement.verdict != .pass, rule.metadata.reasons[reason] == nil {
        throw RuleFailure("its reason `\(reason)` is not declared in its metadata")
      }
      if judgement.verdict != .pass { found += 1 }
      guard found <= Self.findingLimit else {
        throw RuleFailure("stopped: it has more than \(Self.findingLimit) findings")
      }
      try body(absence?.applied(to: judgement, by: rule) ?? judgement)
    }
    return skipped
  }

  /// Finds out who the subjects are. It comes after the query, since a query keeps its connection busy.
  ///
  /// - Parameter judgements: are sorted.
  private func identify(
    _ judgements: inout [Judgement], by rule: Rule, _ body: (IdentifiedJudgement) throws -> Void
  ) throws {
    var seen: [String: Int] = [:]
    // In order of account, so that look-ups read the run files from beginning to end. In another order, at ten million
    // accounts, SQLite's cache helps none of them.
    judgements.sort {
      ($0.account ?? 0, $0.at?.milliseconds ?? 0) < ($1.account ?? 0, $1.at?.milliseconds ?? 0)
    }
    judgements.reverse()
    // Each goes when it is done: a rule may have a million.
    while let judgement = judgements.popLast() {
      let (subject, place) = try judgement.account.map(directory.subject(of:)) ?? (judgement.subject, nil)
      func id(_ discriminator: String?) -> String {
        FindingIdentity.id(
          rule: rule.id, project: project, subject: subject, object: judgement.object,
          discriminator: discriminator)
      }
      var found = id(judgement.discriminator)
      // A rule that judges one subject and object twice gets two ids, by order of time.
      let repetition = seen[found, default: 0]
      seen[found] = repetition + 1
      if repetition > 0 { found = id("\(judgement.discriminator ?? "") \(repetition)") }
      try body(IdentifiedJudgement(id: found, judgement: judgement, subject: subject, accountPlace: place))
    }
  }
}
