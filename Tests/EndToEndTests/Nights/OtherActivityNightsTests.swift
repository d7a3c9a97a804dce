import Foundation
import Testing

/// Activity that no other rule judges, and removals of accounts, on different nights (`deletion/active-after`).
@Suite struct OtherActivityNightsTests {
  private let rule = "deletion/active-after"
  private let removal = Line.removal("u1", time(5))
  private let stranger = Line.removal("stranger", time(5))

  private func signIn(_ uid: String, _ day: Int, _ provider: String = "google.com") -> String {
    Line.object(["uid": uid, "at": time(day, 1), "provider": provider])
  }

  private func newsletter(_ uid: String, _ day: Int) -> String {
    Line.consent(uid, time(day, 1), ["purpose": "newsletter"])
  }

  /// A person who has nothing of Apple's.
  private let google = """
    {"localId": "g1", "email": "g1@example.com", "createdAt": "1790000000000",
      "providerUserInfo": [{"providerId": "google.com", "rawId": "g-1", "email": "g1@example.com"}]}
    """

  private func files(
    signIns: String = "", mail: String = "", consents: String = "", removals: String, users: String...
  ) -> [String: String] {
    [
      "users.json": Export.users(users + ["z9"]),
      "sign-ins.ndjson": signIns, "mail.ndjson": mail, "consents.ndjson": consents, "removals.ndjson": removals,
    ]
  }

  /// Each log is rotated after the night that read it.
  @Test(arguments: [[6, 7], [7, 6], [6, 6]], [true, false]) func eitherIsReadFirst(days: [Int], isKnown: Bool) throws {
    let nights = try Nights()
    // Where no export ever showed the account, the record of its removal has to come first: until then, it is nobody's.
    guard isKnown || days[0] >= days[1] else { return }
    if isKnown { try nights.night(4, files(removals: "", users: "u1")) }
    for day in 6...9 {
      let night = try nights.night(
        day,
        files(
          signIns: day == days[0] ? signIn("u1", 6 - 1) + signIn("other", 5) : signIn("z9", 5),
          removals: day == days[1] ? removal : stranger))
      let isRead = day >= days.max() ?? day
      #expect(night.verdicts(rule)["u1"] == (isRead ? "fail active" : nil), "\(days), day \(day)")
    }
  }

  /// Of a person whose deletion nobody knows of, the last record of each kind is kept; of people without anything of
  /// Apple's, none.
  @Test func memoryKeepsWhatMayMatter() throws {
    let nights = try Nights()
    func remembered() throws -> String {
      try stored(
        nights,
        """
        SELECT group_concat(kind || ' ' || records, ', ') FROM (
          SELECT kind, count(*) AS records FROM remembered_record WHERE other_activity GROUP BY kind ORDER BY kind)
        """)
    }
    func night(_ day: Int, removals: String) throws -> Night {
      let uids = ["u1", "u2", "g1"]
      var files = files(
        signIns: uids.map { signIn($0, day - 2) + signIn($0, day - 1, "password") }.joined(),
        mail: Line.object(["recipient": "g1@example.com", "sender": "news@example.com", "at": time(day - 1)]),
        consents: uids.map { newsletter($0, day - 1) }.joined(), removals: removals)
      files["users.json"] = "{\"users\": [\(Sample.user("u1")), \(Sample.user("u2")), \(google)]}"
      return try nights.night(day, files)
    }
    _ = try night(6, removals: stranger)
    #expect(try remembered() == "consents 2, sign-ins 2")
    _ = try night(7, removals: stranger)
    #expect(try remembered() == "consents 2, sign-ins 2")
    // From now on all of one are kept: one consent, and what is new of two sign-ins.
    _ = try night(8, removals: removal)
    let kept = try remembered()
    #expect(kept == "consents 3, sign-ins 3")
    _ = try night(8, removals: removal)
    #expect(try remembered() == kept)
  }

  /// What was remembered and is read again is not kept twice, and the finding stays the same.
  @Test(arguments: [1, 4]) func theSameFilesEveryNight(jobs: Int) throws {
    let nights = try Nights(jobs: jobs)
    try nights.night(4, files(removals: "", users: "u1"))
    let all = files(
      signIns: signIn("u1", 5) + signIn("u1", 6), mail: Line.mail("u1", time(6), ["recipient": "u1@example.com"]),
      consents: newsletter("u1", 6), removals: removal)
    let first = try nights.night(7, all)
    for day in [8, 9, 9] {
      let night = try nights.night(day, all)
      night.expect(rule, ["u1": "fail active"], "day \(day)")
      #expect(night.finding(rule, "u1")?.id == first.finding(rule, "u1")?.id)
      #expect(night.isComplete, "\(night.reasons)")
    }
    let rotated = try nights.night(10, files(signIns: signIn("z9", 9), removals: stranger))
    rotated.expect(rule, ["u1": "fail active", "stranger": "pass"])
  }

  /// Sign-ins with other providers bring nobody into scope, and are no sign-ins with Apple.
  @Test func nothingElseIsJudgedByThem() throws {
    let nights = try Nights()
    var files = files(signIns: signIn("g1", 5) + signIn("z9", 5), removals: stranger)
    files["users.json"] = "{\"users\": [\(google), \(Sample.user("z9"))]}"
    let night = try nights.night(6, files)
    #expect(night.verdicts("sign-in/nonce-present").isEmpty)
    #expect(night.passes("sign-in/nonce-present") == 0)
    #expect(night.coverage("sign-ins")["matched"] as? Int == 2)
    #expect(!night.findings.contains { $0.uid == "g1" })
    try nights.night(7, files)
    #expect(try stored(nights, "SELECT group_concat(uid) FROM stored_account") == "z9")
  }

  /// A value of the store.
  private func stored(_ nights: Nights, _ query: String) throws -> String {
    let script = """
      import sqlite3
      print(sqlite3.connect(".relay-audit/audit.sqlite").execute(\"\"\"\(query)\"\"\").fetchone()[0])
      """
    let outcome = try nights.place.run("python3", "-c", script, program: URL(fileURLWithPath: "/usr/bin/env"))
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
