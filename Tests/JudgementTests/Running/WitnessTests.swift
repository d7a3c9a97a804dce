import Evidence
import Foundation
import History
import Storage
import Testing
import Timestamps
import Vocabulary

@testable import Judgement

@Suite struct WitnessTests {
  private static let mail = """
    SELECT NULL AS account, recipient, sender, sender_domain, mail.at, day, outcome, reply, message_id, remembered, ref
    FROM mail
    """

  private func rule(_ key: String, _ queries: [String: String], id: String = "own/rule") throws -> Rule {
    let queries = queries.map { view, sql in
      "--   \(view): |\n" + sql.split(separator: "\n").map { "--     \($0)" }.joined(separator: "\n")
    }.joined(separator: "\n")
    return try RuleFile.read(
      """
      -- title: A rule for tests.
      -- severity: low
      -- needs: [mail]
      -- \(key):
      \(queries)
      -- rationale: It shows what becomes of witnesses.
      -- reasons:
      --   late:
      --     message: "It is late."
      --     remediation: "Be in time."
      SELECT NULL AS account, COALESCE(sender, 'none') AS object, 'fail' AS verdict, 'late' AS reason, NULL AS due_at,
        MAX(mail.at) AS at, MIN(ref) AS evidence_1
      FROM mail
      GROUP BY sender
      UNION ALL
      SELECT NULL AS account, recipient AS object, 'fail' AS verdict, 'late' AS reason, NULL AS due_at, NULL AS at,
        NULL AS evidence_1
      FROM mail
      WHERE account IS NOT NULL
      """, id: id, origin: "own.sql")
  }

  private func withDirectory<Result>(
    mail: [MailRecord], _ body: (EvidenceDirectory) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = EvidenceSettings(
      project: "p", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())
    let store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path, isDurable: false)
    return try store.run(settings, isKept: false) { session, _ in
      try session.open(0, path: "mail.ndjson", kind: .mail, format: "own", capturedAt: Timestamp(milliseconds: 0))
      for (index, record) in mail.enumerated() {
        try session.accept(.mail(record), at: Place(source: 0, number: Int64(index + 1)))
      }
      try session.finish(sources: [])
      return try body(EvidenceDirectory(session))
    }
  }

  private func runner(_ directory: EvidenceDirectory, _ extent: RuleRunner.Extent = .part) -> RuleRunner {
    RuleRunner(project: "p", directory: directory, parameters: ["as_of": .integer(0)], extent: extent)
  }

  private static func sent(_ sender: String, _ time: Int64) -> MailRecord {
    MailRecord(
      recipient: "r1@privaterelay.appleid.com", sender: sender, at: Timestamp(milliseconds: time), outcome: .delivered)
  }

  @Test func rowsComeInOrderWithWhatTheirRecordsSay() throws {
    let rule = try rule("witnesses", ["mail": Self.mail])
    let mail = [Self.sent("b@example.com", 2000), Self.sent("a@example.com", 1000)]
    try withDirectory(mail: mail) { directory in
      var witnesses: [Witness] = []
      let failure = try runner(directory).witnesses(of: rule) { witnesses.append($0) }
      #expect(failure == nil)
      #expect(witnesses.map { $0.values[2] } == [.text("a@example.com"), .text("b@example.com")])
      #expect(witnesses.allSatisfy { $0.rule == "own/rule" && $0.view == "mail" && $0.count == 1 })
      let refs = [2, 1].map { Place(source: 0, number: Int64($0)).ref }
      #expect(witnesses.map { $0.values.last } == refs.map(RuleValue.integer))
      #expect(witnesses.map { $0.summaries.map(\.ref) } == refs.map { [$0] })
      #expect(witnesses[0].summaries[0].text == "mail of 1 January 1970, 00:00:01 UTC: delivered")
      let copy = try JSONDecoder().decode([Witness].self, from: JSONEncoder().encode(witnesses))
      #expect(copy == witnesses)
    }
  }

  /// Rows that are only counted would otherwise be as many as the people.
  @Test func equalRowsAreOneWitness() throws {
    let query = """
      SELECT NULL AS account, '' AS recipient, sender, NULL AS sender_domain, 0 AS at, 0 AS day, NULL AS outcome,
        NULL AS reply, NULL AS message_id, 0 AS remembered, NULL AS ref
      FROM mail
      """
    let rule = try rule("witnesses", ["mail": query])
    let mail = (0..<5).map { Self.sent($0 == 3 ? "a@example.com" : "b@example.com", $0) }
    let witnesses = try withDirectory(mail: mail) { directory in
      var witnesses: [Witness] = []
      let failure = try runner(directory).witnesses(of: rule) { witnesses.append($0) }
      #expect(failure == nil)
      return witnesses
    }
    #expect(witnesses.map(\.count) == [1, 4] && witnesses.allSatisfy { $0.summaries.isEmpty })
    let rows = try withDirectory(mail: []) { directory in
      let stand = try WitnessStand(directory)
      for witness in witnesses { try stand.add(witness, of: rule) }
      return try directory.database.first(sql: "SELECT count(*) FROM mail") { $0.integer(0) }
    }
    #expect(rows == 5)
  }

  @Test func aQueryThatFailsLeavesNoWitnesses() throws {
    let rule = try rule("witnesses", ["mail": Self.mail, "sign_in": "SELECT\n  1 AS nonce,"])
    try withDirectory(mail: [Self.sent("a@example.com", 1)]) { directory in
      let failure = try runner(directory).witnesses(of: rule) { _ in Issue.record("half of them") }
      #expect(failure?.problem.hasPrefix("witnesses of `sign_in`: ") == true)
    }
  }

  /// The merge has none of the records, and no view of them is left but for what witnesses say.
  @Test func aRuleOfTheWholeIsJudgedOverWitnesses() throws {
    let rule = try rule("witnesses", ["mail": Self.mail])
    var witnesses: [Witness] = []
    for sender in ["a", "b"] {
      try withDirectory(mail: [Self.sent("\(sender)@example.com", 1000)]) { directory in
        let failure = try runner(directory).witnesses(of: rule) { witnesses.append($0) }
        #expect(failure == nil)
      }
    }
    try withDirectory(mail: [Self.sent("own@example.com", 1)]) { directory in
      let stand = try WitnessStand(directory)
      let runner = runner(directory, .witnesses)
      #expect(try runner.judgements(of: rule).isEmpty)
      for witness in witnesses { try stand.add(witness, of: rule) }
      #expect(Set(try runner.judgements(of: rule).map(\.judgement.object)) == ["a@example.com", "b@example.com"])
      let place = Place(source: 0, number: 1)
      #expect(try directory.summary(of: place) == "mail of 1 January 1970, 00:00:01 UTC: delivered")
      try stand.clear()
      #expect(try runner.judgements(of: rule).isEmpty)
      #expect(directory.toldSummaries.isEmpty)
    }
  }

  /// A part answers for accounts, and the witnesses for the records of nobody who is known.
  @Test func verdictsAboutNobodyAreThoseOfTheWitnesses() throws {
    let rule = try rule("witnesses_of_nobody", ["mail": Self.mail])
    try withDirectory(mail: [Self.sent("a@example.com", 1)]) { directory in
      let extents: [RuleRunner.Extent] = [.everybody, .part, .witnesses]
      let counts = try extents.map { try runner(directory, $0).judgements(of: rule).count }
      #expect(counts == [1, 0, 1])
      // A rule that declares nothing is judged where it stands.
      var other = rule
      other.metadata.witnesses = nil
      let ofOther = try runner(directory, .part).judgements(of: other)
      #expect(ofOther.count == 1)
    }
  }

  @Test func aWitnessThatNobodyAsksForIsRefused() throws {
    let rule = try rule("witnesses", ["mail": Self.mail])
    let values = [RuleValue](repeating: .null, count: 11)
    try withDirectory(mail: []) { directory in
      let stand = try WitnessStand(directory)
      for (id, view, values, count) in [
        ("own/other", "mail", values, 1), ("own/rule", "sign_in", values, 1), ("own/rule", "mail", [.null], 1),
        ("own/rule", "mail", values, 0), ("own/rule", "source", values, 1),
      ] {
        let witness = Witness(rule: id, view: view, values: values, count: count, summaries: [])
        #expect(throws: UnknownWitness.self) { try stand.add(witness, of: rule) }
      }
    }
  }

  @Test func valuesAreOrderedByTheirTypes() {
    let values: [RuleValue] = [.null, .integer(-1), .integer(2), .text(""), .text("a"), .text("ä")]
    #expect(values.reversed().sorted { $0.precedes($1) } == values)
  }
}
