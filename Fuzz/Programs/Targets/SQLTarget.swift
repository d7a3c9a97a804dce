import Evidence
import Foundation
import Storage
import Timestamps

@testable import Judgement
@testable import Run

/// A query as a rule has it: what is checked without running it, and then run over some evidence.
enum SQLTarget {
  /// A rule's metadata, which ends with an empty line, and to which the query is added.
  private static let metadata = RuleTemplate.rule.components(separatedBy: "\n\n")[0] + "\n\n"

  private static let evidence = """
    cases:
      - name: Some of all
        accounts:
          - uid: u1
            email: a1@privaterelay.appleid.com
            phone: "+15550101"
            credentials: [{provider: apple.com, id: s1}]
          - uid: u2
            email: b@example.com
            credentials: [{provider: apple.com, id: s2, email: c@privaterelay.appleid.com}]
        consents: [{uid: u1, purpose: "link:phone", given_at: 2026-11-01T00:00:00Z}]
        links: [{uid: u1, provider: phone, linked_at: 2026-11-02T00:00:00Z}]
        deletions: [{uid: u2, request_id: r2, requested_at: 2026-11-03T00:00:00Z}]
        revocations: [{uid: u2, at: 2026-11-03T01:00:00Z, endpoint: apple, http_status: 200}]
        notifications: [{type: consent-revoked, sub: s1, event_time: 2026-11-04T00:00:00Z}]
        expect: []

    """

  static let target = FuzzTarget(name: "sql") { run in
    let rule = try RuleFile.read(RuleTemplate.rule, id: "house/fuzz", origin: "fuzz.sql")
    guard let ruleCase = try RuleCaseFile.read(evidence, file: "fuzz.cases.yaml").first else { defect("no case") }
    try RuleCaseRunner(rule: rule).withEvidence(of: ruleCase, variant: .plain) { evidence throws -> Never in
      let runner = RuleRunner(
        project: "fuzz", directory: try EvidenceDirectory(evidence.session),
        parameters: evidence.settings.ruleParameters, timeLimit: TimeSpan(milliseconds: 50))
      let database = evidence.session.database
      if try runner.judgements(of: rule).isEmpty { defect("the template judges nobody") }
      let before = try changes(database)
      try run { input in
        let text = metadata + String(decoding: input, as: UTF8.self)
        expecting({ $0 is RuleError }) {
          let rule = try RuleFile.read(text, id: "house/fuzz", origin: "fuzz.sql")
          _ = PortableSubset.violations(in: rule)
          _ = rule.asksAccountsAlone
          _ = try runner.problems(with: rule)
          do {
            for row in try runner.judgements(of: rule) where row.judgement.object?.contains("CREATE TABLE") == true {
              defect("a rule read the schema")
            }
          } catch is RuleFailure {}
          if try changes(database) != before { defect("a rule changed the evidence") }
        }
      }
    }
  }

  private static func changes(_ database: Connection) throws -> Int64? {
    try database.first(sql: "SELECT total_changes()") { $0.integer(0) }
  }
}
