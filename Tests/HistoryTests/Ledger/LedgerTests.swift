import Foundation
import Storage
import Testing
import Timestamps

@testable import History

@Suite struct LedgerTests {
  private func withStore(_ body: (Connection) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try EvidenceStore(path: folder.appending(path: "audit.sqlite").path).read(body)
  }

  /// An entry of each kind.
  private static let events: [LedgerEvent] = [
    .run(
      LedgerRun(
        number: 1, id: "r1", project: "p", asOf: "2026-11-20T06:00:00.000Z", outcome: "pass", reportSHA256: "a",
        keptSHA256: "b", configSHA256: "c", rulesSHA256: "d", ruleTextsSHA256: "e", tool: "relay-audit 1",
        snapshot: LedgerRun.Snapshot(
          capturedFrom: "f", capturedTo: "t", isComplete: true, formats: "x", showsApple: false),
        isOutOfOrder: false, isAdopted: false)),
    .withdrawal(LedgerEvent.Withdrawal(run: 1, reason: LedgerText("u17@example.com was not ours"))),
    .renaming(LedgerEvent.Renaming(from: "p", to: "q")),
    .signOff(
      LedgerEvent.SignOff(
        run: 1, name: LedgerText("A. Person"), note: LedgerText("read"), reportSHA256: "a", head: "1:a",
        signature: "sig")),
    .redaction(
      LedgerEvent.Redaction(
        reports: [LedgerEvent.Redaction.Report(run: 1, reportSHA256: "x", keptSHA256: "y")], texts: [])),
    .retention(LedgerEvent.Retention(runs: [1])),
    .waiverExpiry(
      LedgerEvent.WaiverExpiry(project: "p", signedBy: "A. Person", ticket: nil, date: "d", expires: "e")),
  ]

  private func fill(_ store: Connection) throws { for event in Self.events { try Ledger.append(event, in: store) } }

  @Test func entriesAreReadAsTheyWereWritten() throws {
    try withStore { store in
      #expect(try Ledger.head(in: store) == nil)
      let written = try Self.events.map { try Ledger.append($0, in: store) }
      #expect(try Ledger.entries(in: store) == written)
      #expect(written.map(\.number) == Array(1...7))
      #expect(written.dropFirst().map(\.previous) == written.dropLast().map(\.head))
      #expect(try Ledger.head(in: store) == written.last?.head)
      let check = try LedgerCheck(in: store)
      #expect(check.problems.isEmpty && check.entries == written)
      let runs = LedgerRuns(written)
      #expect(runs.reportSHA256(of: 1) == "x" && runs.keptSHA256(of: 1) == "y" && runs.isRedacted(1))
      #expect(runs.removal(of: 1) == written[5].at && runs.signOffs(of: 1).map(\.entry) == [4])
      #expect(runs.entry(of: 1) == written[0] && runs.entry(of: 2) == nil)
    }
  }

  @Test func aHeadIsReadFromACopy() {
    let hash = String(repeating: "0f", count: 32)
    #expect(LedgerHead("12:\(hash)")?.description == "12:\(hash)")
    for text in [
      "", "12", "12:", ":\(hash)", "0:\(hash)", "-1:\(hash)", "+1:\(hash)", "01:\(hash)", "1:\(hash)0",
      "1:\(hash.uppercased())", "1:\(hash.dropLast())", "1:\(hash):2", " 1:\(hash)",
    ] {
      #expect(LedgerHead(text) == nil, "\(text)")
    }
  }

  /// Each change by hand, and what is said of it.
  @Test(arguments: [
    ("DELETE FROM ledger WHERE number = 3", "entry 3 of the ledger is missing"),
    ("DELETE FROM ledger WHERE number = 1", "entry 1 of the ledger is missing"),
    ("UPDATE ledger SET number = 9 WHERE number = 7", "entry 7 of the ledger is missing"),
    (
      "UPDATE ledger SET sha256 = replace(sha256, '1', '2') WHERE number = 2",
      "entry 2 of the ledger is not what its hash says"
    ),
    (
      "UPDATE ledger SET entry = replace(entry, '\"q\"', '\"r\"') WHERE number = 3",
      "entry 3 of the ledger is not what its hash says"
    ),
    ("UPDATE ledger SET entry = '{}' WHERE number = 3", "entry 3 of the ledger cannot be read"),
    (
      "UPDATE ledger SET entry = replace(entry, 'renaming', 'naming') WHERE number = 3",
      "entry 3 of the ledger cannot be read"
    ),
    ("UPDATE ledger_text SET text = 'other' WHERE entry = 2", "the reason of entry 2 of the ledger was changed"),
    ("UPDATE ledger_text SET salt = x'00' WHERE entry = 2", "the reason of entry 2 of the ledger was changed"),
    ("UPDATE ledger_text SET name = 'note' WHERE entry = 2", "the note of entry 2 of the ledger was changed"),
    ("DELETE FROM ledger_text WHERE entry = 2", "the reason of entry 2 of the ledger is missing"),
    ("UPDATE ledger_text SET entry = 77 WHERE entry = 2", "a text belongs to entry 77, which is missing"),
  ])
  func aChangedChainDoesNotHold(sql: String, problem: String) throws {
    try withStore { store in
      try fill(store)
      try store.execute(sql: sql)
      let problems = try LedgerCheck(in: store).problems
      #expect(problems.first == problem || problems.contains(problem) && sql.contains("77"), "\(problems)")
    }
  }

  /// An entry that is written anew with its own hash still does not fit between the others.
  @Test func anEntryWithANewHashBreaksTheChain() throws {
    try withStore { store in
      try fill(store)
      let entries = try Ledger.entries(in: store)
      let forged = try LedgerEntry(
        .renaming(LedgerEvent.Renaming(from: "p", to: "z")), after: entries[1].head, at: entries[2].at)
      try store.execute(
        sql: "UPDATE ledger SET sha256 = ?, entry = ? WHERE number = 3", arguments: [forged.head.sha256, forged.text])
      #expect(try LedgerCheck(in: store).problems == ["entry 4 of the ledger does not follow the one before it"])
    }
  }

  /// A text that names a person who has to be forgotten goes, and the chain holds if an entry says so.
  @Test func aTextIsRemoved() throws {
    try withStore { store in
      try fill(store)
      let removed = try Ledger.removeTexts(in: store) { $0.contains("u17@example.com") }
      #expect(removed == [2])
      #expect(try LedgerCheck(in: store).problems == ["the reason of entry 2 of the ledger is missing"])
      try Ledger.append(.redaction(LedgerEvent.Redaction(reports: [], texts: removed)), in: store)
      let check = try LedgerCheck(in: store)
      #expect(check.problems.isEmpty)
      guard case .withdrawal(let withdrawal) = check.entries[1].event else {
        Issue.record("\(check.entries[1].event)")
        return
      }
      #expect(withdrawal.reason.text == nil)
      // The same text has another hash each time: nobody finds it by guessing.
      #expect(LedgerText("a").sha256 != LedgerText("a").sha256)
    }
  }

  @Test func twoEntriesOfOneNumberAreRefused() throws {
    try withStore { store in
      let entry = try Ledger.append(Self.events[0], in: store)
      #expect(throws: StorageError.self) { try Ledger.add(entry, in: store) }
    }
  }
}
