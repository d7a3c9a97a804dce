import Foundation
import Testing

/// A kind of evidence that was ever there, on nights without it.
@Suite struct KindContinuityTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let mail =
    "{\"recipient\":\"u1@privaterelay.appleid.com\",\"sender\":\"noreply@my-app.firebaseapp.com\",\"at\":\"2026-11-10T00:00:00Z\"}\n"
  private static let entry = """
    {"logName":"projects/p/logs/app","timestamp":"2026-11-10T00:00:01Z","insertId":"a","jsonPayload":\
    {"uid":"u1","url":"https://appleid.apple.com/auth/revoke","status_code":200}}

    """

  @discardableResult
  private func night(_ day: Int, _ files: [String: String], config: String = "") throws -> Workplace.Outcome {
    try? FileManager.default.removeItem(at: place.path("in"))
    let time = "2026-11-\(day)T05:00:00Z"
    try place.write("in/users.json", Sample.export(Sample.user("u1")), at: time)
    for (name, text) in files { try place.write("in/\(name)", text, at: time) }
    try place.write("relay-audit.yaml", config)
    return try place.run("audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--fail-on", "critical")
  }

  @Test func aLostKindIsNamedEveryNight() throws {
    let config = "rules: {disable: [relay/unregistered-sender, relay/mail-after-disable]}\n"
    #expect(try night(10, ["mail.ndjson": Self.mail], config: config).status == 0)
    for day in 11...12 {
      let lost = try night(day, [:], config: config)
      #expect(lost.status == 2)
      #expect(
        lost.output.contains("`mail` was supplied. The last run that had one was run 1 of 10 November 2026, 06:00 UTC"),
        "\(lost.output)")
    }
    #expect(try night(13, [:], config: "gate: {require: none}\n" + config).status == 0)
    #expect(try night(13, [:], config: "gate: {optional: [mail]}\n" + config).status == 0)
    #expect(try night(13, [:], config: "evidence: {max_age: {mail: 4d}}\n" + config).status == 0)
    let old = try night(14, [:], config: "evidence: {max_age: {mail: 4d}}\n" + config)
    #expect(old.status == 2 && old.output.contains("older than 4d"), "\(old.output)")
    // One duration is the accounts' alone.
    #expect(try night(14, [:], config: "evidence: {max_age: 30d}\n" + config).status == 2)
    #expect(try night(15, ["mail.ndjson": Self.mail], config: config).status == 0)
  }

  /// By its path apart from dates, an empty file is of the kind that it had before; a log stands for what it yielded.
  @Test func aQuietNightIsComplete() throws {
    let config = "rules: {disable: [relay/unregistered-sender, relay/mail-after-disable]}\n"
    #expect(
      try night(10, ["mail-2026-11-10.ndjson": Self.mail, "log.20261110T0300Z.ndjson": Self.entry], config: config)
        .status == 0)
    let quiet = try night(11, ["mail-2026-11-11.ndjson": "", "log.20261111T0300Z.ndjson": "\n"], config: config)
    #expect(quiet.status == 0, "\(quiet.output)")
    #expect(quiet.errors.isEmpty)
    #expect(!quiet.output.contains("not recognised"))
    let lost = try night(12, ["mail-2026-11-12.ndjson": ""], config: config)
    #expect(lost.status == 2 && lost.output.contains("`revocations`"), "\(lost.output)")
    // Another file that is empty stands for nothing.
    #expect(
      try night(13, ["other-2026-11-12.ndjson": "", "log.20261113T0300Z.ndjson": ""], config: config).status == 2)
  }

  @Test(arguments: ["", "[]"]) func whoseKindNothingTellsIsToBeNamed(text: String) throws {
    let advice = "say in an entry under `inputs` what it is for, such as `kind: logs` or `kind: consents`"
    let unknown = try night(10, ["log.json": text])
    #expect(unknown.errors.contains("in/log.json: not recognised: the file is empty; "))
    #expect(unknown.errors.contains(advice), "\(unknown)")
    let named = try night(11, ["log.json": text], config: "inputs: [{path: in/log.json, kind: logs}]\n")
    #expect(named.status == 0 && !(named.output + named.errors).contains("not recognised"), "\(named)")
  }

  @Test func aNewProjectAmongOthersIsSaid() throws {
    #expect(try night(10, [:], config: "project: app\n").status == 0)
    let misspelt = try night(11, [:], config: "project: ap\n")
    #expect(misspelt.output.contains("The project `ap` is new to the store, which knows `app`"), "\(misspelt.output)")
    #expect(try place.run("history").status == 0)
    #expect(try place.run("history", "--rename", "ap", "app").status == 0)
    #expect(try place.run("history", "--rename", "ap", "app").status == 66)
    let next = try night(12, [:], config: "project: app\n")
    #expect(!next.output.contains("new to the store"))
    #expect(try place.run("history", "--json").output.components(separatedBy: "\"number\"").count == 4)
    let rows = try String(contentsOf: place.path("reports/out/flagged-accounts.csv"), encoding: .utf8)
    #expect(rows.contains("2026-11-10T05:00:00.000Z"), "\(rows)")
  }
}
