import Foundation
import Testing

/// What could not be read on an earlier night is not absent on the nights after it (docs/contract.md, section 4,
/// "Rejected is not absent").
@Suite struct RejectNightsTests {
  private let people = ["first", "second"]

  /// Enough of others that one reject is less than one in a hundred.
  private func log(_ day: Int, _ more: String = "") -> String {
    (0..<120).map { Line.revocation("p\($0)", time(day, 1)) }.joined() + more
  }

  private func files(_ revocations: String, _ more: [String: String] = [:]) -> [String: String] {
    [
      "users.json": Export.users(people), "deletions.ndjson": people.map { Line.request($0, time(2)) }.joined(),
      "revocations.ndjson": revocations,
    ].merging(more) { $1 }
  }

  private let rejected = Line.revocation("first", "soon")

  private func revoked(_ night: Night) -> [String: String] {
    Dictionary(
      night.findings.filter { $0.rule == "deletion/token-revoked" }.map { ($0.uid ?? "", $0.says) }
    ) { "\($0), \($1)" }
  }

  private func limits(_ night: Night) throws -> [String] {
    try #require(night.report["limits"] as? [[String: Any]]).filter { $0["code"] as? String == "earlier-rejects" }
      .compactMap { $0["text"] as? String }
  }

  /// How many the store has.
  private func rejectedNames(_ nights: Nights) throws -> Int? {
    let script = """
      import sqlite3
      print(sqlite3.connect(".relay-audit/audit.sqlite").execute("SELECT count(*) FROM rejected_name").fetchone()[0])
      """
    let outcome = try nights.place.run("python3", "-c", script, program: URL(fileURLWithPath: "/usr/bin/env"))
    return Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private let doubted = ["first": "inconclusive evidence-rejected", "second": "fail no-revocation"]
  private let missed = ["first": "fail no-revocation", "second": "fail no-revocation"]
  private let nobodyKnows = ["first": "inconclusive evidence-rejected", "second": "inconclusive evidence-rejected"]

  @Test func aRecordThatWasRejectedMayBeTheOneOnLaterNights() throws {
    let nights = try Nights()
    #expect(try revoked(nights.night(6, files(log(3, rejected)))) == doubted)
    // The log was rotated.
    let later = try nights.night(7, files(log(6)))
    #expect(revoked(later) == doubted)
    #expect(try limits(later).count == 1)
    #expect(try limits(later)[0].hasPrefix("Run 1 could not read all records of `in/revocations.ndjson`"))
    #expect(later.errors.contains("Run 1 could not read all records"))
    #expect(later.status == 0)
    // The line is corrected: it was no revocation of theirs.
    let corrected = try nights.night(8, captured: 6, files(log(3, Line.failure("first", time(3)))))
    #expect(revoked(corrected) == ["first": "fail failed-only", "second": "fail no-revocation"])
    #expect(try limits(corrected).isEmpty)
    #expect(try revoked(nights.night(9, files(log(8)))) == revoked(corrected))
  }

  @Test func aLogThatBrokeOffMayHaveHadItOnLaterNights() throws {
    let nights = try Nights()
    let cut = ["revocations.json": "[" + log(3).split(separator: "\n").joined(separator: ",\n") + ",\n"]
    func files(_ day: Int) -> [String: String] {
      var all = self.files("", ["revocations.json": "[" + log(day).split(separator: "\n").joined(separator: ",") + "]"])
      all["revocations.ndjson"] = nil
      return all
    }
    #expect(try revoked(nights.night(6, files(3).merging(cut) { $1 })) == nobodyKnows)
    #expect(try revoked(nights.night(7, files(6))) == nobodyKnows)
    // Who asks after the file was made has nothing in it.
    var third = files(14)
    third["deletions.ndjson"] = Line.request("third", time(9))
    let known = ["third": "fail no-revocation"]
    #expect(try revoked(nights.night(15, third)) == nobodyKnows.merging(known) { $1 })
    #expect(try revoked(nights.night(16, captured: 6, files(3))) == missed.merging(known) { $1 })
  }

  /// The log was copied in the middle of a line. A night later the same lines stand in a part of it that was rotated.
  @Test(arguments: ["revocations.ndjson.1", "revocations.ndjson-20261107", "revocations-20261107.ndjson"])
  func theRotatedPartOfALogMakesUpForIt(name: String) throws {
    let nights = try Nights()
    func night(_ day: Int, _ log: String, _ more: [String: String] = [:]) throws -> Night {
      try nights.night(day, files(log, more))
    }
    let cut = try night(6, log(6) + "{\"uid\":\"fir", ["revocations.ndjson.1": log(5)])
    #expect(revoked(cut) == nobodyKnows)
    // An older part, copied late, and a newer one.
    let others = ["revocations.ndjson.2": log(5), name: log(7)]
    #expect(try revoked(night(8, log(8), others)) == nobodyKnows)
    let whole = try night(8, log(8), [name: log(6)])
    #expect(revoked(whole) == missed)
    #expect(try limits(whole).isEmpty)
    #expect(try revoked(night(9, log(9))) == missed)
  }

  /// Nothing in it tells what it is. Its path does.
  @Test(arguments: ["{\"ti", "no record"]) func nobodyCanRecogniseALog(text: String) throws {
    let nights = try Nights()
    try nights.night(6, files(log(1), ["deletions.ndjson": Line.request("p0", time(0))]))
    let broken = try nights.night(7, files(text))
    #expect(broken.status == 2)
    #expect(revoked(broken) == nobodyKnows)
    let later = try nights.night(8, files(log(7)))
    #expect(later.status == 0)
    #expect(revoked(later) == nobodyKnows)
    #expect(try limits(later).count == 1)
    #expect(try limits(later)[0].hasPrefix("Run 2 could not read all"))
    // The file is there again, whole.
    let corrected = try nights.night(9, captured: 7, files(log(1, Line.revocation("first", time(3)))))
    #expect(revoked(corrected) == ["second": "fail no-revocation"])
  }

  /// Its name says nothing of what is in it, but its path had records before.
  @Test func nobodyCanRecogniseAFileOfAnyName() throws {
    let nights = try Nights()
    func files(_ text: String, _ more: [String: String] = [:]) -> [String: String] {
      var files = self.files("", more)
      files["revocations.ndjson"] = nil
      files["revoked.log"] = text
      // It never had any.
      files["server.log"] = "127.0.0.1 GET /"
      return files
    }
    try nights.night(6, files(log(1), ["deletions.ndjson": Line.request("p0", time(0))]))
    let broken = try nights.night(7, files("no record"))
    #expect(broken.status == 2)
    #expect(revoked(broken) == nobodyKnows)
    let later = try nights.night(8, files(log(7)))
    #expect(later.status == 0)
    #expect(revoked(later) == nobodyKnows)
    // One without a byte is no broken one, but makes up for none either.
    let empty = try nights.night(9, files(""))
    #expect(empty.status == 0)
    #expect(revoked(empty) == nobodyKnows)
  }

  /// It is of no kind that this audit needs, and counts as a file that cannot be read.
  @Test func aFileThatCannotBeUnpackedIsNamedWhateverItHad() throws {
    let nights = try Nights()
    let users = ["users.json": Export.users(people)]
    #expect(try nights.night(6, users.merging(["revocations.ndjson.gz": log(1)]) { $1 }).status == 0)
    try nights.place.write("in/revocations.ndjson.gz", Data([0x1F, 0x8B, 8, 0]), at: time(7, 5))
    let outcome = try nights.place.run(
      "audit", "in", "--as-of", time(7, 6), "--project", "app", "--fail-on", "none")
    #expect(outcome.status == 2)
    #expect((outcome.output + outcome.errors).contains("`in/revocations.ndjson.gz` could not be read"))
  }

  /// A finding that failed before stays as it is.
  @Test func aFindingThatFailedBeforeIsCarried() throws {
    let nights = try Nights()
    #expect(try revoked(nights.night(6, files(log(3)))) == missed)
    let rejecting = try nights.night(7, files(log(6, rejected)))
    #expect(revoked(rejecting) == missed)
    #expect(try revoked(nights.night(8, files(log(7)))) == missed)
  }

  @Test func whatNamesARequestOrANumberIsRemembered() throws {
    let request = #"{"request_id":"r-first","at":"soon","endpoint":"apple","http_status":200}"# + "\n"
    for line in [request, Line.object(["email": Line.relay("first"), "at": "soon", "endpoint": "apple"])] {
      let nights = try Nights()
      #expect(try revoked(nights.night(6, files(log(3, line)))) == doubted)
      #expect(try revoked(nights.night(7, files(log(6)))) == doubted)
    }
  }

  /// A table of consents shows all of its rows again.
  @Test func aTableThatWasCorrectedMakesUpForIt() throws {
    let nights = try Nights()
    let others = (0..<150).map { Line.consent("p\($0)", time(1)) }.joined()
    func files(_ row: String) -> [String: String] {
      ["users.json": Export.linked("first", "second"), "consents.ndjson": others + row]
    }
    func links(_ night: Night) -> Set<String> {
      Set(night.findings.filter { $0.rule == "consent/link-phone" }.map { "\($0.uid ?? "") \($0.says)" })
    }
    let bad = try nights.night(6, files(Line.consent("first", "soon")))
    #expect(links(bad) == ["first inconclusive evidence-rejected", "second fail no-record"])
    #expect(try links(nights.night(7, files(""))) == ["first fail no-record", "second fail no-record"])
  }

  @Test func aRunThatIsWithdrawnLeavesNoDoubt() throws {
    let nights = try Nights()
    try nights.night(6, files(log(3, rejected)))
    #expect(try nights.run("history", "--withdraw", "1", "--reason", "a mistake", "--project", "app").status == 0)
    #expect(try revoked(nights.night(7, files(log(6)))) == missed)
  }

  @Test func nothingIsRememberedForLongerThanTheRecords() throws {
    let nights = try Nights()
    let config = "history: {remember: 2d}\n"
    try nights.night(6, files(log(3, rejected)), config: config)
    #expect(try revoked(nights.night(7, files(log(6)), config: config)) == doubted)
    #expect(try revoked(nights.night(10, files(log(9)), config: config)) == missed)
  }

  /// A reject may be all that the store has of a person.
  @Test func whoIsForgottenIsNotNamedByRejectsEither() throws {
    let nights = try Nights()
    try nights.night(6, files(log(3) + log(4, rejected + Line.revocation("third", "soon"))))
    #expect(try rejectedNames(nights) == 2)
    #expect(try nights.forget("--uid", "third", "--project", "app").status == 0)
    #expect(try rejectedNames(nights) == 1)
    #expect(try nights.forget("--uid", "first", "--project", "app").status == 0)
    #expect(try rejectedNames(nights) == 0)
    #expect(try nights.forget("--uid", "third", "--project", "app").status == 66)
    // Nor are they named anew, unless an export shows them again.
    try nights.night(7, files(log(3) + log(4, rejected + Line.revocation("third", "soon"))))
    #expect(try rejectedNames(nights) == 1)
  }

  /// Runs that read the same bad line can be withdrawn but for one.
  @Test func aLineThatStaysBadIsNotedByEachRun() throws {
    let nights = try Nights()
    for day in 6...9 { #expect(try revoked(nights.night(day, files(log(3, rejected)))) == doubted) }
    for run in ["4", "1", "2"] {
      #expect(try nights.run("history", "--withdraw", run, "--reason", "a mistake", "--project", "app").status == 0)
    }
    #expect(try revoked(nights.night(10, files(log(9)))) == doubted)
  }

  @Test func shardsComeToTheSameOfARotatedLog() throws {
    let place = try Workplace()
    func compare(_ day: Int, _ logs: [String: String]) throws -> Set<String> {
      for (name, text) in files("").merging(logs, uniquingKeysWith: { $1 }) {
        try place.write("in/\(name)", text, at: time(day, 5))
      }
      try place.compareShards(["in"], asOf: time(day, 6), shards: 2)
      return Set(
        try place.findings("shards").filter { $0.rule == "deletion/token-revoked" }
          .map { "\($0.uid ?? "") \($0.verdict) \($0.reason)" })
    }
    #expect(
      try compare(6, ["revocations.ndjson": log(6) + "{\"uid\":\"fir"])
        == ["first inconclusive evidence-rejected", "second inconclusive evidence-rejected"])
    #expect(
      try compare(7, ["revocations.ndjson": log(7), "revocations.ndjson.1": log(6)])
        == ["first fail no-revocation", "second fail no-revocation"])
  }

  @Test(arguments: [1, 3]) func shardsComeToTheSame(shards: Int) throws {
    let place = try Workplace()
    func compare(_ day: Int, _ log: String) throws -> Set<String> {
      for (name, text) in files(log) { try place.write("in/\(name)", text, at: time(day, 5)) }
      try place.compareShards(["in"], asOf: time(day, 6), shards: shards)
      return Set(
        try place.findings("shards").filter { $0.rule == "deletion/token-revoked" }
          .map { "\($0.uid ?? "") \($0.verdict) \($0.reason)" })
    }
    let doubted: Set = ["first inconclusive evidence-rejected", "second fail no-revocation"]
    #expect(try compare(6, log(3, rejected)) == doubted)
    #expect(try compare(7, log(6)) == doubted)
    #expect(try compare(8, "[" + log(7)).count == 2)
    // Nobody recognises it.
    #expect(try compare(9, "{\"ti").count == 2)
    #expect(try compare(10, log(9)).count == 2)
  }
}
