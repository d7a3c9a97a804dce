import Foundation
import Testing

/// A folder that holds a configuration is audited by it (docs/contract.md, section 4).
@Suite struct FolderConfigurationTests {
  private let consent = Sample.consent("u1", "sms_login", "2026-01-01T00:00:00Z")

  private func write(_ place: Workplace, _ folder: String, project: String, purpose: String = "sms_login") throws {
    try place.write("\(folder)/users.json", Sample.export(Sample.user("u1", phone: "+15550101")))
    try place.write("\(folder)/consents.ndjson", consent)
    try place.write(
      "\(folder)/relay-audit.yaml", "project: \(project)\nconsent: {purposes: {phone: [\(purpose)]}}\n")
  }

  private func project(_ place: Workplace, _ folder: String) throws -> String? {
    (try place.report(folder + "/reports/out")["run"] as? [String: Any])?["project"] as? String
  }

  @Test func isAsIfItHadBeenNamed() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    for folder in ["p/", "./p", "p"] {
      let outcome = try place.audit(folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    }
    // Its paths are beside it.
    #expect(try project(place, "p") == "mine")
    #expect(FileManager.default.fileExists(atPath: place.path("p/.relay-audit/audit.sqlite").path))
    #expect(!FileManager.default.fileExists(atPath: place.path(".relay-audit").path))
    let found = try place.report("p/reports/out")["sources"] as? [[String: Any]]
    try place.run("audit", "p", "--config", "p/relay-audit.yaml", "--as-of", Workplace.asOf)
    let named = try place.report("p/reports/out")["sources"] as? [[String: Any]]
    #expect(found?.compactMap { $0["path"] as? String } == named?.compactMap { $0["path"] as? String })
    #expect(found?.count == 2)
    #expect(try place.run("inspect", "p").output.contains("relay-audit.yaml") == false)
  }

  /// Also where the command line names another folder for this run.
  @Test func itsReportsAreNoInput() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    #expect(try place.audit("p").status == 0)
    let outcome = try place.audit("p", "--out", "elsewhere", "--no-remember")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect((try place.report("elsewhere")["sources"] as? [[String: Any]])?.count == 2)
  }

  @Test func winsOverThatOfTheWorkingFolder() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    try place.write("relay-audit.yaml", "project: other\n")
    let outcome = try place.audit("p")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "the configuration is p/relay-audit.yaml; relay-audit.yaml in the working folder is ignored"))
    #expect(try project(place, "p") == "mine")
    // A file is no folder.
    #expect(try place.audit("p/users.json", "p/consents.ndjson").status == 1)
    #expect(try project(place, ".") == "other")
  }

  /// Where all of them hold a configuration, nothing is left to audit.
  @Test func foldersOfOtherAuditsAreNamed() throws {
    let place = try Workplace()
    try place.write("in/empty/.keep", "")
    let none = try place.audit("in")
    #expect(none.status == 66 && none.errors.contains("there are no files in in\n"), "\(none)")
    try write(place, "in/p", project: "mine")
    let one = try place.audit("in")
    #expect(one.status == 66, "\(one)")
    #expect(one.errors.contains("in/p has a relay-audit.yaml of its own; audit it separately"), "\(one)")
    try write(place, "in/q", project: "yours")
    for command in ["audit", "inspect"] {
      let both = try place.run(command, "in")
      #expect(both.status == 66, "\(both)")
      #expect(
        both.errors.contains("in/p, in/q have a relay-audit.yaml of their own; audit each of them separately"),
        "\(both)")
    }
  }

  @Test func theWorkingFolderIsTheSameEitherWay() throws {
    let place = try Workplace()
    try write(place, ".", project: "mine")
    let outcome = try place.audit(".")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try project(place, ".") == "mine")
  }

  @Test func aNamedConfigurationWins() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    try place.write("other.yaml", "project: other\nconsent: {purposes: {phone: [sms_login]}}\n")
    let outcome = try place.audit("p", "--config", "other.yaml")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("warning: p/relay-audit.yaml is ignored, because --config names other.yaml"))
    #expect(!outcome.errors.contains("not recognised"))
    #expect(try project(place, ".") == "other")
  }

  @Test func twoAreAUsageErrorThatNamesBoth() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    try write(place, "q", project: "yours")
    for command in ["audit", "inspect"] {
      let outcome = try place.run(command, "p", "q")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("p/relay-audit.yaml and q/relay-audit.yaml"), "\(outcome.errors)")
    }
    #expect(try place.audit("p", "p/").status == 0)
    #expect(try place.audit("p", "q", "--config", "p/relay-audit.yaml").status == 0)
  }

  @Test func foldersBelowWithOneOfTheirOwnAreLeftOut() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    try write(place, "p/more/other", project: "yours")
    try place.write("p/more/extra.json", Sample.export(Sample.user("u2")))
    for arguments in [["p"], ["p", "--config", "p/relay-audit.yaml"]] {
      let outcome = try place.run(["audit", "--as-of", Workplace.asOf] + arguments)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.errors.contains("p/more/other is left out: it has a relay-audit.yaml of its own"))
      let sources = try #require(try place.report("p/reports/out")["sources"] as? [[String: Any]])
      #expect(
        sources.compactMap { $0["path"] as? String } == ["p/consents.ndjson", "p/more/extra.json", "p/users.json"])
    }
    let inspected = try place.run("inspect", "p")
    #expect(inspected.output.contains("p/more/other\n  not read   it has a relay-audit.yaml of its own"))
    #expect(inspected.errors.contains("p/more/other is left out"))
  }

  @Test func aMistakeInItIsNamedWithItsPlace() throws {
    let place = try Workplace()
    try write(place, "p", project: "mine")
    try place.write("p/relay-audit.yaml", "project: a\nprojct: b\n")
    let outcome = try place.audit("p")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("p/relay-audit.yaml:2: unknown key `projct`"))
  }

  @Test func theDemoIsAuditedByItsFolder() throws {
    let place = try Workplace()
    try place.run("demo", "sample")
    #expect(try place.audit("sample").status == 1)
    let truth = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: place.path("sample/ground-truth.json"))) as? [String: Any]
    )
    let expected = try #require(truth["findings"] as? [[String: Any]])
    #expect(try place.findings("sample/reports").count == expected.count)
  }
}
