import Evidence
import Foundation
import History
import Testing
import Timestamps
import Vocabulary

@testable import Judgement

/// What becomes of the rows of a rule's query.
@Suite struct RuleRunnerTests {
  private static let now: Int64 = 1_795_132_800_000

  /// - Parameter rows: of uid, object, discriminator, verdict, reason and time, as SQL; null where they are missing.
  private func rule(_ rows: [String], more metadata: String = "", id: String = "own/rule") throws -> Rule {
    let columns = "NULL AS account, %@ AS subject_uid, %@ AS object, %@ AS discriminator, %@ AS verdict, %@ AS reason, "
    let selects = rows.map { row in
      let values = row.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return "SELECT " + String(format: columns, arguments: values.prefix(5).map { $0 as any CVarArg })
        + "NULL AS due_at, \(values.count > 5 ? values[5] : "NULL") AS at"
    }
    return try rule(query: selects.joined(separator: " UNION ALL "), more: metadata, id: id)
  }

  private func rule(query: String, more metadata: String = "", id: String = "own/rule") throws -> Rule {
    try RuleFile.read(
      """
      -- title: A rule for tests.
      -- severity: low
      -- needs: [accounts]
      -- rationale: It shows what becomes of rows.
      -- reasons:
      --   late:
      --     message: "It is late."
      --     remediation: "Be in time."
      \(metadata)
      \(query)
      """, id: id, origin: "own.sql")
  }

  private func withRunner<Result>(
    watched: WatchedFindings = WatchedFindings(), parameters: [String: RuleValue] = [:],
    _ body: (RuleRunner) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = EvidenceSettings(
      project: "p", asOf: Timestamp(milliseconds: Self.now), relayHosts: RelayHosts(), purposes: PurposeMap())
    let store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path, isDurable: false)
    return try store.run(settings, isKept: false) { session, _ in
      try session.finish(sources: [])
      return try body(
        RuleRunner(
          project: "p", directory: EvidenceDirectory(session),
          parameters: ["as_of": .integer(Self.now)].merging(parameters) { $1 }, watched: watched))
    }
  }

  private func id(_ uid: String, _ object: String = "x", _ discriminator: String? = nil) -> String {
    FindingIdentity.id(
      rule: "own/rule", project: "p", subject: Subject(uid: uid), object: object, discriminator: discriminator)
  }

  private static let rows = [
    "'a', 'x', NULL, 'pass', NULL", "'b', 'x', NULL, 'fail', 'late'", "'c', 'x', NULL, 'pending', 'late'",
    "'d', 'x', NULL, 'pass', NULL",
  ]

  @Test func verdictsAreCountedAndAllButPassesAreFindings() throws {
    let outcome = try withRunner { try $0.run(rule(Self.rows)) }
    #expect(outcome.counts == [.pass: 2, .fail: 1, .pending: 1] && outcome.judged == 4)
    #expect(Set(outcome.findings.map(\.id)) == [id("b"), id("c")])
    #expect(outcome.passed.isEmpty && outcome.failure == nil)
  }

  @Test func aWatchedPassIsTold() throws {
    let ids: Set = [id("a"), id("b")]
    var watched = WatchedFindings { ids.contains($0) }
    watched.add(rule: "own/rule", about: .withoutAccount)
    let outcome = try withRunner(watched: watched) { try $0.run(rule(Self.rows)) }
    #expect(outcome.passed == [id("a")])
    #expect(outcome.counts == [.pass: 2, .fail: 1, .pending: 1])
  }

  /// The rows come in any order; the earlier one keeps the id that the subject would have alone.
  @Test(arguments: [[10, 20], [20, 10]])
  func aRepeatedSubjectGetsAnIDOfItsOwnByTime(times: [Int]) throws {
    let rows = times.map { "'a', 'x', NULL, 'fail', 'late', \($0)" } + ["'a', 'x', 'd', 'fail', 'late', 30"]
    let outcome = try withRunner { try $0.run(rule(rows)) }
    let ids = Dictionary(uniqueKeysWithValues: outcome.findings.map { ($0.judgement.at?.milliseconds ?? 0, $0.id) })
    #expect(ids == [10: id("a"), 20: id("a", "x", " 1"), 30: id("a", "x", "d")])
  }

  @Test func aRuleJudgesWhatItsPeriodCovers() throws {
    let day = 86_400_000
    let rows = [
      "'a', 'x', NULL, 'fail', 'late', 0", "'b', 'x', NULL, 'fail', 'late', \(day)",
      "'c', 'x', NULL, 'fail', 'late', \(2 * day)",
    ]
    let period = "-- effective_from: 1970-01-02\n-- effective_until: 1970-01-03"
    #expect(try withRunner { try $0.run(rule(rows, more: period)) }.findings.map(\.id) == [id("b")])
    // Without a time of its own a subject is judged as it is now.
    let untimed = ["'a', 'x', NULL, 'fail', 'late', NULL"]
    #expect(try withRunner { try $0.run(rule(untimed, more: period)) }.judged == 0)
    #expect(try withRunner { try $0.run(rule(untimed, more: "-- effective_from: 2026-11-20")) }.judged == 1)
    #expect(try withRunner { try $0.run(rule(untimed, more: "-- effective_from: 2026-11-21")) }.judged == 0)
  }

  @Test(arguments: [
    ("'a', 'x', NULL, 'late', 'late'", "its verdict is not one of pass, fail, inconclusive, pending, manual"),
    ("'a', 'x', NULL, 'fail', NULL", "a `fail` lacks its reason"),
    ("'a', 'x', NULL, 'fail', 'early'", "its reason `early` is not declared in its metadata"),
  ])
  func aRuleThatAnswersNonsenseIsNotEvaluated(row: String, problem: String) throws {
    let outcome = try withRunner { try $0.run(rule(Self.rows + [row])) }
    #expect(outcome.failure == problem)
    // Half a population would look like a whole one.
    #expect(outcome.counts.isEmpty && outcome.findings.isEmpty)
  }

  @Test func aParameterOfTheRuleComesBeforeThoseInForceAndItsDefault() throws {
    let query = """
      SELECT NULL AS account, :grace || '' AS object, 'fail' AS verdict, 'late' AS reason, NULL AS due_at, NULL AS at
      """
    let rule = try rule(query: query, more: "-- params:\n--   - name: grace\n--     type: duration\n--     default: 1s")
    func object(_ rule: Rule, _ parameters: [String: RuleValue] = [:]) throws -> String? {
      try withRunner(parameters: parameters) { try $0.run(rule).findings.first?.judgement.object }
    }
    #expect(try object(rule) == "1000")
    #expect(try object(rule, ["grace": .integer(2)]) == "2")
    #expect(try object(rule.with(["grace": "3s"]), ["grace": .integer(2)]) == "3000")
  }
}

private struct RunOutcome {
  var counts: [Verdict: Int]
  var judged: Int
  var findings: [IdentifiedJudgement]
  var passed: FindingIDs
  var failure: String?
}

extension RuleRunner {
  /// Judges by one rule, and keeps its findings.
  fileprivate func run(_ rule: Rule) throws -> RunOutcome {
    var findings: [IdentifiedJudgement] = []
    let outcome = try identify(judge(rule)) { findings.append($0) }
    return RunOutcome(
      counts: outcome.counts, judged: outcome.judged, findings: findings, passed: outcome.passed,
      failure: outcome.failure)
  }
}
