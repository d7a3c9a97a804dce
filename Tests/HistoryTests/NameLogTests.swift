import AccountFixtures
import Demo
import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

@Suite struct NameLogTests {
  /// Names by uid, of one night.
  private typealias Night = [String: [String]]

  private final class Nights {
    let store: EvidenceStore
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Audits a night; names that begin with `+` are numbers.
    func audit(_ night: Night, at time: Int64, project: String = "p") throws {
      let captured = Timestamp(milliseconds: time)
      let settings = EvidenceSettings(
        project: project, asOf: Timestamp(milliseconds: 1 << 40), relayHosts: RelayHosts(), purposes: PurposeMap())
      try store.run(settings) { session, connection in
        try session.open(0, path: "users.json", kind: .accounts, format: "f", capturedAt: captured)
        for (number, (uid, names)) in night.sorted(by: { $0.key < $1.key }).enumerated() {
          let account = AccountRecord(
            uid: uid, email: names.first { !$0.hasPrefix("+") }, phone: names.first { $0.hasPrefix("+") })
          let place = Place(source: 0, number: Int64(number + 1))
          let screening = try account.withSketch { try session.screen($0, at: place) }
          #expect(screening == .outOfScope)
        }
        let facts = SourceFacts(
          ordinal: 0, path: "users.json", kind: .accounts, format: "f", capturedAt: captured, records: night.count,
          rejected: 0, isTruncated: false, generation: .new, showsTenants: true)
        try session.finish(sources: [facts])
        _ = try RunHistory.add(
          FinishedRun(
            id: UUID().uuidString, asOf: captured, startedAt: captured, finishedAt: captured, outcome: "pass",
            snapshot: Snapshot([facts]), accounts: night.count, reportSHA256: "", report: PackedReport(frame: Data()),
            passes: Data(),
            isOutOfOrder: session.isOutOfOrder, notes: RunNotes()),
          project: project, in: connection)
      }
    }

    /// By the time of the capture, what came to be borne and what ended.
    func log(of project: String = "p") throws -> [Int64: [Set<NamePair>]] {
      try store.read { connection in
        let log = try NameLog(of: project, in: connection)
        let times = Dictionary(uniqueKeysWithValues: log.runs.map { ($0.number, $0.capturedTo) })
        var found: [Int64: [Set<NamePair>]] = [:]
        for note in try (0..<NamePair.bucketCount).flatMap({ try log.notes(in: $0) }) {
          let time = try #require(times[note.run])
          found[time, default: [[], []]][Int(note.event.rawValue)].formUnion(note.pairs)
        }
        return found
      }
    }

    func change(_ body: (Connection) throws -> Void) throws {
      try store.read { connection in try connection.transaction { try body(connection) } }
    }
  }

  private func world(_ count: Int, _ random: inout SplitMix64) -> [Night] {
    (0..<count).map { _ in
      let uids = (0..<12).filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      return Dictionary(
        uniqueKeysWithValues: uids.map { uid in
          let email = "e\(Int.random(in: 0..<4, using: &random))@example.com"
          return ("u\(uid)", [email, "+155501\(uid + 10)"].filter { _ in .random(using: &random) })
        })
    }
  }

  private func logged(_ nights: [Int64: Night]) throws -> [Int64: [Set<NamePair>]] {
    let audited = try Nights()
    for (time, night) in nights.sorted(by: { $0.key < $1.key }) { try audited.audit(night, at: time) }
    return try audited.log()
  }

  @Test func aLikeNightAddsNothing() throws {
    let nights = try Nights()
    var random = SplitMix64(seed: 1)
    let night = world(1, &random)[0]
    for time in 1...3 { try nights.audit(night, at: Int64(time)) }
    #expect(try nights.log().keys.sorted() == [1])
  }

  /// Whatever the order in which they are audited, and whichever of them is withdrawn or comes under another name.
  @Test func theLogIsThatOfTheRunsThatCount() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<2 {
      let nights = Dictionary(uniqueKeysWithValues: zip(1...6 as ClosedRange<Int64>, world(6, &random)))
      let expected = try logged(nights)
      let shuffled = try Nights()
      let order = nights.keys.sorted().shuffled(using: &random)
      for time in order { try shuffled.audit(try #require(nights[time]), at: time) }
      #expect(try shuffled.log() == expected, "audited in the order \(order)")

      let withdrawn = Int.random(in: 0..<6, using: &random)
      try shuffled.change { try RunHistory.withdraw(Int64(withdrawn + 1), reason: "a mistake", in: $0) }
      let rest = nights.filter { $0.key != order[withdrawn] }
      let (found, left) = (try shuffled.log(), try logged(rest))
      #expect(found == left, "\(order[withdrawn]) withdrawn")

      let renamed = try Nights()
      for (time, night) in nights.sorted(by: { $0.key < $1.key }) {
        try renamed.audit(night, at: time, project: .random(using: &random) ? "p" : "q")
      }
      try renamed.change { try RunHistory.rename(project: "q", to: "p", in: $0) }
      #expect(try renamed.log() == expected)
    }
  }

  @Test func eachProjectHasItsOwn() throws {
    let nights = try Nights()
    var random = SplitMix64(seed: 3)
    let (one, other) = (world(1, &random)[0], world(1, &random)[0])
    try nights.audit(one, at: 1)
    try nights.audit(other, at: 1, project: "q")
    let (first, second) = (try logged([1: one]), try logged([1: other]))
    #expect(try nights.log() == first)
    #expect(try nights.log(of: "q") == second)
  }

  @Test func aPersonIsForgotten() throws {
    let nights = try Nights()
    try nights.audit(["u1": ["a@example.com"], "u2": ["b@example.com"]], at: 1)
    try nights.audit(["u1": ["c@example.com"], "u2": ["b@example.com"]], at: 2)
    let key = NamePair.account(uid: "u1", tenant: nil)
    var forgotten: [Bool] = []
    try nights.change { connection in
      for (key, project) in [(key, "q"), (key, "p"), (key, "p")] {
        forgotten.append(try NameLog.forget(key, of: project, in: connection))
      }
    }
    #expect(forgotten == [false, true, false])
    let rest = try logged([1: ["u2": ["b@example.com"]]])
    #expect(try nights.log() == rest)
  }

  /// More names than fit into memory.
  @Test func namesOfManyAccountsAreKept() throws {
    let nights = try Nights()
    let night = Dictionary(
      uniqueKeysWithValues: (0..<140_000).map { ("u\($0)", ["e\($0)@example.com"]) })
    try nights.audit(night, at: 1)
    let borne = try #require(try nights.log()[1]?[0])
    #expect(borne.count == night.count)
    let names = Set(
      night.map { uid, names in
        NamePair(account: NamePair.account(uid: uid, tenant: nil), name: SubjectKey(email: names[0]).bits)
      })
    #expect(borne == names)
  }
}
