import Foundation
import Testing

/// The same night once more: what was known then is known, and the report is the same.
@Suite struct JudgedAgainTests {
  /// Of memory, a run uses what runs of an earlier or equal as-of read.
  @Test(arguments: KindStory.all) func aNightSeesWhatWasKnownThen(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(7, story.files(story.second)).expect(story.unknowing)
    try nights.night(8, story.files(story.whole)).expect(story.expected)
    try nights.night(7, story.files(story.second)).expect(story.unknowing, "judged again")
    try nights.night(9, story.files(story.second)).expect(story.expected)
  }

  @Test(arguments: KindStory.all) func whatWasWithdrawnCanBeReadAgain(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.second))
    try nights.night(7, story.files(story.whole))
    #expect(try nights.run("history", "--withdraw", "last", "--reason", "The wrong store.").status == 0)
    try nights.night(7, story.files(story.whole)).expect(story.expected)
    try nights.night(8, story.files(story.second)).expect(story.expected)
  }

  /// Who was made later, and is gone by now, did not vanish before.
  @Test func whoIsGoneLaterIsNotGoneThen() throws {
    let nights = try Nights()
    let made = Export.users("z9", "u1")
    func requests(_ day: Int) -> [String: String] {
      ["deletions.ndjson": Line.request("u1", time(day)), "revocations.ndjson": Line.revocation("u1", time(day, 1))]
    }
    for (day, users) in [(6, Export.users("z9")), (8, made), (12, Export.users("z9")), (6, Export.users("z9"))] {
      let more = day == 12 ? requests(9) : requests(30).mapValues { _ in "" }
      let night = try nights.night(day, more.merging(["users.json": users]) { $1 })
      #expect(night.verdicts("deletion/unrequested-removal").isEmpty, "day \(day)")
    }
  }

  /// Apple's credential came after the night that is judged again.
  @Test func aLaterCredentialIsNotKnownThen() throws {
    let nights = try Nights()
    let plain =
      #"{"users": [\#(Sample.user("z9")),"#
      + #"{"localId":"u1","email":"u1@example.com","createdAt":"1770000000000","providerUserInfo":[]}]}"#
    let request = [
      "deletions.ndjson": Line.object(["uid": "u1", "request_id": "r1", "requested_at": time(-20)]),
      "revocations.ndjson": Line.revocation("z9", time(5)),
    ]
    for (day, users) in [(6, plain), (8, Export.users("z9", "u1")), (6, plain)] {
      let night = try nights.night(day, request.merging(["users.json": users]) { $1 })
      let found = night.verdicts("deletion/token-revoked")
      #expect(found == (day == 8 ? ["u1": "fail no-revocation"] : [:]), "day \(day)")
    }
  }

  /// An export without accounts proves nobody's absence, also once a later night has shown them.
  @Test(arguments: [[6, 8, 7], [6, 7, 8, 7]]) func anEmptyExportIsDoubtedThen(days: [Int]) throws {
    let nights = try Nights()
    for day in days {
      let none = #"{"kind": "identitytoolkit#DownloadAccountResponse", "users": []}"#
      let night = try nights.night(
        day,
        [
          "users.json": day == 7 ? none : Export.users("u1", "z9"),
          "deletions.ndjson": Line.request("u1", time(-40)), "revocations.ndjson": Line.revocation("u1", time(-40, 1)),
        ])
      #expect(night.finding("deletion/account-removed", "u1") != nil, "day \(day) of \(days)")
      #expect(night.verdicts("deletion/account-removed")["u1"] != "pass", "day \(day) of \(days)")
    }
  }

  /// That an account is gone, the night's own export did not show.
  @Test func aLaterAbsenceIsNotKnownThen() throws {
    let nights = try Nights()
    let cut = String(Export.users("z9", "y9").dropLast(2))
    for (day, users) in [(6, Export.users("u1", "z9", "y9")), (7, cut), (8, Export.users("z9", "y9")), (7, cut)] {
      let night = try nights.night(
        day,
        [
          "users.json": users, "deletions.ndjson": Line.request("u1", time(-40)),
          "revocations.ndjson": Line.revocation("u1", time(-40, 1)),
        ])
      let isOpen = night.finding("deletion/account-removed", "u1") != nil
      #expect(isOpen == (day < 8), "day \(day)")
    }
  }

  /// An earlier run shows which accounts existed before that night.
  @Test func whatWasOnceAnOrphanIsOneThen() throws {
    let nights = try Nights()
    for day in [6, 7, 8, 7] {
      let night = try nights.night(
        day, ["users.json": Export.users("z9"), "revocations.ndjson": Line.revocation("nobody", time(1))])
      let reasons = night.findings.filter { $0.rule == "evidence/orphans" }.map(\.reason)
      #expect(reasons == [day == 6 ? "no-history" : "orphans"], "day \(day)")
    }
  }

  /// Two runs over one store write one report, with memory and on any number of threads.
  @Test(arguments: [KindStory.revocations, .consents, .mail]) func theReportIsTheSame(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let place = nights.place
    try FileManager.default.copyItem(at: place.path(".relay-audit/audit.sqlite"), to: place.path("copy.sqlite"))
    let texts = try [["--jobs", "1"], ["--jobs", "2", "--store", "copy.sqlite"]].map { flags in
      try nights.night(7, story.files(story.second), flags: flags)
      var report = try place.report()
      var run = try #require(report["run"] as? [String: Any])
      for key in ["id", "started_at", "finished_at", "host", "user"] { run[key] = nil }
      report["run"] = run
      report["ledger"] = nil
      report["findings"] = (report["findings"] as? [[String: Any]])?.map { finding in
        finding.filter { $0.key != "judged_in" }
      }
      return String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 1000)
  }
}
