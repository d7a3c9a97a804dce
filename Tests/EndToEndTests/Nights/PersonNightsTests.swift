import Foundation
import Testing

/// Whom evidence of several nights means, and whom it does not.
@Suite struct PersonNightsTests {
  private let rule = "deletion/token-revoked"

  private func files(_ users: String, requests: String = "", revocations: String = "") -> [String: String] {
    ["users.json": users, "deletions.ndjson": requests, "revocations.ndjson": revocations]
  }

  private func bySub(_ fields: [String: Any]) -> String {
    Line.object(fields.merging(["apple_sub": Line.sub("old")]) { $1 })
  }

  private var request: String {
    bySub(["request_id": "r-old", "requested_at": time(6, 12), "apple_credential": true])
  }

  private var call: String {
    bySub(["at": time(6, 13), "endpoint": "apple", "token_type": "refresh_token", "http_status": 200])
  }

  /// The person of before, under a new uid.
  private var anew: String {
    "{\"users\": [\n"
      + Sample.user("new", created: milliseconds(8)).replacing("001.sub-new.1", with: Line.sub("old"))
      .replacing(Line.relay("new"), with: Line.relay("old")) + ",\n" + Sample.user("other") + "]}"
  }

  /// Apple's notice is about all accounts of the person, also about one that a later night's export shows first.
  @Test func aNoticeIsAboutEveryAccount() throws {
    let nights = try Nights()
    let second = Sample.user("second").replacing("001.sub-second.1", with: Line.sub("first"))
    for (day, users) in [(6, [Sample.user("first")]), (7, [Sample.user("first"), second])] {
      let notice = Line.notice("consent-revoked", "first", milliseconds(-30))
      let night = try nights.night(
        day, ["users.json": Sample.export(users.joined(separator: ",")), "notices.ndjson": day == 6 ? notice : ""])
      let told = day == 6 ? ["first"] : ["first", "second"]
      let verdicts = night.verdicts("deletion/apple-notice-honoured")
      #expect(verdicts.keys.sorted() == told && Set(verdicts.values) == ["fail still-present"], "day \(day)")
    }
  }

  @Test func whoRegistersAgainIsNotWhoAsked() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users("old", "other"), revocations: Line.revocation("other", time(5))))
    try nights.night(7, files(Export.users("other"), requests: request, revocations: call)).expect(
      rule, ["old": "pass"])
    for day in [9, 12, 40] {
      let night = try nights.night(day, files(anew))
      night.expect(rule, ["old": "pass"], "day \(day)")
      night.expect("deletion/account-removed", ["old": "pass"], "day \(day)")
    }
  }

  /// The old account's evidence arrives when the new one is there already.
  @Test func evidenceGoesToTheAccountOfItsTime() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users("old", "other"), revocations: Line.revocation("other", time(5))))
    try nights.night(7, files(Export.users("other")))
    try nights.night(9, files(anew, requests: request)).expect(rule, ["old": "pending no-revocation"])
    try nights.night(10, files(anew)).expect(rule, ["old": "fail no-revocation"])
    let late = try nights.night(11, files(anew, revocations: call))
    late.expect(rule, ["old": "pass"])
    late.expect("deletion/account-removed", ["old": "pass"])
    try nights.night(12, files(anew)).expect(rule, ["old": "pass"])
  }

  /// What was revoked for the old account clears no request of the new one.
  @Test func theNewAccountNeedsProofOfItsOwn() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.users("old", "other"), revocations: Line.revocation("other", time(5))))
    try nights.night(7, files(Export.users("other"), requests: request, revocations: call))
    let again = Line.request("new", time(9), ["request_id": "r-new"])
    try nights.night(10, files(anew, requests: again)).expect(rule, ["old": "pass", "new": "pending no-revocation"])
    try nights.night(13, files(anew)).expect(rule, ["old": "pass", "new": "fail no-revocation"])
  }

  // MARK: Evidence that comes before what it proves

  @Test(
    arguments: [
      ["uid": "u1"], ["request_id": "r-u1"], ["apple_sub": Line.sub("u1")], ["uid": "u1", "request_id": "r-u1"],
    ])
  func theRevocationIsReadBeforeTheRequest(name: [String: String]) throws {
    var call: [String: Any] = [
      "at": time(5, 1), "endpoint": "apple", "token_type": "refresh_token", "http_status": 200,
    ]
    call.merge(name) { $1 }
    let other = Line.revocation("other", time(6))
    let request = Line.request("u1", time(5), ["apple_sub": Line.sub("u1")])
    for isShown in [true, false] {
      let users = isShown ? Export.users("u1", "other") : Export.users("other")
      let nights = try Nights()
      try nights.night(6, files(users, revocations: Line.object(call)))
      try nights.night(7, files(users, revocations: other))
      try nights.night(9, files(users, requests: request, revocations: other)).expect(rule, ["u1": "pass"])
      try nights.night(10, files(users, revocations: other)).expect(rule, ["u1": "pass"])
    }
  }

  /// A link event stands in the log a night before the export first shows its account.
  @Test func theLinkIsReadBeforeTheAccount() throws {
    func files(_ users: String, _ links: String) -> [String: String] {
      ["users.json": users, "links.ndjson": links, "consents.ndjson": Line.consent("u1", time(2))]
    }
    let nights = try Nights()
    let users = Export.users(["u1", "other"], phones: ["u1": "+15550101"])
    try nights.night(6, files(Export.users("other"), Line.link("u1", time(5))))
    try nights.night(7, files(users, "")).expect("consent/link-phone", ["u1": "pass"])
    try nights.night(8, files(users, Line.link("other", time(7)))).expect("consent/link-phone", ["u1": "pass"])
  }

  // MARK: Somebody else's

  private func page(_ tenants: String...) -> String {
    let users = tenants.map {
      Sample.user("u1").replacing("\"localId\"", with: "\"tenantId\": \"\($0)\",\n  \"localId\"")
        .replacing("001.sub-u1.1", with: "001.sub-\($0).1").replacing("u1@private", with: "\($0)@private")
    }
    return "{\"kind\": \"identitytoolkit#DownloadAccountResponse\", \"users\": [\(users.joined(separator: ","))]}"
  }

  @Test func anotherTenantsRevocation() throws {
    let nights = try Nights()
    let request = Line.request("u1", time(1), ["tenant": "b"])
    let call = Line.revocation("u1", time(1, 1), ["tenant": "a"])
    let verdicts = ["u1": "fail no-revocation"]
    try nights.night(6, files(page("a", "b"), requests: request, revocations: call)).expect(rule, verdicts)
    try nights.night(7, files(page("a", "b"), requests: request)).expect(rule, verdicts)
    try nights.night(8, files(page("b"))).expect(rule, verdicts)
    let own = Line.revocation("u1", time(1, 1), ["tenant": "b"])
    try nights.night(9, files(page("b"), revocations: own)).expect(rule, ["u1": "pass"])
  }
}
