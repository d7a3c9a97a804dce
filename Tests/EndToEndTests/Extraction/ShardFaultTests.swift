import Foundation
import Testing

/// What is missing, there twice, cut off or of another run ends `merge`, and leaves the store and the reports as they
/// were.
@Suite struct ShardFaultTests {
  private let place: Workplace
  private let shards: Shards

  init() throws {
    place = try Workplace()
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: "+15550101"), Sample.user("u2"), Sample.user("u3")))
    try place.write("in/consents.ndjson", Sample.consent("u1", "link:phone", "2026-01-01T00:00:00Z"))
    shards = Shards(place: place, count: 2, inputs: ["in", "--as-of", Workplace.asOf])
    try shards.extract()
    try shards.divide()
  }

  private func lines(_ file: String) throws -> [String] {
    try place.text(file).split(separator: "\n").map { $0 + "\n" }
  }

  private func expectRefused(_ outcome: Workplace.Outcome, _ problem: String) {
    #expect(outcome.status == 65 && outcome.errors.contains(problem), "\(outcome)")
    #expect(!outcome.errors.contains("u1") && !outcome.errors.contains("15550101"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: place.path("shards/report.json").path))
  }

  /// - Returns: how the addition of the counts ended.
  private func count() throws -> Workplace.Outcome {
    for shard in 0..<2 {
      let outcome = try place.run(shards.arguments(shard, ["--counts"], to: shards.part(shard, "counts")))
      guard outcome.status == 0 else { return outcome }
    }
    return try shards.merge("counts", ["--counts"])
  }

  @Test func aLineThatIsMissingOrTwiceIsFoundOut() throws {
    let whole = try (0..<2).map { try lines(shards.lines($0)) }
    #expect(whole.allSatisfy { !$0.isEmpty })
    try place.write(shards.lines(0), whole[0].dropLast().joined())
    expectRefused(try count(), "the shards read 3 lines of records, and the extract has 4")
    func inOrder(_ lines: [String]) -> String {
      lines.sorted { $0.localizedStandardCompare($1) == .orderedAscending }.joined()
    }
    try place.write(shards.lines(0), inOrder(whole[0] + whole[1].suffix(1)))
    expectRefused(try count(), "the shards read 5 lines of records, and the extract has 4")
    // As many, and not the same.
    try place.write(shards.lines(0), inOrder(whole[0].dropLast() + whole[1].suffix(1)))
    expectRefused(try count(), "and the extract has 4, but not the same lines")
    #expect(whole[0].count > 1)
    try place.write(shards.lines(0), whole[0].reversed().joined())
    expectRefused(try count(), "comes after a later one")
    try place.write(shards.lines(0), whole[0].joined() + "{}\n")
    expectRefused(try count(), "is no record")
    try place.write(shards.lines(0), whole[0].joined())
    #expect(try count().status == 0)
  }

  @Test func aPartThatIsNotWholeIsFoundOut() throws {
    try shards.judge()
    let part = shards.part(0, "part")
    let whole = try lines(part)
    let last = String(whole[whole.count - 1].dropLast(9))
    let changes: [([String], String)] = [
      (Array(whole.dropLast()), "is missing: the part is cut off"),
      (Array(whole.dropLast(2)) + whole.suffix(1), "lacks lines"), (whole + whole.suffix(1), "comes behind the end"),
      (Array(whole.dropFirst()), "is not the first of a part"), (Array(whole.dropLast()) + [last], "is cut off"),
      ([], "is not the first of a part"), (["{}\n"], "is no line of a part"),
    ]
    for (change, problem) in changes {
      try place.write(part, change.joined())
      expectRefused(try shards.merge(), problem)
    }
    try place.write(part, whole.joined())
    #expect(try shards.merge().status <= 2)
  }

  @Test func partsOfSomethingElseAreFoundOut() throws {
    try shards.judge()
    let flags = ["--records", "run", "--sums", "run/sums.json", "--store", "shards.sqlite", "--out", "shards"]
    let (first, second) = (shards.part(0, "part"), shards.part(1, "part"))
    expectRefused(try place.run(["merge", first, first] + flags), "are both of shard 0")
    expectRefused(try place.run(["merge", first] + flags), "one of 2, and 1 are named")
    expectRefused(try place.run(["merge", first, shards.part(1, "counts")] + flags), "of counts")
    try place.write("other.yaml", "project: other\n")
    expectRefused(try place.run(["merge", first, second, "--config", "other.yaml"] + flags), "another configuration")
    try place.write("waivers.yaml", "waivers: []\n")
    expectRefused(try place.run(["merge", first, second, "--waivers", "waivers.yaml"] + flags), "other waivers")
    let sums = try place.text("run/sums.json")
    try place.write("run/sums.json", sums + " ")
    expectRefused(try shards.merge(), "judged by other sums")
    try place.write("run/sums.json", sums)
    // Of the same files, extracted again.
    try shards.extract()
    expectRefused(try shards.merge(), "of another extract")
  }

  /// By either, a shard and `merge` would mean different persons, or different evidence that is missing.
  @Test func commandsOfOtherProjectsAndRequirementsAreFoundOut() throws {
    try shards.judge()
    expectRefused(
      try shards.merge("part", ["--project", "other"]), "has the state of no project, and this is project other")
    expectRefused(try shards.merge("part", ["--require", "none"]), "judged with --require auto")
    let part = shards.part(0, "other")
    for flags in [["--project", "other"], ["--require", "none"]] {
      let outcome = try place.run(shards.arguments(0, ["--sums", "run/sums.json"] + flags, to: part))
      #expect(outcome.status == 65, "\(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path(part).path))
    #expect(try shards.merge().status <= 2)
  }

  /// As many lines, and other bytes.
  @Test func aPartThatWasChangedIsFoundOut() throws {
    try shards.judge()
    let part = shards.part(0, "part")
    let text = try place.text(part)
    let changed = text.replacing("\"anonymityUnknown\":0", with: "\"anonymityUnknown\":7")
    try #require(changed != text)
    try place.write(part, changed)
    expectRefused(try shards.merge(), "was changed after it was written")
  }

  @Test func aFileThatIsSomethingElseIsNotReplaced() throws {
    try shards.judge()
    let files = ["run/sources.json", shards.lines(0), "run/sums.json", "in/users.json"]
    for file in files {
      let before = try place.text(file)
      let outcome = try place.run(shards.arguments(0, ["--counts"], to: file))
      #expect(
        outcome.status == 64 && outcome.errors.contains("already exists and is not a part"), "\(file): \(outcome)")
      #expect(try place.text(file) == before)
    }
    let counts = shards.part(0, "counts")
    let sums = try place.run(
      ["merge"] + shards.parts("counts") + ["--records", "run", "--sums", counts, "--counts"])
    #expect(sums.status == 64 && sums.errors.contains("is not a file of sums"), "\(sums)")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link").path, withDestinationPath: "/nonexistent/part")
    #expect(try place.run(shards.arguments(0, ["--counts"], to: "link")).status == 64)
  }

  /// Parts have personal data, whatever was there before.
  @Test func partsAreTheirOwnersAlone() throws {
    let part = shards.part(0, "counts")
    try place.write(part, "")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: place.path(part).path)
    #expect(try count().status == 0)
    for file in [part, "run/sums.json"] {
      let rights = try FileManager.default.attributesOfItem(atPath: place.path(file).path)
      #expect(rights[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    try FileManager.default.createDirectory(at: place.path("open"), withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path("open").path)
    let open = try place.run(shards.arguments(0, ["--counts"], to: "open/part"))
    #expect(open.status == 73 && open.errors.contains("everybody may replace the files"), "\(open)")
  }

  @Test func theFolderOfRecordsIsNoPlaceForReportsOrTheStore() throws {
    try shards.judge()
    let run = place.path("run").path
    let files = try Set(FileManager.default.contentsOfDirectory(atPath: run))
    for (flags, words) in [
      (["--out", "./run"], "is the folder of records"), (["--store", "run/skeleton.sqlite"], "is part of an extract"),
    ] {
      for outcome in [try shards.merge("part", flags), try place.run(["audit", "--records", "run"] + flags)] {
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome)")
      }
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: run)) == files)
  }

  @Test func whatIsNotThereIsNamed() throws {
    try shards.judge()
    let folder = try place.run("merge", shards.part(0, "part"), "run", "--records", "run", "--sums", "run/sums.json")
    #expect(folder.status == 66 && folder.errors.contains("run cannot be read"), "\(folder)")
    for lines in ["nowhere", "in"] {
      var arguments = shards.arguments(0, ["--counts"], to: "p")
      arguments[4] = lines
      let outcome = try place.run(arguments)
      #expect(outcome.status == 66 && outcome.errors.contains("\(lines) is not there"), "\(outcome)")
    }
  }

  @Test func aSkeletonOfAnotherExtractIsRefused() throws {
    let path = place.path("run/skeleton.sqlite")
    // As another extract's: a store that can be read, with other bytes.
    try (Data(contentsOf: path) + Data(count: 4096)).write(to: path)
    let outcome = try place.run(shards.arguments(0, ["--counts"], to: "p"))
    #expect(outcome.status == 65 && outcome.errors.contains("skeleton.sqlite is not the one"), "\(outcome)")
  }

  @Test func aStoreThatHasChangedIsFoundOut() throws {
    try shards.judge()
    #expect(try shards.merge().status <= 2)
    let reports = try place.text("shards/report.json")
    let verified = try place.run("verify", "--store", "shards.sqlite")
    #expect(verified.status == 0, "\(verified)")
    let again = try shards.merge()
    #expect(again.status == 65 && again.errors.contains("the store has changed since"), "\(again)")
    #expect(try place.text("shards/report.json") == reports)
    #expect(
      try place.run("history", "--store", "shards.sqlite", "--json").output.components(separatedBy: "\"id\"").count == 2
    )
  }

  @Test func anotherStoreThanTheExtractsIsNotMade() throws {
    try shards.judge()
    #expect(try shards.merge().status <= 2)
    try shards.extract()
    try shards.divide()
    try shards.judge()
    let outcome = try shards.merge("part", ["--store", "other/audit.sqlite"])
    #expect(outcome.status == 66 && outcome.errors.contains("the store other/audit.sqlite is not there"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: place.path("other").path))
  }

  /// A person's lines in two shards: the store would have one account twice.
  @Test func personsWhoAreTornApartAreFoundOut() throws {
    try shards.judge()
    #expect(try shards.merge().status <= 2)
    try place.write("in/users.json", Sample.export(Sample.user("u1"), Sample.user("u2"), Sample.user("u3")))
    try shards.extract()
    // All state here, all records there.
    try place.write(shards.lines(0), try place.text("run/state.ndjson"))
    try place.write(shards.lines(1), try place.text("run/records.ndjson"))
    try shards.judge()
    let outcome = try shards.merge()
    #expect(outcome.status == 65, "\(outcome)")
  }

  @Test func linesMayComeByStandardInput() throws {
    for (round, name) in [(["--counts"], "counts"), (["--sums", "run/sums.json"], "part")] {
      for shard in 0..<2 {
        var arguments = shards.arguments(shard, round, to: shards.part(shard, name))
        arguments[4] = "-"
        let lines = Data(try place.text(shards.lines(shard)).utf8)
        let outcome = try place.run(arguments, input: lines)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("shard \(shard) of 2: "), "\(outcome)")
      }
      #expect(try shards.merge(name, name == "counts" ? ["--counts"] : []).status <= 2)
    }
    let rights = try FileManager.default.attributesOfItem(atPath: place.path(shards.part(0, "part")).path)
    #expect(rights[.posixPermissions] as? Int == 0o600)
  }

  /// Nothing lasts yet that a signal would have to wait for: then it ends the process within a second, not five.
  @Test func aSignalEndsAShardThatWaitsForItsLines() throws {
    var arguments = shards.arguments(0, ["--counts"], to: shards.part(0, "counts"))
    arguments[4] = "-"
    let outcome = try place.run(
      [
        "-c", "mkfifo lines; exec timeout --preserve-status --kill-after 4 2 \"$0\" \"$@\" <>lines",
        Workplace.program.path,
      ] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.status == 143, "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: place.path(shards.part(0, "counts")).path))
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    let calls: [([String], String)] = [
      (["audit", "--shard", "x", "--shard-number", "0/2", "--part", "p", "--counts"], "--shard needs --records"),
      (["audit", "--records", "run", "--shard", "x"], "--shard needs --shard-number and --part"),
      (["audit", "--records", "run", "--shard", "x", "--shard-number", "2/2", "--part", "p", "--counts"], "2/2"),
      (
        ["audit", "--records", "run", "--shard", "x", "--shard-number", "0/2", "--part", "p"],
        "either --counts or --sums"
      ),
      (["audit", "--records", "run", "--counts"], "--counts and --sums need --shard"),
      (["audit", "in", "--sums", "s"], "--counts and --sums need --shard"),
      (
        [
          "audit", "--records", "run", "--shard", "x", "--shard-number", "0/2", "--part", "p", "--counts", "--views",
          "v",
        ], "--views is not for shards"
      ),
      (["merge", "--records", "run", "--sums", "s"], "<part>"), (["merge", "p", "--sums", "s"], "--records"),
      (["merge", "p", "--records", "run"], "--sums"),
      (["merge", "p", "--records", "run", "--sums", "s", "--views", "v"], "--views"),
      (["sample", "in", "--rule", "r", "--size", "1", "--seed", "s", "--shard", "x"], "--shard"),
    ]
    for (arguments, words) in calls {
      let outcome = try place.run(arguments)
      #expect(outcome.status == 64 && outcome.errors.contains(words), "\(arguments): \(outcome)")
    }
    let outcome = try place.run("merge", "p", "--records", "run", "--sums", "s")
    #expect(outcome.status == 66 && outcome.errors.contains("s is not there"), "\(outcome)")
    try #require(try place.run("extract", "in", "--out", "plain").status == 0)
    let plain = try place.run(
      "audit", "--records", "plain", "--shard", "x", "--shard-number", "0/1", "--part", "p", "--counts")
    #expect(plain.status == 66 && plain.errors.contains("extract --for-shards"), "\(plain)")
  }

  /// Such a night rests on reports of nights between, which no shard has.
  @Test func aNightBeforeTheLastIsNotCut() throws {
    for asOf in ["2026-11-20T06:00:00Z", "2026-11-22T06:00:00Z"] {
      #expect(try place.run("audit", "in", "--as-of", asOf, "--store", "shards.sqlite").status <= 2)
    }
    let outcome = try place.run(
      "extract", "in", "--for-shards", "--as-of", "2026-11-21T06:00:00Z", "--store", "shards.sqlite", "--out", "run")
    #expect(outcome.status == 64 && outcome.errors.contains("without shards"), "\(outcome)")
  }
}
