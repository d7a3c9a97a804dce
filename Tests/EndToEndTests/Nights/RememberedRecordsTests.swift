import Foundation
import Testing

/// What makes two records one, and what is not remembered at all.
@Suite struct RememberedRecordsTests {
  private let rule = "deletion/token-revoked"

  private func files(_ revocations: String) -> [String: String] {
    [
      "users.json": Export.users("u1", "other"), "deletions.ndjson": Line.request("u1", time(1)),
      "revocations.ndjson": revocations,
    ]
  }

  /// An event is its time and what it says: a failure and a success of one moment are two.
  @Test(arguments: [true, false]) func twoAnswersAtOneMoment(failureIsFirst: Bool) throws {
    let (failure, success) = (Line.failure("u1", time(1, 1)), Line.revocation("u1", time(1, 1)))
    let nights = try Nights()
    let first = try nights.night(6, files(failureIsFirst ? failure : success))
    first.expect(rule, ["u1": failureIsFirst ? "fail failed-only" : "pass"])
    try nights.night(7, files(failureIsFirst ? success : failure)).expect(rule, ["u1": "pass"])
    try nights.night(8, files("")).expect(rule, ["u1": "pass"])
  }

  /// The later copy has the status that the first one lacked.
  @Test func aLaterCopyAddsWhatItKnows() throws {
    let bare: [String: Any] = ["uid": "u1", "at": time(1, 1), "endpoint": "apple", "outcome": "revoked"]
    let nights = try Nights()
    try nights.night(6, files(Line.object(bare))).expect(rule, ["u1": "fail weak-proof"])
    let whole = Line.object(bare.merging(["http_status": 200, "token_type": "refresh_token"]) { $1 })
    try nights.night(7, files(whole)).expect(rule, ["u1": "pass"])
    try nights.night(8, files(Line.object(bare))).expect(rule, ["u1": "pass"])
  }

  /// Of one night the events of a day are counted; those of the night before are not added to them.
  @Test func aDaysMailIsCountedInOneNight() throws {
    func files(_ numbers: Range<Int>) -> [String: String] {
      let mail = numbers.map { Line.mail("u1", time(5, $0 / 60, $0 % 60)) }.joined()
      return ["users.json": Export.users("u1"), "mail.ndjson": mail]
    }
    let nights = try Nights()
    for (day, range) in [(6, 0..<70), (7, 70..<140)] {
      let night = try nights.night(day, files(range))
      #expect(night.verdicts("relay/daily-limit").isEmpty, "day \(day)")
      #expect(night.coverage("mail")["records"] as? Int == 70)
    }
    #expect(!(try Nights().night(6, files(0..<140))).verdicts("relay/daily-limit").isEmpty)
  }

  /// A rule that judges tonight's records alone is silent without them, which shows no end.
  @Test func aDaysMailIsCarriedWhereMailIsMissing() throws {
    func mail(_ count: Int) -> String { (0..<count).map { Line.mail("u1", time(5, $0 / 60, $0 % 60)) }.joined() }
    let users = Export.users("u1")
    let nights = try Nights()
    func states(_ night: Night) -> [String] {
      night.findings.filter { $0.rule == "relay/daily-limit" }.map { "\($0.says) \($0.state)" }
    }
    #expect(states(try nights.night(6, ["users.json": users, "mail.ndjson": mail(120)])) == ["fail over-limit new"])
    #expect(states(try nights.night(7, ["users.json": users])) == ["fail over-limit carried"])
    let last = try nights.night(8, ["users.json": users, "mail.ndjson": mail(10)])
    #expect(states(last).isEmpty && last.passes("relay/daily-limit") == 1)
  }

  /// Whom nothing of Apple's concerns is none of the store's business.
  @Test func strangersAreNotKept() throws {
    let nights = try Nights()
    let files = [
      "users.json": Export.linked("u1"),
      "consents.ndjson": Line.object([
        "email": "newsletter-reader@example.com", "purpose": "newsletter", "given_at": time(2), "explicit": true,
      ]) + Line.consent("u1", time(2)),
      "mail.ndjson": Line.object([
        "recipient": "mail-reader@example.com", "sender": "news@app.example.com", "at": time(2),
      ]) + Line.mail("u1", time(2)),
    ]
    try nights.night(6, files)
    let store = try nights.store
    for name in ["newsletter-reader", "mail-reader"] {
      #expect(store.range(of: Data(name.utf8)) == nil, "\(name)")
    }
  }

  /// The same moment, provider and person is the same sign-in, whatever names the person.
  @Test func aSignInUnderAnotherNameIsTheSame() throws {
    let nights = try Nights()
    func files(_ signIns: String) -> [String: String] {
      ["users.json": Export.users("u1"), "sign-ins.ndjson": signIns]
    }
    let signIn = Line.signIn("u1", time(2))
    let bySub = signIn.replacing("\"uid\":\"u1\"", with: "\"apple_sub\":\"\(Line.sub("u1"))\"")
    for (day, text) in [(6, signIn), (7, bySub), (8, signIn + bySub)] {
      let night = try nights.night(day, files(text))
      night.expect("sign-in/nonce-reused", ["u1": "pass"], "day \(day)")
    }
    // A nonce of two nights is used twice all the same.
    let again = Line.signIn("u1", time(8, 12), nonce: "u1 \(time(2))")
    try nights.night(9, files(again)).expect("sign-in/nonce-reused", ["u1": "fail reused"])
  }

  /// A person who signs up after the last export is known by name alone until the next one.
  @Test(arguments: ["uid", "apple_sub"])
  func aRefreshOfSomebodyWhomNoExportHasShownIsRemembered(name: String) throws {
    func call(_ uid: String, _ at: String, _ more: [String: Any] = [:]) -> String {
      var fields: [String: Any] = ["at": at, "endpoint": "apple", "token_type": "refresh_token", "http_status": 200]
      fields[name] = name == "uid" ? uid : Line.sub(uid)
      return Line.object(fields.merging(more) { $1 })
    }
    let config = "evidence: {max_age: {accounts: 8d, revocations: 8d}}\n"
    let nights = try Nights()
    let calls = call("u9", time(7, 10)) + call("u9", time(7, 20), ["outcome": "refreshed"])
    try nights.night(8, ["users.json": Export.users("u1"), "revocations.ndjson": calls], config: config)
    let last = ["users.json": Export.users("u1", "u9"), "revocations.ndjson": call("u1", time(11))]
    let night = try nights.night(12, last, config: config)
    #expect(night.verdicts("deletion/token-alive") == ["u9": "fail alive"])
  }
}
