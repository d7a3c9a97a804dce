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
