import Foundation
import Testing

/// Nights whose account export is doubted: those who count the people of a shard do not know it yet.
@Suite struct ShardDoubtTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// A night of one sign-in, which is a copy of the one before if it is of the same person, with more details.
  private func write(_ users: [String], _ details: String, day: Int) throws {
    try? FileManager.default.removeItem(at: place.path("in"))
    let time = "2026-11-\(day)T22:00:00Z"
    try place.write(
      "in/users-2026-11-\(day).json", "{\"users\": [\(users.joined(separator: ",\n"))]}", at: time)
    try place.write(
      "in/sign-ins-2026-11-\(day).ndjson",
      """
      {"email": "e@example.com", "at": "2026-11-18T20:00:00Z", "provider": "apple.com", \
      "nonce": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\(details)}

      """, at: time)
  }

  private var users: [String] {
    [Sample.user("u1", email: "e@example.com")] + (2...11).map { Sample.user("u\($0)") }
  }

  /// Another project's, with an account that has the address of one.
  private var foreign: [String] { [Sample.user("u99", email: "e@example.com", created: 1_795_003_200_000)] }

  private static func asOf(_ day: Int) -> String { "2026-11-\(day)T23:00:00Z" }

  @Test(arguments: [1, 3, 16]) func copiesOfOneRecordAreToldFromOthers(shards: Int) throws {
    try place.write("relay-audit.yaml", "project: p\n")
    try write(users, "", day: 18)
    try place.compareShards(["in"], asOf: Self.asOf(18), shards: shards, config: "relay-audit.yaml")
    try write(foreign, ", \"aud\": \"com.example.app\"", day: 19)
    let outcome = try place.compareShards(["in"], asOf: Self.asOf(19), shards: shards, config: "relay-audit.yaml")
    #expect(outcome.errors.contains("another project"), "\(outcome)")
    // The night after is believed, and knows of both.
    try write(users, ", \"aud\": \"com.example.app\"", day: 20)
    try place.compareShards(["in"], asOf: Self.asOf(20), shards: shards, config: "relay-audit.yaml")
  }

  /// What an own rule says of people by how many records there are, the shards cannot know then.
  @Test func aRuleThatReadsCountsCannotBeJudged() throws {
    try place.write("relay-audit.yaml", "project: p\nrules: {paths: [my]}\n")
    try place.write(
      "my/house/remembered.sql",
      """
      -- title: Sign-ins are remembered.
      -- severity: low
      -- needs: [sign-ins]
      -- rationale: House rule.
      -- reasons:
      --   nothing:
      --     message: "No sign-in is remembered."
      --     remediation: "Ask."
      SELECT a.account, 'account' AS object,
        CASE WHEN v.remembered > 0 THEN 'pass' ELSE 'fail' END AS verdict,
        CASE WHEN v.remembered > 0 THEN NULL ELSE 'nothing' END AS reason,
        NULL AS due_at, NULL AS at
      FROM account a
      JOIN coverage v ON v.kind = 'sign-ins'

      """)
    try write(users, "", day: 18)
    try place.compareShards(["in"], asOf: Self.asOf(18), shards: 3, config: "relay-audit.yaml")
    #expect(try place.findings("shards").contains { $0.rule == "house/remembered" })
    try write(foreign, ", \"aud\": \"com.example.app\"", day: 19)
    var shards = Shards(
      place: place, count: 3, inputs: ["in", "--config", "relay-audit.yaml", "--as-of", Self.asOf(19)])
    shards.flags = ["--config", "relay-audit.yaml"]
    let outcome = try shards.run()
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("verdicts by house/remembered rest on how many records"), "\(outcome)")
    #expect(outcome.errors.contains("judge this night by one `relay-audit audit`"), "\(outcome)")
  }
}
