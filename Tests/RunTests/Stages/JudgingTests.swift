import Evidence
import Foundation
import History
import Reporting
import Testing
import Timestamps
import Vocabulary

@testable import Judgement
@testable import Run

/// Stages 3 and 5 on one thread and on several.
@Suite struct JudgingTests {
  private static func rule(_ id: String, _ severity: String, from source: String) throws -> Rule {
    try RuleFile.read(
      """
      -- title: A rule for tests.
      -- severity: \(severity)
      -- needs: [accounts]
      -- rationale: It finds the same on every night.
      -- reasons:
      --   late:
      --     message: "It is late."
      --     remediation: "Be in time."
      WITH row AS (\(source))
      SELECT NULL AS account, uid AS subject_uid, 'x' AS object,
        CASE WHEN uid = 'p' THEN 'pass' ELSE 'fail' END AS verdict,
        CASE WHEN uid <> 'p' THEN 'late' END AS reason, NULL AS due_at, NULL AS at
      FROM row
      """, id: id, origin: "\(id).sql")
  }

  private static func rules() throws -> [Rule] {
    let two = "SELECT 'a' AS uid UNION ALL SELECT 'p'"
    // Each that asks another view waits for the evidence to be complete.
    let late = "SELECT 'b' AS uid WHERE NOT EXISTS (SELECT 1 FROM link)"
    return try [
      rule("own/d-accounts", "low", from: two), rule("own/c-links", "critical", from: late),
      rule("own/b-broken", "high", from: "SELECT missing AS uid FROM account"),
      rule("own/a-accounts", "medium", from: "SELECT 'c' AS uid WHERE NOT EXISTS (SELECT 1 FROM account)"),
      rule("own/e-broken", "high", from: "SELECT missing AS uid FROM link"),
    ]
  }

  private func judge(jobs: Int) throws -> Judging.Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let config = folder.appending(path: "relay-audit.yaml")
    try Data("project: p\n".utf8).write(to: config)
    var options = AuditOptions()
    (options.config, options.inputs) = (config.path, [folder.path])
    (options.store, options.jobs) = (folder.appending(path: "audit.sqlite").path, jobs)
    let settings = try AuditSettings(options)
    let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)
    let threads = Threads.forJobs(jobs, diagnostics)
    let store = try EvidenceStore(path: settings.configuration.store, isDurable: false)
    return try store.run(settings.evidence, readers: threads.readers, isKept: false) { session, _ in
      try session.finishAccounts(sources: []) { _, pass in try pass() }
      let judging = Judging(
        by: try Self.rules(), in: RuleOrder(after: []), session: session, settings: settings, threads: threads,
        run: "r", places: PlaceNames([], remembered: []), open: OpenFindings(), watched: WatchedFindings(),
        diagnostics: diagnostics)
      let accounts = Background(on: threads.worker) { try judging.judgeAccounts() }
      let others = threads.helpers.map { Background(on: $0) { try judging.judgeAccounts() } }
      try session.finishEvidence(sources: []) { _, pass in try pass() }
      return try judging.judge(directory: EvidenceDirectory(session), after: { try accounts.value() }, and: others)
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func everyRuleIsJudgedOnce(jobs: Int) throws {
    let result = try judge(jobs: jobs)
    #expect(
      result.outcomes.map(\.rule.id) == [
        "own/a-accounts", "own/b-broken", "own/c-links", "own/d-accounts", "own/e-broken",
      ])
    #expect(result.outcomes.map(\.counts) == [[.fail: 1], [:], [.fail: 1], [.pass: 1, .fail: 1], [:]])
    // A rule that cannot be run keeps no other one from it.
    #expect(result.outcomes.map { $0.failure?.contains("missing") } == [nil, true, nil, nil, true])
    // The most severe first.
    #expect(result.findings.map(\.rule) == ["own/c-links", "own/a-accounts", "own/d-accounts"])
    #expect(result.findings.map(\.subject.uid) == ["b", "c", "a"])
  }
}
