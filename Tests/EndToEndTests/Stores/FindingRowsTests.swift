import Foundation
import Testing

/// `explain` reads one finding, however many the run has.
@Suite struct FindingRowsTests {
  private let place: Workplace
  private var search: StoreSearch { StoreSearch(place: place) }

  /// Three nights of a thousand findings; the last hashes personal data.
  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:email", "2026-01-01T00:00:00Z"))
    for (day, users, flags) in [(18, 1000, []), (19, 999, []), (20, 999, ["--pii", "hashed"])] {
      let accounts = (1...users).map { Sample.user("u\($0)", phone: "+1555\(1_000_000 + $0)") }
      try place.write(
        "in/users.json", "{\"users\": [\n" + accounts.joined(separator: ",\n") + "]}", at: "2026-11-\(day)T05:00:00Z")
      let night = try place.run(
        ["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "night-\(day)", "--format", "json"] + flags)
      #expect(night.status == 1, "\(night.errors)")
    }
  }

  private func explain(_ arguments: [String]) throws -> [String] {
    try [[], ["--json"]].map { format in
      let outcome = try place.run(["explain"] + arguments + format)
      #expect(outcome.status == 0, "\(arguments): \(outcome)")
      return outcome.output
    }
  }

  @Test func oneFindingIsReadAndNoOther() throws {
    let (first, third) = (try place.findings("night-18"), try place.findings("night-20"))
    #expect(first.count >= 1000)
    let gone = try #require(first.first { $0.uid == "u1000" })
    // By the published id and by the store's own, of the last run and of earlier ones.
    let own = try #require(first.first { $0.uid == "u500" })
    let hashed = try #require(third.dropFirst(500).first)
    let asked = [
      [own.id], [hashed.id], [own.id, "--run", "1"], [own.id, "--run", "2"], [gone.id, "--run", "1"],
      [hashed.id, "--run", "1"], [first[0].id, "--run", "2"], [try #require(first.last).id, "--run", "1"],
    ]
    let explained = try asked.map(explain)
    #expect(explained[0][0].contains("phone") && explained[2][0].contains("u500"))
    #expect(explained[4][0].contains("u1000"))

    let counter = try WorkCounter(in: place)
    let written = try counter.run("report", "1", "--out", "again", "--format", "json")
    #expect(try place.text("again/report.json") == place.text("night-18/report.json"))
    for arguments in asked {
      let counted = try counter.run(arguments: ["explain"] + arguments)
      // The part that has it, and what stands around the lists.
      #expect(counted.inflated < written.inflated / 2, "\(arguments): \(counted.inflated) of \(written.inflated)")
      #expect(counted.steps < 2_500, "\(arguments): \(counted.steps)")
    }

    // A store of before tells the same.
    try search.makeWhole()
    for (arguments, text) in zip(asked, explained) { #expect(try explain(arguments) == text, "\(arguments)") }
    #expect(try place.run("explain", "ra-0000000000000000").status == 66)
    #expect(try place.run("explain", gone.id).status == 66)
  }

  @Test func whatIsWithdrawnOrForgottenIsStillExplained() throws {
    let first = try place.findings("night-18")
    let (kept, gone) = (
      try #require(first.first { $0.uid == "u7" }), try #require(first.first { $0.uid == "u8" && $0.object == "phone" })
    )
    #expect(try place.run("history", "--withdraw", "2", "--reason", "a mistake").status == 0)
    let before = try explain([kept.id, "--run", "2"])
    let forgotten = try place.run("forget", "--uid", "u8")
    #expect(forgotten.status == 0, "\(forgotten)")
    #expect(try explain([kept.id, "--run", "2"]) == before)
    #expect(try place.run("explain", gone.id, "--run", "1").status == 66)
    let report = try place.run("report", "1", "--out", "again", "--format", "json")
    #expect(report.status == 0)
    let redacted = try #require(
      try place.findings("again").first { $0.uid == nil && $0.rule == gone.rule && $0.reason == gone.reason })
    let text = try explain([redacted.id, "--run", "1"])[0]
    #expect(text.contains("account     forgotten"), "\(text)")
    #expect(try place.run("verify").status == 0)
    #expect(try search.problems() == [])
  }
}
