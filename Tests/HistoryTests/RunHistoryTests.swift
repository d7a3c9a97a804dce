import Evidence
import Foundation
import Storage
import Testing
import Timestamps
import Vocabulary

@testable import History

/// Which run is the run before, whose failures are known, and which kinds were there.
@Suite struct RunHistoryTests {
  private static let day: Int64 = 86_400_000

  private func withStore(_ body: (Connection) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try EvidenceStore(path: folder.appending(path: "audit.sqlite").path).read(body)
  }

  private func time(_ day: Int64) -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000 + day * Self.day) }

  @discardableResult
  private func add(
    _ day: Int64, captured: Int64? = nil, project: String = "app", outcome: Outcome = .pass, scope: GateScope = .all,
    failOn: FailOn = .severity(.high), kinds: [EvidenceKind: Int64] = [:], sources: [RunNotes.Source] = [],
    _ store: Connection
  ) throws -> Int64 {
    let captured = time(captured ?? day)
    let isOutOfOrder = try RunHistory.isOutOfOrder(capturedTo: captured, of: project, in: store)
    let source = SourceFacts(
      ordinal: 0, path: "users.json", kind: .accounts, format: "f", capturedAt: captured, records: 1, rejected: 0,
      isTruncated: false, generation: .new, showsTenants: true)
    return try RunHistory.add(
      FinishedRun(
        id: UUID().uuidString, asOf: time(day), startedAt: time(day), finishedAt: time(day), outcome: outcome.rawValue,
        snapshot: Snapshot([source]), accounts: 1, reportSHA256: "", report: PackedReport(frame: Data([1])),
        passes: Data(),
        isOutOfOrder: isOutOfOrder,
        notes: RunNotes(
          gateScope: scope, failOn: failOn, counts: RunCounts(), kinds: kinds.mapValues { time($0) }, sources: sources,
          rules: ["a/b": "00"])),
      project: project, in: store)
  }

  private func before(_ day: Int64, _ store: Connection) throws -> Int64? {
    try RunHistory.before(asOf: time(day), of: "app", in: store)?.number
  }

  @Test func theRunBeforeIsTheNewestThatCounts() throws {
    try withStore { store in
      #expect(try before(9, store) == nil)
      let first = try add(1, store)
      let second = try add(2, store)
      try add(2, project: "other", store)
      #expect(try before(2, store) == second)
      // A night that is judged again sees what was known then.
      #expect(try before(1, store) == first)
      #expect(try before(0, store) == nil)
      // Over older captures: nobody's run before, whatever its as-of.
      let again = try add(3, captured: 1, store)
      #expect(try RunHistory.all(of: "app", in: store).first { $0.number == again }?.isOutOfOrder == true)
      #expect(try before(9, store) == second)
      try RunHistory.withdraw(second, reason: "a mistake", in: store)
      #expect(try before(9, store) == first)
      // What a withdrawn run captured makes nothing history.
      #expect(try !RunHistory.isOutOfOrder(capturedTo: time(1), of: "app", in: store))
      #expect(try RunHistory.last(of: "app", in: store)?.number == again)
    }
  }

  @Test(arguments: [
    (FailOn.severity(.high), FailOn.severity(.high), true), (.severity(.medium), .severity(.high), true),
    (.severity(.low), .severity(.critical), true), (.severity(.critical), .severity(.high), false),
    (.never, .severity(.critical), false), (.severity(.high), .never, true), (.never, .never, true),
  ])
  func onlyAGateThatStoppedAsMuchIsABaseline(gate: FailOn, tonight: FailOn, isOne: Bool) throws {
    try withStore { store in
      func baseline() throws -> Int64? {
        try RunHistory.lastPassing(atLeast: tonight, asOf: time(9), of: "app", in: store)?.number
      }
      let run = try add(1, failOn: gate, store)
      #expect(try baseline() == (isOne ? run : nil))
      try add(2, outcome: .fail, failOn: gate, store)
      try add(3, outcome: .incomplete, failOn: gate, store)
      try add(4, scope: .new, failOn: gate, store)
      try add(10, failOn: gate, store)
      #expect(try baseline() == (isOne ? run : nil))
    }
  }

  @Test func theLastSightOfEachKindIsKnown() throws {
    try withStore { store in
      try add(1, kinds: [.mail: 1, .consents: 0], store)
      let second = try add(2, kinds: [.mail: -1], store)
      try add(3, store)
      func sights(_ day: Int64) throws -> [String] {
        try RunHistory.kinds(of: "app", upTo: time(day), in: store).map {
          "\($0.kind.rawValue) \($0.run) \(($0.capturedTo.milliseconds - time(0).milliseconds) / Self.day)"
        }
      }
      #expect(try sights(3) == ["consents 1 0", "mail 2 1"])
      #expect(try sights(1) == ["consents 1 0", "mail 1 1"])
      try RunHistory.withdraw(second, reason: "a mistake", in: store)
      #expect(try sights(3) == ["consents 1 0", "mail 1 1"])
    }
  }

  @Test func sourcesAreKnownByTheirPathsApartFromDates() throws {
    try withStore { store in
      func source(_ path: String, _ kind: EvidenceKind, _ standsFor: EvidenceKind...) -> RunNotes.Source {
        RunNotes.Source(path: path, kind: kind, standsFor: Set(standsFor))
      }
      try add(
        1,
        sources: [
          source("log-2026-11-20.ndjson", .logs, .revocations), source("mail-2026-11-20.ndjson", .mail, .mail),
          source("2026-11-20.ndjson", .mail, .mail),
        ], store)
      try add(
        2,
        sources: [
          source("log-2026-11-21.ndjson", .logs, .accountDeletions), source("2026-11-21.ndjson", .consents, .consents),
        ], store)
      let known = try SourceHistory(of: "app", upTo: time(2), in: store)
      #expect(known.kind(of: "mail-2026-11-22.ndjson") == .mail)
      #expect(known.kind(of: "log-2026-11-22.ndjson") == .logs)
      #expect(known.yields(of: "log-2026-11-22.ndjson") == [.revocations, .accountDeletions])
      #expect(known.kind(of: "other-2026-11-22.ndjson") == nil)
      // Of two kinds it may be either.
      #expect(known.kind(of: "2026-11-22.ndjson") == nil)
      #expect(known.has(.consents) && !known.has(.accounts))
      #expect(try SourceHistory(of: "app", upTo: time(1), in: store).kind(of: "2026-11-22.ndjson") == .mail)
      #expect(try SourceHistory(of: "other", upTo: time(2), in: store).kind(of: "mail-2026-11-22.ndjson") == nil)
    }
  }

  @Test func findingsAreThoseOfTheRunThatWroteThemLast() throws {
    try withStore { store in
      func finding(_ id: String, _ verdict: Verdict, judgedIn: Int64? = nil) -> FindingHistory.Record {
        FindingHistory.Record(
          finding: OpenFinding(
            id: id, rule: "a/b", account: nil, firstSeen: time(1), lastSeen: time(1), verdict: verdict,
            judgedIn: judgedIn), events: nil)
      }
      let first = try add(1, store)
      try FindingHistory.Recorder(run: first, project: "app", in: store).add(finding("x", .fail))
      let run = try #require(try RunHistory.before(asOf: time(9), of: "app", in: store))
      #expect(try FindingHistory.open(in: run, of: store)?.finding("x")?.verdict == .fail)
      #expect(try FindingHistory.open(in: run, of: store)?.finding("x")?.judgedIn == first)
      let second = try add(2, store)
      let recorder = try FindingHistory.Recorder(run: second, project: "app", in: store)
      try recorder.add(finding("y", .fail, judgedIn: first))
      try recorder.resolve([("x", .subjectGone)])
      // Its report alone tells the findings of the first run now.
      #expect(try FindingHistory.open(in: run, of: store) == nil)
      let last = try #require(try RunHistory.before(asOf: time(9), of: "app", in: store))
      #expect(try FindingHistory.open(in: last, of: store)?.count == 1)
      #expect(try FindingHistory.open(in: last, of: store)?.finding("y")?.judgedIn == first)
      #expect(try FindingHistory.entry("x", in: store)?.resolved == .subjectGone)
      #expect(try FindingHistory.entry("y", in: store).map { $0.resolved == nil } == true)
      #expect(try FindingHistory.entry("z", in: store) == nil)
    }
  }

  @Test func aMisspeltProjectIsJoined() throws {
    try withStore { store in
      let first = try add(1, project: "app", kinds: [.mail: 1], store)
      try add(2, project: "ap", kinds: [.consents: 2], store)
      for (account, (project, uid, seen)) in [("app", "both", 1), ("ap", "both", 2), ("ap", "new", 2)].enumerated() {
        try store.execute(
          sql: """
            INSERT INTO stored_account (account, project, uid_key, content, first_seen_at, is_as_first_seen, uid,
              has_photo, has_password, apple_credential, apple_claim, ever_apple, ever_shown_without_apple)
            VALUES (?, ?, ?, 0, ?, 1, ?, 0, 0, 1, 0, 1, 0)
            """,
          arguments: [account + 1, project, uid == "both" ? 7 : 8, seen, uid])
        try store.execute(
          sql: "INSERT INTO stored_identifier (account, provider, role, seen_at) VALUES (?, 'google.com', 0, 1)",
          arguments: [account + 1])
      }
      try RunHistory.rename(project: "ap", to: "app", in: store)
      #expect(try RunHistory.projects(in: store) == ["app"])
      let accounts = try store.all(
        sql: "SELECT account, uid, first_seen_at, is_as_first_seen FROM stored_account ORDER BY account"
      ) { "\($0.integer(0)) \($0.text(1)) \($0.integer(2)) \($0.integer(3))" }
      // The later run's row, with the first sight of the earlier one.
      #expect(accounts == ["2 both 1 0", "3 new 2 1"])
      #expect(try store.all(sql: "SELECT account FROM stored_identifier ORDER BY 1") { $0.integer(0) } == [2, 3])
      // Ids of findings have the project's name in them: the run before is the last under the right one.
      #expect(try before(9, store) == first)
      #expect(try RunHistory.kinds(of: "app", upTo: time(9), in: store).map(\.kind) == [.consents, .mail])
    }
  }
}
