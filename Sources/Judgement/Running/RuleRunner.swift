package import Evidence
import Platform
import Storage
package import Timestamps
package import Vocabulary

/// What one rule said of its population.
package struct RuleOutcome: Sendable {
  package var rule: Rule
  /// Of all judgements.
  package var counts: [Verdict: Int] = [:]
  /// The ids under which this run judged a subject `pass`, of those that are watched.
  package var passed = FindingIDs()
  /// Why it was not evaluated; nil where it was.
  package var failure: String?

  package var judged: Int { counts.values.reduce(0, +) }

  package init(rule: Rule, failure: String? = nil) { (self.rule, self.failure) = (rule, failure) }
}

/// What one rule said before it is known who the subjects are.
package struct RuleJudgements: Sendable {
  package fileprivate(set) var outcome: RuleOutcome
  /// In order of account: passes that are watched, and every judgement of another verdict.
  fileprivate var judgements = SpilledRecords<Judgement>()

  package var hasFindings: Bool { outcome.counts.contains { $0.key != .pass && $0.value > 0 } }
}

package struct IdentifiedJudgement: Sendable {
  package var id: String
  /// How many judgements before it have the same subject, object and discriminator. Its id depends on them.
  package var repetition: Int
  package var judgement: Judgement
  /// The person's names, of the account where there is one.
  package var subject: Subject
  /// The record that shows the account now.
  package var accountPlace: Place?
}

/// Runs rules over the evidence of a run.
package struct RuleRunner {
  /// Whose evidence the rules are run over, and so which rows of a rule of `RuleWitnesses.Scope.nobody` count.
  package enum Extent: Sendable {
    /// The evidence of all people: all rows count.
    case everybody
    /// The evidence of some people, and of all who share a name with them: rows about persons count.
    case part
    /// The witnesses of all people: rows about nobody count.
    case witnesses
  }

  let directory: EvidenceDirectory
  private let project: String
  private let parameters: [String: RuleValue]
  private let watched: WatchedFindings
  private let timeLimit: TimeSpan
  private let extent: Extent

  /// How long a rule may run where nothing else is configured.
  package static let standardTimeLimit = TimeSpan(milliseconds: 60_000)
  /// How many findings one rule may have, which take some 100 bytes each: a query without an end must not fill the disk
  /// before its time is over.
  static let findingLimit = 20_000_000
  /// How many judgements of a rule are in memory at a time, of 250 bytes each; the others are in a file.
  static let inMemory = 20_000

  /// - Parameters:
  ///   - directory: of the evidence, complete; rules read it through the same connection.
  ///   - parameters: the values in force, by the names that rules use.
  ///   - watched: the findings whose passes are to be told.
  ///   - timeLimit: after which a rule is stopped.
  ///   - extent: of the evidence.
  package init(
    project: String, directory: EvidenceDirectory, parameters: [String: RuleValue],
    watched: WatchedFindings = WatchedFindings(), timeLimit: TimeSpan = standardTimeLimit, extent: Extent = .everybody
  ) {
    self.project = project
    self.directory = directory
    self.parameters = parameters
    self.watched = watched
    self.timeLimit = timeLimit
    self.extent = extent
  }

  /// Evaluates one rule. A rule that cannot be run answers with its failure and nothing else: half a population would
  /// look like a whole one.
  ///
  /// - Throws: `StorageError`; `FolderProblem` of a temporary file.
  package func judge(_ rule: Rule) throws -> RuleJudgements {
    var judged = RuleJudgements(outcome: RuleOutcome(rule: rule))
    let watched = watched.of(rule.id)
    do {
      var judgements = Self.sort()
      // Only the passes of subjects that had a finding matter: identifying all of them took longer than judging them.
      let passes = try query(rule, keepsPass: watched?.mayBeAbout) { judgement in
        judged.outcome.counts[judgement.verdict, default: 0] += 1
        try judgements.append(judgement)
      }
      if passes > 0 { judged.outcome.counts[.pass, default: 0] += passes }
      judged.judgements = try judgements.finish()
    } catch let failure as RuleFailure {
      return RuleJudgements(outcome: RuleOutcome(rule: rule, failure: failure.problem))
    }
    return judged
  }

  /// Finds out who the subjects are.
  ///
  /// - Parameter found: gets every judgement other than `pass`, one by one: a night may have a million.
  /// - Throws: as `judge`, and what `found` throws.
  package func identify(
    _ judged: consuming RuleJudgements, found: (IdentifiedJudgement) throws -> Void
  ) throws -> RuleOutcome {
    var outcome = judged.outcome
    let watched = watched.of(outcome.rule.id)
    try identify(&judged.judgements, by: outcome.rule) { identified in
      if identified.judgement.verdict != .pass {
        try found(identified)
      } else if try watched?.holds(identified.id) == true {
        outcome.passed.insert(identified.id)
      }
    }
    return outcome
  }

  /// Every judgement of a rule, passes included.
  ///
  /// - Throws: `RuleFailure`.
  package func judgements(of rule: Rule) throws -> [IdentifiedJudgement] {
    var judgements = Self.sort()
    let keepsAll = { (_: Int64?) in true }
    _ = try query(rule, keepsPass: keepsAll) { try judgements.append($0) }
    var identified: [IdentifiedJudgement] = []
    var sorted = try judgements.finish()
    try identify(&sorted, by: rule) { identified.append($0) }
    return identified
  }

  /// Evaluates one rule, and passes on every judgement, passes included; none where the rule cannot be run.
  ///
  /// - Returns: its counts, without findings.
  /// - Throws: what `body` throws.
  package func run(_ rule: Rule, all body: (IdentifiedJudgement) throws -> Void) throws -> RuleOutcome {
    var outcome = RuleOutcome(rule: rule)
    var judgements = Self.sort()
    do {
      let keepsAll: (Int64?) -> Bool = { _ in true }
      _ = try query(rule, keepsPass: keepsAll) { judgement in
        outcome.counts[judgement.verdict, default: 0] += 1
        try judgements.append(judgement)
      }
      var sorted = try judgements.finish()
      try identify(&sorted, by: rule, body)
    } catch let failure as RuleFailure {
      return RuleOutcome(rule: rule, failure: failure.problem)
    }
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

  var ruleQuery: RuleQuery {
    RuleQuery(directory.database, tables: directory.tables, timeLimit: Double(timeLimit.milliseconds) / 1000)
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
    let undecided = try UndecidedEvidence(directory, for: rule)
    let isShared = extent != .everybody && rule.judgesNobodyAsAWhole
    try ruleQuery.run(
      rule.sql, parameters: values(for: rule), columns: Judgement.columns, required: Judgement.requiredColumns
    ) { row in
      if isShared, Judgement.isAboutNobody(row) != (extent == .witnesses) { return }
      if isLimited, !rule.metadata.isInForce(at: Timestamp(milliseconds: row[Judgement.atColumn].integer ?? now)) {
        return
      }
      if row.isText(Judgement.verdictColumn, "pass"),
        undecided?.concerns(row[Judgement.accountColumn].integer) != true,
        keepsPass?(row[Judgement.accountColumn].integer) != true
      {
        skipped += 1
        return
      }
      var judgement = try Judgement(row: row)
      if let reason = judgement.reason, judgement.verdict != .pass, rule.metadata.reasons[reason] == nil {
        throw RuleFailure("its reason `\(reason)` is not declared in its metadata")
      }
      judgement = absence?.applied(to: judgement, by: rule) ?? judgement
      judgement = undecided?.applied(to: judgement) ?? judgement
      if judgement.verdict != .pass { found += 1 }
      guard found <= Self.findingLimit else {
        throw RuleFailure("stopped: it has more than \(Self.findingLimit) findings")
      }
      try body(judgement)
    }
    return skipped
  }

  /// In order of account, so that look-ups read the run files from beginning to end. In another order, at ten million
  /// accounts, SQLite's cache helps none of them.
  private static func sort() -> SpilledSort<Judgement> {
    SpilledSort(limit: inMemory) {
      ($0.account ?? 0, $0.at?.milliseconds ?? 0) < ($1.account ?? 0, $1.at?.milliseconds ?? 0)
    }
  }

  /// Finds out who the subjects are. It comes after the query, since a query keeps its connection busy.
  private func identify(
    _ judgements: inout SpilledRecords<Judgement>, by rule: Rule, _ body: (IdentifiedJudgement) throws -> Void
  ) throws {
    var repetitions = Repetitions()
    try judgements.takeEach { judgement in
      let (subject, place) = try judgement.account.map(directory.subject(of:)) ?? (judgement.subject, nil)
      func id(_ discriminator: String?) -> String {
        FindingIdentity.id(
          rule: rule.id, project: project, subject: subject, object: judgement.object,
          discriminator: discriminator)
      }
      var found = id(judgement.discriminator)
      // A rule that judges one subject and object twice gets two ids, by order of time.
      let repetition = repetitions.add(found, of: subject.uid == nil ? nil : judgement.account)
      if repetition > 0 { found = id("\(judgement.discriminator ?? "") \(repetition)") }
      try body(
        IdentifiedJudgement(
          id: found, repetition: repetition, judgement: judgement, subject: subject, accountPlace: place))
    }
  }
}

/// How often each id came. A uid is unique in its tenant, so accounts share no ids: those of an account are dropped
/// when the next one begins. A rule may have a million.
private struct Repetitions {
  private var account: Int64?
  private var ofAccount: [String: Int] = [:]
  /// Of persons without an account.
  private var others: [String: Int] = [:]

  /// - Parameter account: nil where it may have an id in common with another one.
  /// - Returns: how often the id came before.
  mutating func add(_ id: String, of account: Int64?) -> Int {
    guard let account, account > 0 else {
      defer { others[id, default: 0] += 1 }
      return others[id, default: 0]
    }
    if account != self.account {
      self.account = account
      ofAccount.removeAll(keepingCapacity: true)
    }
    defer { ofAccount[id, default: 0] += 1 }
    return ofAccount[id, default: 0] + others[id, default: 0]
  }
}
