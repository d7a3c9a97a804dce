import Foundation
import Testing

/// A table that shows records of before again without what ended them: because the column is not exported any more, or
/// because the table was restored from a backup (docs/contract.md, section 4).
@Suite struct RestatedNightsTests {
  private let rule = "consent/withdrawn-still-linked"
  private let again = "consents-in-force-again"

  private func config(_ more: String = "") -> String {
    """
    inputs:
      - path: in/consents.ndjson
        kind: consents
        columns: {consent_id: id, uid: person, purpose: topic, given_at: at, withdrawn_at: revoked_at}
    \(more)
    """
  }

  private func consent(_ uid: String, _ given: String = time(-20), _ more: [String: Any] = [:]) -> String {
    Line.object(["id": "c-\(uid)", "person": uid, "topic": "link:phone", "at": given].merging(more) { $1 })
  }

  private func withdrawn(_ uid: String) -> String { consent(uid, time(-20), ["revoked_at": time(-10)]) }

  private func files(_ consents: String) -> [String: String] {
    ["users.json": Export.linked("u1", "u2"), "consents.ndjson": consents]
  }

  private func codes(_ night: Night) -> [String] {
    (night.report["limits"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  /// The column is in no record any more, although records that it ended are there.
  @Test(arguments: ["", "    mode: snapshot\n"]) func aColumnIsNotExportedAnyMore(mode: String) throws {
    let nights = try Nights()
    let whole = withdrawn("u1") + consent("u2")
    try nights.night(6, files(whole), config: config(mode)).expect(rule, ["u1": "fail still-linked"])
    for day in 7...8 {
      let night = try nights.night(day, files(consent("u1") + consent("u2")), config: config(mode))
      #expect(night.status == 2 && night.reasons.contains("the column `revoked_at`, but earlier nights"))
      #expect(night.errors.contains("no record has revoked_at, which decided records"), "\(night.errors)")
      #expect(night.finding(rule, "u1")?.state == "carried", "\(night.resolved)")
      #expect(!codes(night).contains(again))
    }
    let back = try nights.night(9, files(whole), config: config(mode))
    #expect(back.isComplete && back.finding(rule, "u1")?.state == "existing", "\(back.reasons)")
  }

  /// Where the column is there, a table in which nobody has ended anything any more is one of whole statements.
  @Test func aColumnWithoutValuesIsThere() throws {
    let nights = try Nights()
    try nights.night(6, files(withdrawn("u1") + consent("u2")), config: config())
    let night = try nights.night(
      7, files(consent("u1", time(-20), ["revoked_at": NSNull()]) + consent("u2")), config: config())
    #expect(night.isComplete, "\(night.reasons)")
    #expect(codes(night).contains(again))
  }

  /// Nobody ever ended anything, what ended is in no window any more, or consent was given anew.
  @Test func tablesWithoutEndsAreWhole() throws {
    let never = try Nights()
    for day in 6...8 {
      let night = try never.night(day, files(consent("u1") + consent("u2")), config: config())
      #expect(night.isComplete && !codes(night).contains(again), "\(night.reasons)")
    }
    let windows = try Nights()
    for (day, consents) in [
      (6, withdrawn("u1")), (7, consent("u2")), (8, consent("u2", time(-30)) + consent("u1", time(7))), (9, ""),
    ] {
      let night = try windows.night(day, files(consents), config: config())
      #expect(night.isComplete && !codes(night).contains(again), "day \(day): \(night.reasons)")
    }
  }

  /// Rows without ids are told by whom they name.
  @Test func rowsWithoutIDsAreKnown() throws {
    func consent(_ uid: String, _ more: [String: Any] = [:]) -> String {
      Line.object(["person": uid, "topic": "link:phone", "at": time(-20)].merging(more) { $1 })
    }
    let nights = try Nights()
    try nights.night(6, files(consent("u1", ["revoked_at": time(-10)])), config: config())
    let other = try nights.night(7, files(consent("u2")), config: config())
    #expect(other.isComplete, "\(other.reasons)")
    #expect(try nights.night(8, files(consent("u1")), config: config()).reasons.contains("`revoked_at`"))
  }

  /// The status of requests, and what links came to.
  @Test func otherKindsAreToo() throws {
    let requests = "inputs:\n  - {path: in/deletions.ndjson, kind: deletions, columns: {status: ticket}}\n"
    let nights = try Nights()
    func night(_ day: Int, _ name: String, _ line: String, config: String) throws -> Night {
      try nights.night(day, ["users.json": Export.linked("u1", "u2"), name: line], config: config)
    }
    func request(_ day: Int, _ more: [String: Any]) throws -> Night {
      try night(day, "deletions.ndjson", Line.request("u1", time(-20), more), config: requests)
    }
    _ = try request(6, ["ticket": "cancelled"])
    #expect(try request(7, [:]).reasons.contains("`ticket`"))
    let links =
      "inputs:\n  - {path: in/links.ndjson, kind: links, columns: {action: what}}\ngate: {optional: [deletions]}\n"
    func link(_ day: Int, _ more: [String: Any]) throws -> Night {
      try night(day, "links.ndjson", Line.link("u1", time(-20), more), config: links)
    }
    _ = try link(8, ["what": "unlink"])
    #expect(try link(9, [:]).reasons.contains("`what`"))
  }

  /// A backup from before the withdrawal: the statement counts, and is told of.
  @Test(arguments: [("", true), ("    mode: snapshot\n", false)])
  func aRestoredBackupIsTold(mode: String, isToldAgain: Bool) throws {
    let nights = try Nights()
    func rows(_ revoked: Any) -> String {
      ["u1", "u2"].map { consent($0, time(-20), ["revoked_at": revoked]) }.joined()
    }
    try nights.night(6, files(rows(time(-10))), config: config(mode))
    for day in 7...8 {
      let night = try nights.night(day, files(rows(NSNull())), config: config(mode))
      #expect(night.isComplete, "\(night.reasons)")
      let isTold = day == 7 || isToldAgain
      #expect(night.errors.contains("2 consents that an earlier night showed") == isTold, "\(night.errors)")
      #expect(codes(night).contains(again) == isTold)
    }
  }

  /// A refusal that was turned into consent has a later time.
  @Test(arguments: [(time(-20), true), (time(5), false)])
  func consentThatIsGivenAnewIsNone(at: String, isTold: Bool) throws {
    let nights = try Nights()
    func own(_ given: String, _ state: String) -> [String: String] {
      files(Line.consent("u1", given, ["consent_id": "c1", "state": state]))
    }
    try nights.night(6, own(time(-20), "refused"))
    let night = try nights.night(7, own(at, "given"))
    #expect(codes(night).contains(again) == isTold)
    #expect(night.errors.contains("A consent that an earlier night showed") == isTold)
  }

  @Test func shardsTellItToo() throws {
    for mode in ["", "    mode: snapshot\n"] {
      let place = try Workplace()
      try place.write("relay-audit.yaml", config(mode))
      try place.write("in/users.json", Export.linked("u1", "u2", "u3"))
      for (day, consents) in [
        (6, withdrawn("u1") + withdrawn("u2") + consent("u3")), (7, consent("u1") + consent("u2") + consent("u3")),
        (8, consent("u1") + consent("u3")), (9, withdrawn("u1") + consent("u2") + consent("u3")),
      ] {
        try place.write("in/consents.ndjson", consents)
        let outcome = try place.compareShards(
          ["in", "--captured-at", time(day, 5)], asOf: time(day, 6), shards: 3, config: "relay-audit.yaml")
        #expect(outcome.status == 1, "\(outcome)")
      }
    }
  }
}
