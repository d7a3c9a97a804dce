import Foundation
import Testing

/// First sights over gaps, nights out of order and withdrawn runs.
@Suite struct FirstSightNightsTests {
  private let rule = "consent/link-phone"

  private func files(_ users: String?, consent: String = time(5)) -> [String: String] {
    var files = ["consents.ndjson": Line.consent("u1", consent)]
    files["users.json"] = users
    return files
  }

  /// The older export shows the account without its number: the number came after the consent.
  @Test func anOlderExportAddsFirstSights() throws {
    let nights = try Nights()
    let linked = Export.linked("u1")
    try nights.night(8, files(linked)).expect(rule, ["u1": "inconclusive order-unknown"])
    let older = try nights.night(9, captured: 6, files(Export.users("u1")))
    older.expect("deletion/unrequested-removal", [:])
    #expect(older.output.contains("out of order"))
    try nights.night(10, files(linked)).expect(rule, ["u1": "pass"])
  }

  /// It neither makes anybody vanish nor the number of accounts drop.
  @Test func anOlderExportTakesNothingAway() throws {
    let nights = try Nights()
    let later = Export.users("u1", "u2", "u3", "u4", "u5")
    try nights.night(8, files(later))
    let older = try nights.night(9, captured: 6, files(Export.users("u1")))
    #expect(older.verdicts("evidence/population-drop").isEmpty)
    older.expect("deletion/unrequested-removal", [:])
    let next = try nights.night(10, files(later))
    #expect(next.verdicts("evidence/population-drop").isEmpty)
    next.expect("deletion/unrequested-removal", [:])
  }

  /// An export of two accounts, the second with these credentials and an address of its own.
  private func export(_ credentials: String...) -> String {
    #"{"users": [\#(Sample.user("z9")),"#
      + #"{"localId":"u1","email":"p1@example.com","createdAt":"1770000000000","#
      + #""providerUserInfo":[\#(credentials.joined(separator: ","))]}]}"#
  }

  private let apple = #"{"providerId":"apple.com","rawId":"001.u1.1","email":"u1@privaterelay.appleid.com"}"#
  private let google = #"{"providerId":"google.com","rawId":"g1","email":"p1@example.com"}"#

  /// What a rule says on 20 November of an account that had other credentials on the 6th.
  ///
  /// - Parameters:
  ///   - order: days of capture.
  ///   - isRenamed: the second run has another name, and is renamed.
  private func verdict(
    _ rule: String, _ order: [Int], isRenamed: Bool, before: String, after: String
  ) throws -> String? {
    let nights = try Nights()
    var last: Night?
    for (position, day) in order.enumerated() {
      // It does not say whether the person has Apple's credential.
      let request = Line.object(["uid": "u1", "request_id": "r1", "requested_at": time(7)])
      let files = [
        "users.json": day == 6 ? before : after, "deletions.ndjson": day == 6 ? "" : request,
        "revocations.ndjson": Line.revocation("z9", time(5)),
      ]
      let isOther = isRenamed && position == 1
      last = try nights.night(
        max(day, 8 + position), captured: day, files, flags: isOther ? ["--project", "other"] : [])
      if isOther { #expect(try nights.run("history", "--rename", "other", "app").status == 0) }
    }
    return last?.verdicts(rule)["u1"]
  }

  @Test(arguments: [[6, 8, 20], [8, 6, 20]], [false, true])
  func itIsKnownThatAnAccountHadApple(order: [Int], isRenamed: Bool) throws {
    let found = try verdict(
      "deletion/token-revoked", order, isRenamed: isRenamed, before: export(apple), after: export())
    #expect(found == "fail no-revocation")
  }

  /// When it went may be known later only.
  @Test(arguments: [[6, 8, 20], [8, 6, 20]], [false, true])
  func itIsKnownThatAnAccountHadAnotherCredential(order: [Int], isRenamed: Bool) throws {
    let found = try verdict(
      "consent/residue-after-unlink", order, isRenamed: isRenamed, before: export(apple, google), after: export(apple))
    #expect(found == "fail residue" || found == "pending residue")
  }

  /// A finding keeps the night on which it was first seen, through nights that could not judge it.
  @Test func aFindingKeepsItsFirstNight() throws {
    let nights = try Nights()
    let linked = Export.linked("u1")
    let after = time(5, 12)
    for (day, users) in [(6, linked), (7, nil), (8, nil), (9, linked)] as [(Int, String?)] {
      var night = files(users, consent: after)
      night["links.ndjson"] = Line.link("u1", time(5))
      let found = try nights.night(day, night)
      found.expect(rule, ["u1": "fail after-link"], "day \(day)")
      let finding = try #require(
        (found.report["findings"] as? [[String: Any]])?.first { $0["rule"] as? String == rule })
      #expect(finding["first_seen"] as? String == "2026-11-06T06:00:00.000Z", "day \(day)")
      #expect(finding["state"] as? String == (day == 6 ? "new" : users == nil ? "carried" : "existing"), "day \(day)")
    }
  }

  @Test func aWithdrawnRunSawNobody() throws {
    let nights = try Nights()
    try nights.night(6, files(Export.linked("u1")))
    #expect(try nights.run("history", "--withdraw", "last", "--reason", "A test system's export.").status == 0)
    let night = try nights.night(8, files(Export.linked("u1")))
    #expect(night.previousRun == nil)
    let flagged = try String(contentsOf: nights.place.path("reports/out/flagged-accounts.csv"), encoding: .utf8)
    #expect(flagged.contains("2026-11-08T05:00:00.000Z") && !flagged.contains("2026-11-06"), "\(flagged)")
  }

  /// The number that the withdrawn run saw, or did not see, is no sight of it.
  @Test func aWithdrawnRunSawNoNumber() throws {
    let (plain, linked) = (Export.users("u1"), Export.linked("u1"))
    for (exports, consent, verdict) in [
      // Made between the nights 6 and 9, and consent was given between them.
      ([(6, plain), (7, linked), (9, linked)], time(7, 12), "inconclusive order-unknown"),
      // Seen on night 6 already, before consent was given.
      ([(6, linked), (7, plain), (9, linked)], time(6, 12), "fail after-link"),
    ] {
      let nights = try Nights()
      for (day, users) in exports {
        var shown = files(users, consent: consent)
        if day < 9 { shown["consents.ndjson"] = Line.consent("stranger", time(5)) }
        let night = try nights.night(day, shown)
        if day == 9 { night.expect(rule, ["u1": verdict]) }
        if day == 7 {
          #expect(try nights.run("history", "--withdraw", "last", "--reason", "A test system's export.").status == 0)
        }
      }
    }
  }

  /// What is waived stays waived when it is carried, and is no reason for the gate to fail.
  @Test func aWaivedFindingIsCarriedAsWaived() throws {
    let nights = try Nights()
    let whole = files(Export.linked("u1"), consent: time(5, 12)).merging(["links.ndjson": Line.link("u1", time(5))]) {
      $1
    }
    let first = try nights.night(6, whole, failOn: "high")
    #expect(first.status == 1)
    let id = try #require(first.finding(rule, "u1")).id
    try nights.place.write(
      "waivers.yaml",
      "waivers:\n  - {findings: [\(id)], signed_by: A. Person, date: 2026-11-01, expires: 2026-11-30, reason: Known.}\n"
    )
    var lost = whole
    lost["users.json"] = nil
    for (files, status) in [(whole, 0), (lost, 2)] as [([String: String], Int32)] {
      let night = try nights.night(status == 0 ? 7 : 8, files, failOn: "high", flags: ["--waivers", "waivers.yaml"])
      #expect(night.status == status, "\(night.reasons)")
      #expect(night.finding(rule, "u1")?.isWaived ?? false)
    }
  }
}
