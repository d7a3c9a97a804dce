package import Evidence
import GRDB

/// What one rule said of its population.
package struct RuleOutcome: Sendable {
  package var rule: Rule
  package var counts: [Verdict: Int] = [:]
  /// Every judgement other than `pass`, with its stable id.
  package var findings: [IdentifiedJudgement] = []
  /// The ids under which this run judged a subject `pass`, of those that the run before had as findings.
  package var passed: Set<String> = []
  /// Why it was not evaluated; nil where it was.
  package var failure: String?

  package var judged: Int { counts.values.reduce(0, +) }
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
  private let session: EvidenceSession
  private let parameters: [String: RuleValue]
  private let open: [String: OpenFinding]
  private let directory: EvidenceDirectory

  /// Seconds after which a rule is stopped.
  private static let timeLimit: Double = 600

  /// - Parameters:
  ///   - session: after `finish`.
  ///   - parameters: the values in force, by the names that rules use.
  ///   - open: the findings of the run before.
  package init(session: EvidenceSession, parameters: [String: RuleValue], open: [String: OpenFinding]) {
    self.session = session
    self.parameters = parameters
    self.open = open
    directory = EvidenceDirectory(session.database)
  }

  /// Evaluates one rule. A rule that cannot be run answers with its failure and nothing else: half a population would
  /// look like a whole one.
  package func run(_ rule: Rule) throws -> RuleOutcome {
    var outcome = RuleOutcome(rule: rule)
    let hadFindings = open.values.contains { $0.rule == rule.id }
    var parameters = parameters
    for parameter in rule.metadata.params where parameters[parameter.name] == nil {
      parameters[parameter.name] = parameter.defaultValue
    }
    do {
      var judgements: [Judgement] = []
      let query = try RuleQuery(
        session.database, views: Set(PublicView.all.map(\.name)), timeLimit: Self.timeLimit)
      try query.run(
        rule.sql, parameters: parameters, columns: Judgement.columns, required: Judgement.requiredColumns
      ) { row in
        let judgement = try Judgement(row: row)
        if let reason = judgement.reason, judgement.verdict != .pass, rule.metadata.reasons[reason] == nil {
          throw RuleFailure("its reason `\(reason)` is not declared in its metadata")
        }
        outcome.counts[judgement.verdict, default: 0] += 1
        if judgement.verdict != .pass || hadFindings { judgements.append(judgement) }
      }
      for judgement in judgements {
        let (subject, place) =
          try judgement.account.map(directory.subject(of:)) ?? (judgement.subject, nil)
        let id = FindingIdentity.id(
          rule: rule.id, project: session.settings.project, subject: subject, object: judgement.object,
          discriminator: judgement.discriminator)
        if judgement.verdict != .pass {
          outcome.findings.append(
            IdentifiedJudgement(id: id, judgement: judgement, subject: subject, accountPlace: place))
        } else if open[id] != nil {
          outcome.passed.insert(id)
        }
      }
    } catch let failure as RuleFailure {
      return RuleOutcome(rule: rule, failure: failure.problem)
    }
    return outcome
  }
}
