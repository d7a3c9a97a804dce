import Foundation
import Testing

/// `extract`, and `audit --records`: reading apart from judging.
@Suite struct ExtractTests {
  private static let flags = ["--as-of", Workplace.asOf, "--format", "json", "--fail-on", "none"]

  /// Audits the files, and what `extract` writes of them, each with a store of its own.
  private func compare(_ place: Workplace, _ inputs: [String], asOf: String = Workplace.asOf) throws {
    let flags = ["--as-of", asOf, "--format", "json"]
    let direct = try place.run(["audit"] + inputs + flags + ["--store", "direct.sqlite", "--out", "direct"])
    try #require(direct.status <= 2, "\(direct)")
    let audited = ["--require", "none"]
    let read = inputs.filter { !audited.contains($0) }
    let extract = try place.run(["extract"] + read + ["--as-of", asOf, "--out", "records"])
    try #require(extract.status == 0, "\(extract)")
    var rest = inputs == read ? [] : audited
    if let flag = inputs.firstIndex(of: "--config") { rest += inputs[flag...(flag + 1)] }
    let other = try place.run(
      ["audit", "--records", "records"] + rest + flags + ["--store", "other.sqlite", "--out", "other"])
    #expect(other.status == direct.status, "\(other)")
    #expect(!other.errors.contains("another configuration"), "\(other)")
    try place.expectSameReport("direct", "other")
  }

  @Test func theDemoComesToTheSameReport() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "40").status == 0)
    try compare(place, ["--config", "sample/relay-audit.yaml"])
    // A second night, which has a history and remembers.
    try compare(place, ["--config", "sample/relay-audit.yaml"], asOf: "2026-11-21T06:00:00Z")
  }

  @Test func theNumberOfThreadsChangesNoByte() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "3000").status == 0)
    func records(_ jobs: Int) throws -> Data {
      let outcome = try place.run(
        "extract", "--config", "sample/relay-audit.yaml", "--as-of", Workplace.asOf, "--out", "records",
        "--jobs", "\(jobs)")
      #expect(outcome.status == 0, "\(outcome)")
      return try Data(contentsOf: place.path("records/records.ndjson"))
    }
    let alone = try records(1)
    #expect(alone.count > 1 << 19)
    for jobs in [2, 8] { #expect(try records(jobs) == alone, "\(jobs)") }
    #expect(try place.run("extract", "sample", "--out", "records", "--jobs", "0").status == 64)
  }

  @Test func theDemosOtherSamplesDoToo() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "10").status == 0)
    let samples = try FileManager.default.contentsOfDirectory(atPath: place.path("sample/more").path).sorted()
    #expect(samples.count > 3)
    for name in samples {
      for store in ["direct.sqlite", "other.sqlite"] { try? FileManager.default.removeItem(at: place.path(store)) }
      try compare(place, ["--config", "sample/more/\(name)/relay-audit.yaml"])
    }
  }

  @Test func nightsThatRotateDoToo() throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "10").status == 0)
    for (night, day) in [(1, 18), (2, 19), (3, 20)] {
      try compare(
        place, ["sample/nights/\(night)", "--config", "sample/nights/relay-audit.yaml"],
        asOf: "2026-11-\(day)T06:00:00Z")
    }
  }

  /// Also what an account brings with it, which counts only if the account is in scope.
  @Test func everyFormatDoesToo() throws {
    try AuditableFixtures.forEachPlace { try compare($0, ["in", "--require", "none"]) }
  }

  /// Rejects, repetitions and contradictions, files that say nothing, and inputs that are not there.
  @Test func damageIsTheSame() throws {
    let place = try Workplace()
    let contradiction = Sample.user("u1", phone: "+15550101")
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2"), "{\"localId\": \"\"}"))
    try place.write("in/users-2.json", Sample.export(contradiction, Sample.user("u2"), Sample.user("u3")) + "x")
    try place.write(
      "in/consents.ndjson",
      Sample.consent("u3", "link:phone", "2026-01-01T00:00:00Z") + "{\"uid\":\"u2\",\"purpose\":\"link:phone\"}\n"
        + Sample.consent("u3", "link:phone", "2026-01-01T00:00:00Z"))
    try place.write("in/cut.csv.gz", Data([0x1F, 0x8B, 8, 0]))
    try place.write("in/notes.json", "{}")
    try place.write("in/empty.ndjson", "")
    try compare(place, ["in"])
    let sources = try #require(try place.report("other")["sources"] as? [[String: Any]])
    #expect(sources.compactMap { $0["rejected"] as? Int }.reduce(0, +) >= 3)
  }

  /// An input that the configuration names: missing for a night, and never there.
  @Test func missingInputsAreTheSame() throws {
    let place = try Workplace()
    let inputs = { (names: [String]) in "inputs:\n" + names.map { "  - path: \($0)\n" }.joined() }
    try place.write("relay-audit.yaml", inputs(["users.json", "consents.ndjson"]))
    try place.write("users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    try compare(place, ["--config", "relay-audit.yaml"])
    try FileManager.default.removeItem(at: place.path("consents.ndjson"))
    try compare(place, ["--config", "relay-audit.yaml"], asOf: "2026-11-21T06:00:00Z")
    #expect((try place.report("other")["gate"] as? [String: Any])?["outcome"] as? String == "incomplete")
    try place.write("relay-audit.yaml", inputs(["users.json", "nowhere.ndjson"]))
    try #require(try place.run("extract", "--as-of", Workplace.asOf, "--out", "records").status == 0)
    let outcome = try place.audit("--records", "records")
    #expect(outcome.status == 66 && outcome.errors.contains("relay-audit.yaml:3: there is no file"), "\(outcome)")
  }

  @Test func aSampleIsDrawnOfRecords() throws {
    let place = try extracted()
    let flags = ["--rule", "consent/apple-account", "--seed", "1", "--size", "2", "--as-of", Workplace.asOf]
    let drawn = try [["in"], ["--records", "records"]].map { try place.run(["sample"] + $0 + flags) }
    #expect(drawn[0].status == 0 && drawn[0].output == drawn[1].output, "\(drawn)")
  }

  /// A verdict about one person rests on no other's records: judged apart, people who share no name come to what they
  /// come to together.
  @Test(arguments: [".", "more/sign-ins-and-mail", "more/transfer"], [2, 5])
  func peopleWhoShareNoNameAreJudgedAlike(sample: String, count: Int) throws {
    let place = try Workplace()
    #expect(try place.run("demo", "sample", "--accounts", "10").status == 0)
    guard FileManager.default.fileExists(atPath: place.path("sample/\(sample)/relay-audit.yaml").path) else { return }
    let config = ["--config", "sample/\(sample)/relay-audit.yaml"]
    let extract = try place.run(["extract"] + config + ["--as-of", Workplace.asOf, "--out", "whole"])
    try #require(extract.status == 0, "\(extract)")
    func findings(_ folder: String) throws -> [String] {
      let outcome = try place.run(
        ["audit", "--records", folder] + config + Self.flags + ["--no-remember", "--pii", "full", "--out", "out"])
      try #require(outcome.status <= 2, "\(outcome)")
      return try place.findings("out").filter { $0.uid != nil }
        .map { "\($0.rule) \($0.uid ?? "") \($0.object ?? "") \($0.verdict) \($0.reason) \($0.id)" }
    }
    let whole = try findings("whole")
    #expect(whole.count > 3)
    var apart: [String] = []
    for (number, part) in try Extracts(place, "whole").parts(count).enumerated() {
      try part.write(place, "part-\(number)")
      apart += try findings("part-\(number)")
    }
    #expect(apart.sorted() == whole.sorted())
  }

  @Test func aLineSaysWhereARecordStandsAndWhoseItIs() throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: "+1 555 0101"), Sample.user("u2")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    let outcome = try place.run("extract", "in", "--as-of", Workplace.asOf, "--out", "records")
    #expect(outcome.status == 0 && outcome.output == "3 records of 2 sources in records\n", "\(outcome)")
    let records = try Extracts(place, "records").records
    #expect(records.map { $0["kind"] as? String } == ["consents", "accounts", "accounts"])
    #expect(records.map { $0["source"] as? Int } == [0, 1, 1])
    #expect(records.map { $0["number"] as? Int } == [1, 1, 2])
    let names = try records.map { Set(try #require($0["names"] as? [String])) }
    #expect(names[0].isSubset(of: names[1]) && names[0].isDisjoint(with: names[2]) && names[1].count > 3)
    #expect(names.joined().allSatisfy { $0.count == 16 && UInt64($0, radix: 16) != nil })
    for name in ["sources.json", "records.ndjson"] {
      let rights = try FileManager.default.attributesOfItem(atPath: place.path("records/\(name)").path)
      #expect(rights[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  // MARK: - What cannot be judged

  private func extracted() throws -> Workplace {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    try #require(try place.run("extract", "in", "--as-of", Workplace.asOf, "--out", "records").status == 0)
    return place
  }

  /// - Parameter change: of the lines.
  @Test(arguments: [
    (["{}"], "line 1 is no record"), (["[]"], "line 1 is no record"), (["{\"source\":0"], "line 1 cannot be read"),
    (["{\"line\":1,\"source\":0,\"number\":1,\"kind\":\"consents\",\"record\":{}}"], "line 1 is no record of its kind"),
    (["{\"line\":1,\"source\":0,\"number\":1,\"kind\":\"pigeons\",\"record\":{}}"], "line 1 is no record of its kind"),
    (["{\"line\":1,\"source\":-1,\"number\":1,\"kind\":\"consents\",\"record\":{}}"], "line 1 is no record"),
    (["{\"line\":1,\"source\":0,\"number\":1,\"kind\":\"accounts\",\"record\":{}}"], "line 1 is no account"),
    (
      [
        #"{"line":1,"source":0,"number":1,"kind":"accounts","record":{"uid":"u","createdAt":-9223372036854775808}}"#
      ], "line 1 is no account"
    ),
    (
      [
        #"{"line":1,"source":0,"number":1,"kind":"account-deletions","#
          + #""record":{"deletedAt":9223372036854775807,"detail":{},"subject":{"uid":"u"}}}"#
      ], "line 1 is no record of its kind"
    ),
    ([""], "line 1 is too long or empty"),
  ])
  func aLineThatIsNoRecordEndsTheRun(change: [String], problem: String) throws {
    let place = try extracted()
    var extracts = try Extracts(place, "records")
    extracts.lines.replaceSubrange(0..<1, with: change)
    try extracts.write(place, "records")
    try expectRefused(place, problem)
  }

  @Test func missingAndFurtherLinesEndTheRun() throws {
    let place = try extracted()
    let whole = try Extracts(place, "records")
    var changed = whole
    changed.lines.removeLast()
    try changed.write(place, "records")
    try expectRefused(place, "line 3 is missing: the file ends before it")
    changed.lines = whole.lines + whole.lines.suffix(1)
    try changed.write(place, "records")
    try expectRefused(place, "line 4 belongs to no source")
    changed.lines = whole.lines
    changed.lines.swapAt(1, 2)
    try changed.write(place, "records")
    try expectRefused(place, "line 3 comes after a later one")
    changed.lines = [whole.lines[0], whole.lines[1], whole.lines[2].dropLast(9) + ""]
    try changed.write(place, "records")
    try expectRefused(place, "line 3 cannot be read")
  }

  private func expectRefused(_ place: Workplace, _ problem: String) throws {
    let outcome = try place.audit("--records", "records")
    #expect(outcome.status == 65 && outcome.errors.contains("records/records.ndjson: \(problem)"), "\(outcome)")
    #expect(outcome.errors.contains("relay-audit extract") && !outcome.errors.contains("u1"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: place.path("reports/out/report.json").path))
  }

  @Test func aFolderOfAnotherVersionIsRefused() throws {
    let place = try extracted()
    var extracts = try Extracts(place, "records")
    extracts.sources["tool"] = "0.0.1"
    try extracts.write(place, "records")
    var outcome = try place.audit("--records", "records")
    #expect(outcome.status == 65 && outcome.errors.contains("written by version 0.0.1"), "\(outcome)")
    try place.write("records/sources.json", "{}")
    outcome = try place.audit("--records", "records")
    #expect(outcome.status == 65 && outcome.errors.contains("was not written by"), "\(outcome)")
    outcome = try place.audit("--records", "in")
    #expect(outcome.status == 66 && outcome.errors.contains("in/sources.json is not there"), "\(outcome)")
  }

  /// Numbers that `extract` never writes, with which arithmetic would overflow.
  @Test(
    arguments: ["lines", "ordinal", "capturedAt"]
      + [
        "bytes", "records", "rejected", "duplicates", "skipped", "firstTime", "lastTime", "capture.time",
      ].map { "summary.\($0)" }, [-1 << 62, Int.max])
  func numbersThatNoSourceHasAreRefused(path: String, number: Int) throws {
    let place = try extracted()
    var extracts = try Extracts(place, "records")
    var all = try #require(extracts.sources["inReadingOrder"] as? [[String: Any]])
    func set(_ keys: ArraySlice<String>, in object: [String: Any]) -> [String: Any] {
      var object = object
      guard let key = keys.first else { return object }
      object[key] = keys.count == 1 ? number : set(keys.dropFirst(), in: object[key] as? [String: Any] ?? [:])
      return object
    }
    all[0] = set(path.split(separator: ".").map(String.init)[...], in: all[0])
    extracts.sources["inReadingOrder"] = all
    try extracts.write(place, "records")
    let outcome = try place.audit("--records", "records")
    #expect(outcome.status == 65 && outcome.errors.contains("records/sources.json is damaged"), "\(outcome)")
  }

  @Test func recordsTakeThePlaceOfInputs() throws {
    let place = try extracted()
    for flags in [["in"], ["--input", "consents=in/consents.ndjson"], ["--captured-at", Workplace.asOf]] {
      let outcome = try place.run(["audit", "--records", "records"] + flags)
      #expect(outcome.status == 64 && outcome.errors.contains("--records takes the place of inputs"), "\(outcome)")
    }
    // The configuration's inputs were read when the folder was written.
    try place.write("relay-audit.yaml", "inputs:\n  - path: nowhere.json\n")
    let outcome = try place.audit("--records", "records")
    #expect(outcome.status <= 2 && outcome.errors.contains("another configuration"), "\(outcome)")
  }

  @Test func reportsAreNotReplacedByRecords() throws {
    let place = try extracted()
    let outcome = try place.run("extract", "in", "--out", "reports/out")
    #expect(outcome.status == 64 && outcome.errors.contains("the folder of reports"), "\(outcome)")
    // Nor by those of another configuration, which cannot tell where this one's reports are.
    #expect(try place.audit("in", "--out", "elsewhere").status <= 2)
    let report = try place.text("elsewhere/report.json")
    let second = try place.run("extract", "in", "--as-of", Workplace.asOf, "--out", "elsewhere")
    #expect(second.status == 64 && second.errors.contains("holds reports of an audit"), "\(second)")
    #expect(try place.text("elsewhere/report.json") == report)
  }

  /// Written anew, a folder has the new records alone; where that fails, the old ones.
  @Test func aFolderIsReplacedAsAWhole() throws {
    let place = try extracted()
    let before = try place.text("records/records.ndjson")
    #expect(try place.run("extract", "nowhere", "--out", "records").status == 66)
    #expect(try place.text("records/records.ndjson") == before)
    try place.write("in/users.json", Sample.export(Sample.user("u9")))
    #expect(try place.run("extract", "in", "--as-of", Workplace.asOf, "--out", "records").status == 0)
    #expect(try Extracts(place, "records").lines.count == 2)
    // It is no input of itself.
    #expect(try place.run("extract", ".", "--as-of", Workplace.asOf, "--out", "records").status == 0)
    #expect(try Extracts(place, "records").lines.count == 2)
  }
}
