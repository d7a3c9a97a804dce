import Foundation
import Testing

/// `history.keep`: runs that are older lose their reports and findings.
@Suite struct RunRetentionTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("relay-audit.yaml", "history: {keep: 10d}\n")
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
  }

  /// - Parameter phone: linked without consent, so that the gate fails; nil for a night that passes.
  @discardableResult
  private func night(_ day: String, phone: String?, flags: [String] = []) throws -> Workplace.Outcome {
    try place.write(
      "in/users.json", Sample.export(Sample.user("u1", phone: phone), Sample.user("u9")), at: "2026-\(day)T05:00:00Z")
    return try place.run(["audit", "in", "--as-of", "2026-\(day)T06:00:00Z"] + flags)
  }

  private func history() throws -> [[String: Any]] {
    let output = try place.run("history", "--json").output
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  /// The numbers of the runs whose reports can be written again.
  private func kept(of runs: Int) throws -> [Int] {
    try (1...runs).filter { try place.run("report", "\($0)", "--out", "again").status == 0 }
  }

  @Test func oldRunsLoseTheirReportsAndNothingElse() throws {
    try night("10-01", phone: "+15550101")
    try night("10-02", phone: nil)
    try night("10-03", phone: "+15550101")
    let before = try history()
    #expect(try kept(of: 3) == [1, 2, 3])
    let night = try night("10-30", phone: "+15550101")
    // Run 2 is the last whose gate passed, and run 3 the one with which this one was compared.
    #expect(night.output.contains("Removed by `history.keep`: the reports and findings of run 1."), "\(night)")
    #expect(try kept(of: 4) == [2, 3, 4])
    let later = try self.night("11-02", phone: "+15550101")
    #expect(later.output.contains("findings of run 3."), "\(later)")
    #expect(try kept(of: 5) == [2, 4, 5])
    // The runs stay, with all that the list tells of them.
    let after = try history()
    #expect(NSArray(array: Array(after.suffix(3))) == NSArray(array: before))
    let lines = try place.run("history").output.split(separator: "\n")
    #expect(
      lines.map { $0.contains("; report removed by history.keep on 20") } == [false, false, true, false, true],
      "\(lines)")
  }

  @Test func whatIsRemovedIsSaid() throws {
    try night("10-01", phone: "+15550101")
    let id = try #require(try place.findings().first?.id)
    for day in ["10-02", "10-03", "10-04"] { try night(day, phone: "+15550101") }
    try night("10-30", phone: "+15550101")
    let sentence = #/the report and the findings of run 1 were removed at 20\d\d-\d\d-\d\dT\S+Z by `history.keep`/#
    for command in [
      ["report", "1"], ["explain", id, "--run", "1"], ["diff", "1", "5"], ["diff", "5", "1"],
      ["baseline", "write", "known.txt", "--run", "1"],
    ] {
      let outcome = try place.run(command)
      #expect(
        outcome.status == 66 && outcome.errors.contains(sentence) && outcome.output.isEmpty, "\(command) \(outcome)")
    }
    // Of runs that keep theirs, what lay between does not matter.
    #expect(try place.run("diff", "4", "5").status == 0)
  }

  /// Sparing follows the gate: with a passing run of each strictness, each is a baseline of some night.
  @Test func theBaselineOfLaterNightsIsSpared() throws {
    try night("10-01", phone: "+15550101", flags: ["--fail-on", "none"])
    try night("10-02", phone: nil)
    try night("10-03", phone: nil, flags: ["--gate", "new"])
    for day in ["10-04", "10-05"] { try night(day, phone: "+15550101") }
    let night = try night("10-30", phone: "+15550101", flags: ["--gate", "new"])
    #expect(night.status == 1 && night.output.contains("What failed at run 2 of 2 October 2026"), "\(night)")
    #expect(try kept(of: 6) == [2, 5, 6])
    // With `--fail-on none` the first would do as well, but the second is newer.
    #expect(
      try self.night("10-31", phone: "+15550101", flags: ["--gate", "new"]).output.contains("failed at run 2 of"))
  }

  @Test func aNightThatIsJudgedAgainSaysWhatItLacks() throws {
    for day in ["10-01", "10-02", "10-03", "10-04"] { try night(day, phone: "+15550101") }
    try night("10-30", phone: "+15550101")
    let again = try night("10-02", phone: "+15550101")
    #expect(
      again.status == 1
        && again.output.contains(
          "Run 2 of 2 October 2026, 06:00 UTC was the previous run, but `history.keep` has removed its report. This run is "
            + "compared with no run."),
      "\(again)")
    #expect(try place.findings().map(\.state) == ["new"])
    // It is the run before of no later night, and old: the next night takes its report as well.
    let next = try night("10-31", phone: "+15550101")
    #expect(next.output.contains("findings of runs 4, 6."), "\(next)")
    #expect(try place.findings().map(\.state) == ["existing"])
  }

  @Test func aRunWithoutATraceRemovesNothing() throws {
    for day in ["10-01", "10-02", "10-03"] { try night(day, phone: "+15550101") }
    let night = try night("10-30", phone: "+15550101", flags: ["--no-remember"])
    #expect(!night.output.contains("history.keep"), "\(night)")
    #expect(try kept(of: 3) == [1, 2, 3])
  }

  /// A night that was a mistake is withdrawn, and the night before it is the run before again.
  @Test func theRunBeforeIsKept() throws {
    try night("10-01", phone: "+15550101")
    try night("10-30", phone: nil)
    #expect(try place.run("history", "--withdraw", "last", "--reason", "the export of staging").status == 0)
    let night = try night("10-31", phone: "+15550101")
    #expect(!night.output.contains("was the run before") && night.status == 1, "\(night)")
    #expect(try place.findings().map(\.state) == ["existing"])
  }

  @Test func projectsAreKeptApart() throws {
    for day in ["10-01", "10-02", "10-03"] {
      try night(day, phone: "+15550101", flags: ["--project", "a"])
      try night(day, phone: "+15550101", flags: ["--project", "b"])
    }
    try night("10-30", phone: "+15550101", flags: ["--project", "b"])
    for number in [1, 3, 5] {
      #expect(try place.run("report", "\(number)", "--out", "o", "--project", "a").status == 0)
    }
    #expect(
      try [2, 4, 6].map { try place.run("report", "\($0)", "--out", "o", "--project", "b").status } == [66, 66, 0])
  }

  /// The pages of removed reports are used again.
  @Test func theFileDoesNotGrowForEver() throws {
    func size() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path(".relay-audit/audit.sqlite").path)
      return try #require(attributes[.size] as? Int)
    }
    func nights(_ days: ClosedRange<Int>, of month: String) throws {
      for day in days { try night("\(month)-\(day < 10 ? "0" : "")\(day)", phone: "+15550101") }
    }
    try nights(1...15, of: "10")
    let settled = try size()
    try nights(16...30, of: "10")
    // What stays of a run takes about 16 KB, mostly the hashes of its rules, and its report as much again.
    let grown = try size() - settled
    #expect(grown <= 15 * 20_000, "\(grown)")
  }

  @Test func anExpiryOfAWaiverIsInTheHistory() throws {
    try place.write(
      "waivers.yaml",
      """
      waivers:
        - rule: consent/link-phone
          uid: u1
          signed_by: A. Person
          ticket: PRIV-17
          date: 2026-10-01
          expires: 2026-10-05
          reason: on paper
      """)
    let flags = ["--waivers", "waivers.yaml"]
    #expect(try night("10-02", phone: "+15550101", flags: flags).status == 0)
    #expect(try night("10-05", phone: "+15550101", flags: flags).status == 0)
    let sentence =
      "The waiver that A. Person signed on 2026-10-01 (PRIV-17) expired: it was in force through 5 October 2026."
    #expect(try !place.run("history").output.contains("expired"))
    #expect(try night("10-07", phone: "+15550101", flags: flags).status == 1)
    try night("10-08", phone: "+15550101", flags: flags)
    let lines = try place.run("history").output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5 && lines[2] == "   " + sentence && lines[1].hasPrefix("3  "), "\(lines)")
    let difference = try place.run("diff", "2", "3").output
    let expired = "signed by A. Person on 2026-10-01 (PRIV-17), through 5 October 2026"
    #expect(difference.contains("Waivers that expired (1):\n  \(expired)"))
    // It is recorded once, although the night is judged again.
    try night("10-07", phone: "+15550101", flags: flags)
    #expect(try place.run("history").output.components(separatedBy: sentence).count == 2)
  }

  /// Whoever cleans the file up when the waiver has expired does not hide that it did; one that is signed anew has not.
  @Test func anExpiredWaiverMayBeGoneFromTheFile() throws {
    func waivers(_ expires: String) throws {
      try place.write(
        "waivers.yaml",
        """
        waivers:
          - {rule: consent/link-phone, uid: u1, signed_by: A. Person, date: 2026-10-01, expires: \(expires), reason: r}
        """)
    }
    let flags = ["--waivers", "waivers.yaml"]
    try waivers("2026-10-03")
    try night("10-02", phone: "+15550101", flags: flags)
    try waivers("2026-10-06")
    try night("10-04", phone: "+15550101", flags: flags)
    #expect(try !place.run("history").output.contains("expired"))
    try night("10-07", phone: "+15550101")
    #expect(try place.run("history").output.contains("expired: it was in force through 6 October 2026."))
  }

  /// A waiver that comes on the night on which another one is gone leaves the number of waived findings as it was.
  @Test func anotherWaiverDoesNotHideAnExpiry() throws {
    let users = Sample.export(
      Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102"), Sample.user("u9"))
    func night(_ day: String, waiving uid: String, until expires: String) throws {
      try place.write(
        "waivers.yaml",
        """
        waivers:
          - rule: consent/link-phone
            uid: \(uid)
            signed_by: A. Person
            date: 2026-10-01
            expires: \(expires)
            reason: r
        """)
      try place.write("in/users.json", users, at: "2026-\(day)T05:00:00Z")
      let outcome = try place.run("audit", "in", "--as-of", "2026-\(day)T06:00:00Z", "--waivers", "waivers.yaml")
      #expect(outcome.status == 1, "\(outcome)")
    }
    try night("10-02", waiving: "u1", until: "2026-10-03")
    for day in ["10-04", "10-05"] { try night(day, waiving: "u2", until: "2026-10-31") }
    let history = try place.run("history").output
    let expired = "expired: it was in force through 3 October 2026."
    #expect(history.components(separatedBy: expired).count == 2, "\(history)")
  }
}
