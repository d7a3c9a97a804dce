import Foundation
import Testing

/// `flagged-accounts.csv` of a past run whose report does not hold all of the accounts.
@Suite struct FlaggedAccountsTests {
  private static let file = "flagged-accounts.csv"
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func night(_ day: String, accounts: Int, _ flags: String...) throws {
    let users = (0..<accounts).map { Sample.user("u\($0)") } + [Sample.user("=a@example.com,\\\"x")]
    try place.write(
      "in/users.json", "{\"users\": [\n" + users.joined(separator: ",\n") + "]}", at: "2026-\(day)T05:00:00Z")
    try #require(try place.run(["audit", "in", "--as-of", "2026-\(day)T06:00:00Z"] + flags).status < 3)
  }

  /// Runs a script that looks into the store by itself.
  private func python(_ script: String) throws -> Workplace.Outcome {
    let python = ProcessInfo.processInfo.environment["RELAY_AUDIT_PYTHON"] ?? "python3"
    return try place.run([python, "-c", script], program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  @Test func itIsWrittenAgainByteForByte() throws {
    try night("10-01", accounts: 1_500)
    let first = try place.text("reports/out/\(Self.file)")
    #expect(first.split(separator: "\r\n").count == 1_502)
    try night("10-02", accounts: 999)
    let second = try place.text("reports/out/\(Self.file)")
    for (run, text) in [("1", first), ("2", second)] {
      let outcome = try place.run("report", run, "--out", "again")
      #expect(outcome.status == 0 && !outcome.errors.contains(Self.file), "\(outcome)")
      #expect(try place.text("again/\(Self.file)") == text)
    }
    #expect(try place.run("verify").status == 0)
  }

  @Test func itIsMaskedLater() throws {
    try night("10-01", accounts: 1_200, "--pii", "full")
    #expect(try place.text("reports/out/\(Self.file)").contains("u7@privaterelay.appleid.com"))
    #expect(try place.run("report", "1", "--out", "again", "--pii", "hashed").status == 0)
    let hashed = try place.text("again/\(Self.file)")
    #expect(hashed.split(separator: "\r\n").count == 1_202 && !hashed.contains("@privaterelay"))
  }

  @Test func itGoesWithTheReport() throws {
    try place.write("relay-audit.yaml", "history: {keep: 10d}\n")
    for day in ["10-01", "10-02", "10-30"] { try night(day, accounts: 1_200) }
    #expect(try place.run("report", "1", "--out", "again").status == 66)
    #expect(try place.run("verify").status == 0)
    let lists = try python(
      """
      import sqlite3
      print(sqlite3.connect(".relay-audit/audit.sqlite").execute(
          "SELECT group_concat(DISTINCT run), count(DISTINCT part) = (SELECT count(*) FROM flagged_part) "
          "FROM run_flagged_part").fetchone())
      """)
    #expect(lists.output == "('2,3', 1)\n", "\(lists)")
  }

  /// Of one who is forgotten nothing is left in the lists either, also where a report shows nothing else of the person.
  @Test func aForgottenPersonIsTakenOff() throws {
    try night("10-01", accounts: 1_200)
    try night("10-02", accounts: 1_100)
    let before = try place.text("reports/out/\(Self.file)")
    let outcome = try place.run("forget", "--uid", "u999")
    #expect(outcome.status == 0, "\(outcome)")
    let verified = try place.run("verify")
    #expect(verified.status == 0, "\(verified)")
    for run in ["1", "2"] {
      #expect(try place.run("report", run, "--out", "again").status == 0)
      let list = try place.text("again/\(Self.file)")
      #expect(!list.contains("u999,") && list.contains("(forgotten),,,,"), "run \(run)")
      #expect(list.contains("u998,"))
    }
    let old = before.split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("u999,") }
    let new = try place.text("again/\(Self.file)").split(separator: "\r\n").map(String.init)
    #expect(new.filter { !$0.hasPrefix("(forgotten)") } == old)
    #expect(try place.run("forget", "--uid", "u999").status == 66)
  }

  /// Somebody takes an account off a past list.
  @Test func aChangedListIsFoundOut() throws {
    try night("10-01", accounts: 1_200)
    func change(_ statement: String) throws {
      let script = """
        import gzip, sqlite3
        store = sqlite3.connect(".relay-audit/audit.sqlite")
        store.create_function("pack", 1, lambda data: gzip.compress(data))
        store.create_function("unpack", 1, lambda data: gzip.decompress(data))
        store.create_function("longer", 1, lambda data: data + bytes(1))
        store.create_function("shorter", 1, lambda data: data[:-1])
        store.execute("\(statement)")
        store.commit()
        """
      let outcome = try python(script)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let last = "id = (SELECT max(id) FROM flagged_part)"
    try change("UPDATE flagged_part SET accounts = pack(unpack(accounts))")
    #expect(try place.run("verify").status == 0)
    func isFoundOut(_ statement: String, by undo: String) throws {
      try change(statement)
      let changed = try place.run("verify")
      #expect(
        changed.status == 1 && changed.output.contains("the list of flagged accounts of run 1 was changed"),
        "\(statement): \(changed)")
      #expect(try place.run("report", "1", "--out", "again").status == 65, "\(statement)")
      try change(undo)
      #expect(try place.run("verify").status == 0, "\(undo)")
    }
    try isFoundOut(
      "UPDATE flagged_part SET sha256 = NULL, accounts = pack(longer(unpack(accounts))) WHERE \(last)",
      by: "UPDATE flagged_part SET accounts = pack(shorter(unpack(accounts))) WHERE \(last)")
    try isFoundOut(
      "UPDATE flagged_part SET accounts = longer(accounts) WHERE \(last)",
      by: "UPDATE flagged_part SET accounts = shorter(accounts) WHERE \(last)")
    try isFoundOut(
      "UPDATE flagged_part SET sha256 = longer(shorter(sha256)) WHERE id = 1",
      by: "UPDATE flagged_part SET sha256 = NULL WHERE id = 1")
    try isFoundOut("UPDATE flagged_part SET id = -1 WHERE id = 1", by: "UPDATE flagged_part SET id = 1 WHERE id = -1")
    // Taken off, and nothing else: each part is whole.
    try change("UPDATE run_flagged_part SET part = 1 WHERE position = 1")
    let other = try place.run("verify")
    #expect(
      other.status == 1 && other.output.contains("the list of flagged accounts of run 1 was changed")
        && other.output.contains("belong to no run"), "\(other)")
    try change("DELETE FROM run_flagged_part")
    let missing = try place.run("verify")
    #expect(
      missing.status == 1 && missing.output.contains("the list of flagged accounts of run 1 is missing"), "\(missing)")
  }

  /// Of a second night with another account among many, the store keeps little more than that account.
  @Test func nightsShareWhatTheyHaveInCommon() throws {
    func count() throws -> [Int] {
      let script = """
        import sqlite3
        store = sqlite3.connect(".relay-audit/audit.sqlite")
        for table in ["flagged_part", "run_flagged_part"]:
            print(store.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        """
      return try python(script).output.split(separator: "\n").compactMap { Int($0) }
    }
    try night("10-01", accounts: 3_000)
    let first = try count()
    // Parts of 48 accounts on average.
    #expect(first[0] == first[1] && (40...90).contains(first[0]))
    try night("10-02", accounts: 3_001)
    let second = try count()
    #expect(second[0] <= first[0] + 6 && second[1] >= 2 * first[1])
    for run in ["1", "2"] { #expect(try place.run("report", run, "--out", "again-\(run)").status == 0) }
    #expect(try place.text("again-2/\(Self.file)") == place.text("reports/out/\(Self.file)"))
    #expect(try place.text("again-1/\(Self.file)").split(separator: "\r\n").count == 3_002)
  }
}
