import Foundation
import Testing

/// Persons whom the store was told to forget, where another shard than the one with their account names them.
@Suite struct ShardForgottenTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Compares one night, which has these files and no others.
  private func audit(
    _ day: Int, _ users: [String], _ files: [String: [String]] = [:], shards: Int
  ) throws {
    try? FileManager.default.removeItem(at: place.path("in"))
    let time = "2026-11-\(day)T05:00:00Z"
    try place.write(
      "in/users-2026-11-\(day).json", "{\"users\": [\(users.joined(separator: ",\n"))]}", at: time)
    for (name, lines) in files {
      try place.write("in/\(name)-2026-11-\(day).ndjson", lines.map { $0 + "\n" }.joined(), at: time)
    }
    try place.compareShards(
      ["in"], asOf: "2026-11-\(day)T06:00:00Z", shards: shards, more: ["--require", "none"], config: "relay-audit.yaml")
  }

  private func forget(_ uids: String...) throws {
    for uid in uids {
      for store in ["direct.sqlite", "shards.sqlite"] {
        let outcome = try place.run("forget", "--uid", uid, "--store", store)
        #expect(outcome.status == 0, "\(outcome)")
      }
    }
  }

  private func verdicts(_ rule: String) throws -> [String] {
    try place.findings("shards").filter { $0.rule == rule }.map { "\($0.uid ?? "") \($0.verdict) \($0.reason)" }
  }

  private func forgottenLimits() throws -> [String] {
    let limits = try #require(try place.report("shards")["limits"] as? [[String: Any]])
    return limits.filter { $0["code"] as? String == "forgotten" }.compactMap { $0["text"] as? String }
  }

  /// By a number that both had, in a record that memory has and tonight's files no longer do.
  @Test(arguments: [1, 3, 16]) func whoIsBackIsNobodyInMemory(shards: Int) throws {
    try place.write("relay-audit.yaml", "project: p\ndeletion: {revoke_within: 2h}\n")
    let phone = "+15550101"
    func revocation(_ person: String, _ day: Int, _ status: Int) -> String {
      "{\(person), \"at\": \"2026-11-\(day)T02:00:00Z\", \"endpoint\": \"apple\", \"http_status\": \(status)}"
    }
    let request =
      #"{"uid": "u2", "request_id": "r2", "requested_at": "2026-11-18T01:00:00Z", "apple_credential": true}"#
    let other = revocation(#""uid": "u3""#, 10, 400)
    let (one, two, three) = (
      Sample.user("u1", phone: phone), Sample.user("u2", phone: phone), Sample.user("u3")
    )
    try audit(18, [one, two, three], ["deletions": [request], "revocations": [other]], shards: shards)
    try forget("u1")
    try audit(
      19, [two, three],
      ["deletions": [request], "revocations": [revocation("\"phone\": \"\(phone)\"", 18, 200), other]], shards: shards)
    try audit(
      20, [Sample.user("u1"), three], ["deletions": [request], "revocations": [other]], shards: shards)
    #expect(try verdicts("deletion/token-revoked") == [])
  }

  /// Of another person's record, which names nobody else.
  @Test(arguments: [1, 3, 16]) func whoIsBackActedOnOthers(shards: Int) throws {
    try place.write("relay-audit.yaml", "project: p\nrules: {paths: [my]}\n")
    try place.write(
      "my/house/by-somebody-else.sql",
      """
      -- title: Nobody deletes an account but its owner.
      -- severity: high
      -- needs: [account-deletions]
      -- rationale: House rule.
      -- reasons:
      --   other-actor:
      --     message: "The account was deleted by somebody else."
      --     remediation: "Ask."
      SELECT account, 'account' AS object,
        CASE WHEN x.actor = 'u1' THEN 'fail' ELSE 'pass' END AS verdict,
        CASE WHEN x.actor = 'u1' THEN 'other-actor' END AS reason,
        NULL AS due_at, x.deleted_at AS at, ref AS evidence_1
      FROM account_deletion x
      WHERE x.actor IS NOT NULL

      """)
    let others = ["u2", "u3"].map { Sample.user($0) }
    let deletion = #"{"uid": "u2", "deleted_at": "2026-11-18T12:00:00Z", "actor": "u1", "method": "single"}"#
    try audit(18, [Sample.user("u1")] + others, shards: shards)
    try forget("u1")
    // The actor is nobody's whom an export shows.
    try audit(19, others, ["account-deletions": [deletion]], shards: shards)
    #expect(try verdicts("house/by-somebody-else") == [])
    let again = deletion.replacing("single", with: "batch")
    try audit(20, [Sample.user("u1")] + others, ["account-deletions": [again]], shards: shards)
    #expect(try verdicts("house/by-somebody-else") == ["u2 fail other-actor"])
  }

  /// A record of several statements, each about another person.
  @Test(arguments: [1, 3, 16]) func aRecordAboutSeveralIsOne(shards: Int) throws {
    try place.write("relay-audit.yaml", "project: p\n")
    let others = ["u3", "u4"].map { Sample.user($0) }
    func batch(_ id: String, _ uids: String) -> String {
      """
      {"logName": "projects/p/logs/identitytoolkit.googleapis.com%2Frequests", "resource": \
      {"type": "identitytoolkit_project", "labels": {"project_id": "p"}}, "timestamp": "2026-11-18T10:00:00Z", \
      "insertId": "\(id)", "jsonPayload": { \
      "@type": "type.googleapis.com/google.cloud.identitytoolkit.logging.RequestLog", \
      "methodName": "google.cloud.identitytoolkit.v1.AccountManagementService.BatchDeleteAccounts", \
      "request": {"localIds": [\(uids)], "force": true}}}
      """
    }
    try audit(18, ["u1", "u2"].map { Sample.user($0) } + others, shards: shards)
    try forget("u1", "u2")
    try audit(19, others, ["cloud": [batch("i1", #""u1", "u2""#)]], shards: shards)
    #expect(try forgottenLimits().map { $0.prefix(12) } == ["1 record of "])
    try audit(20, others, ["cloud": [batch("i1", #""u1", "u2""#), batch("i2", #""u2""#)]], shards: shards)
    #expect(try forgottenLimits().map { $0.prefix(13) } == ["2 records of "])
  }
}
