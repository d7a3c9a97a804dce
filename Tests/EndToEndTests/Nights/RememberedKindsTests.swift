import Foundation
import Testing

/// Each kind of evidence over nights that show only a part of it: the verdicts are those of all that was ever shown.
@Suite struct RememberedKindsTests {
  @Test(arguments: KindStory.all) func wholeTablesEveryNight(story: KindStory) throws {
    let nights = try Nights()
    for day in 6...8 {
      let night = try nights.night(day, story.files(day == 6 ? story.first : story.whole))
      night.expect(story.expected, "day \(day)")
      #expect(night.isComplete, "day \(day): \(night.reasons)")
    }
  }

  @Test(arguments: KindStory.all) func windowsAndRotatedLogs(story: KindStory) throws {
    let nights = try Nights()
    for (day, text) in [(6, story.first), (7, story.second), (8, story.second), (9, story.empty)] {
      let night = try nights.night(day, story.files(text))
      night.expect(story.expected, "day \(day)")
      #expect(night.isComplete, "day \(day): \(night.reasons)")
      if day > 6 { #expect(night.resolved.allSatisfy { $0.rule.hasPrefix("evidence/") }, "\(night.resolved)") }
    }
  }

  @Test(arguments: KindStory.all) func aFileThatIsMissing(story: KindStory) throws {
    let nights = try Nights()
    let first = try nights.night(6, story.files(story.first))
    for day in 7...8 {
      let missing = try nights.night(day, story.files(nil))
      missing.expect(story.expected, "day \(day)")
      #expect(missing.status == 2)
      #expect(missing.reasons.contains(story.kind), "\(missing.reasons)")
      #expect(missing.resolved.allSatisfy { $0.rule.hasPrefix("evidence/") }, "\(missing.resolved)")
      #expect(missing.findings.allSatisfy { $0.state != "new" || !story.expected.keys.contains($0.rule) })
    }
    let back = try nights.night(9, story.files(story.second))
    back.expect(story.expected)
    #expect(back.isComplete, "\(back.reasons)")
    #expect(Set(back.findings.map(\.id)).isSuperset(of: first.findings.filter { $0.verdict == "fail" }.map(\.id)))
  }

  @Test(arguments: KindStory.all) func aFileThatIsEmpty(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let empty = try nights.night(7, story.files(story.empty))
    empty.expect(story.expected)
    #expect(empty.isComplete, "\(empty.reasons)")
    let back = try nights.night(8, story.files(story.second))
    back.expect(story.expected)
    #expect(back.isComplete, "\(back.reasons)")
  }

  @Test(arguments: KindStory.all) func aFileThatIsRejected(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let rejected = try nights.night(7, story.files(story.damaged))
    rejected.expect(story.expected)
    #expect(rejected.status == 2)
    #expect(rejected.resolved.allSatisfy { $0.rule.hasPrefix("evidence/") }, "\(rejected.resolved)")
    let back = try nights.night(8, story.files(story.second))
    back.expect(story.expected)
    #expect(back.isComplete, "\(back.reasons)")
  }

  @Test(arguments: KindStory.all) func theSameNightTwice(story: KindStory) throws {
    let nights = try Nights()
    let once = try nights.night(6, story.files(story.whole), failOn: "low")
    let twice = try nights.night(6, story.files(story.whole), failOn: "low", flags: ["--gate", "new"])
    twice.expect(story.expected)
    #expect(twice.findings.map(\.id) == once.findings.map(\.id))
    // The second run has a history, which the rule of orphans asks for.
    let says = { (night: Night) in night.findings.filter { $0.rule != "evidence/orphans" }.map(\.says) }
    #expect(says(twice) == says(once))
    #expect(twice.findings.allSatisfy { $0.state == "existing" })
    #expect(twice.resolved.isEmpty)
    #expect(twice.status == once.status)
  }

  /// The record is read again, in the same file, in another one, and with details that its first copy did not have.
  @Test(arguments: KindStory.all) func whatIsReadTwiceCountsOnce(story: KindStory) throws {
    let nights = try Nights()
    let detailed = story.first.replacing("}\n", with: ",\"exported_by\":\"a later tool\"}\n")
    try nights.night(6, story.files(story.first))
    for (day, text) in [(7, story.first), (8, detailed), (9, story.first + detailed)] {
      var files = story.files(text)
      files["more-\(story.file)"] = story.first
      let night = try nights.night(day, files)
      night.expect(story.expected, "day \(day)")
      #expect(night.isComplete, "day \(day): \(night.reasons)")
    }
  }

  /// What was wrong on the night before is right with what came late.
  @Test(arguments: KindStory.all) func evidenceThatComesLate(story: KindStory) throws {
    let nights = try Nights()
    let before = try nights.night(7, story.files(story.second))
    before.expect(story.unknowing)
    let after = try nights.night(8, story.files(story.whole))
    after.expect(story.expected)
    for (rule, verdicts) in story.expected {
      for (uid, verdict) in verdicts where verdict == "pass" {
        guard let finding = before.finding(rule, uid) else { continue }
        #expect(after.resolved.contains { $0.id == finding.id && $0.cause == "passed" }, "\(rule) \(uid)")
      }
    }
  }

  /// The older night's files are audited after those of the next one, on a later day.
  @Test(arguments: KindStory.all) func aNightThatIsAuditedLate(story: KindStory) throws {
    let nights = try Nights()
    let newer = try nights.night(7, story.files(story.second))
    newer.expect(story.unknowing)
    let older = try nights.night(8, captured: 6, story.files(story.first))
    older.expect(story.expected)
    let next = try nights.night(9, story.files(story.second))
    next.expect(story.expected)
    #expect(next.previousRun == newer.run)
  }

  /// The same, with the time of audit that the older night would have had.
  @Test(arguments: KindStory.all) func aNightThatIsAuditedOutOfOrder(story: KindStory) throws {
    let nights = try Nights()
    let newer = try nights.night(7, story.files(story.second))
    try nights.night(6, story.files(story.first)).expect(story.expected)
    let next = try nights.night(8, story.files(story.second))
    next.expect(story.expected)
    #expect(next.previousRun == newer.run)
  }

  @Test(arguments: KindStory.all) func aRunThatIsWithdrawn(story: KindStory) throws {
    let nights = try Nights()
    let first = try nights.night(6, story.files(story.second))
    try nights.night(7, story.files(story.whole)).expect(story.expected)
    let outcome = try nights.run("history", "--withdraw", "last", "--reason", "The export was another project's.")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let next = try nights.night(8, story.files(story.second))
    next.expect(story.unknowing)
    #expect(next.previousRun == first.run)
  }

  @Test(arguments: KindStory.all) func aRunThatLeavesNothingBehind(story: KindStory) throws {
    let nights = try Nights()
    let first = try nights.night(6, story.files(story.second))
    let store = try nights.store
    try nights.night(7, story.files(story.whole), flags: ["--no-remember"]).expect(story.expected)
    #expect(try nights.store == store)
    let next = try nights.night(8, story.files(story.second))
    next.expect(story.unknowing)
    #expect(next.previousRun == first.run)
  }

  @Test(arguments: KindStory.all) func tonightAlone(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.first), config: "history: {remember: 0}\n").expect(story.expected)
    try nights.night(7, story.files(story.second), config: "history: {remember: 0}\n").expect(story.unknowing)
  }

  /// The same uids in the same store, but another project.
  @Test(arguments: KindStory.all) func anotherProjectsEvidence(story: KindStory) throws {
    let nights = try Nights()
    try nights.night(6, story.files(story.whole))
    let other = try Nights(project: "other", place: nights.place)
    let night = try other.night(7, story.files(story.second))
    night.expect(story.unknowing)
    #expect(night.output.contains("other"), "a project that the store did not know is named")
    try nights.night(8, story.files(story.second)).expect(story.expected)
  }

  /// A misspelt project knows nothing, and says so; renamed, it is what it should have been.
  @Test func aProjectThatWasMisspelt() throws {
    let story = KindStory.revocations
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let misspelt = try Nights(project: "appp", place: nights.place)
    let night = try misspelt.night(7, story.files(story.second))
    night.expect(story.unknowing)
    #expect(night.output.contains("appp"))
    #expect(try nights.run("history", "--rename", "appp", "app").status == 0)
    try nights.night(8, story.files(story.empty)).expect(story.expected)
  }

  /// A night under the old name would take the findings of the renamed runs.
  @Test func aNameThatWasGivenUpIsNoProject() throws {
    let story = KindStory.revocations
    let nights = try Nights(project: "ap")
    try nights.night(6, story.files(story.first))
    for (old, new) in [("ap", "app"), ("app", "application")] {
      #expect(try nights.run("history", "--rename", old, new).status == 0)
    }
    let before = try nights.store
    for project in ["ap", "app"] {
      let refused = try nights.place.run(
        "audit", "in", "--as-of", time(7, 6), "--project", project, "--store", ".relay-audit/audit.sqlite")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("the project `\(project)` was renamed to `application`"), "\(refused.errors)")
    }
    #expect(try nights.store == before)
    #expect(try nights.run("history", "--rename", "application", "ap").status == 0)
    #expect(try nights.run("verify").status == 0)
    try nights.night(8, story.files(story.second))
    #expect(try nights.run("verify").status == 0)
  }

  /// Both projects read the same files, so each has the records.
  @Test(arguments: ["1", "2"]) func aRunIsWithdrawnFromProjectsThatWereJoined(run: String) throws {
    let story = KindStory.revocations
    let nights = try Nights()
    try nights.night(6, story.files(story.first))
    let misspelt = try Nights(project: "appp", place: nights.place)
    try misspelt.night(7, story.files(story.first))
    #expect(try nights.run("history", "--rename", "appp", "app").status == 0)
    #expect(try nights.run("history", "--withdraw", run, "--reason", "misspelt").status == 0)
    // What the other run read is still known.
    let night = try nights.night(8, story.files(story.empty))
    #expect(night.findings.contains { $0.rule == "deletion/token-revoked" })
  }
}
