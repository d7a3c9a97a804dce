import AccountFixtures
import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Nights of invented people, whose evidence differs from night to night in what a store remembers: addresses pass on,
/// accounts come into scope, go and come back, requests and tokens come on other nights than those whom they are of.
struct StateNight {
  enum Record {
    case account(AccountRecord)
    case other(EvidenceRecord)

    var names: [UInt64] {
      switch self {
      case .account(let account): account.withSketch { SharedNames(of: $0).all }
      case .other(let record): SharedNames(of: record).all
      }
    }
  }

  var asOf: Int64
  /// Each with its number in its source.
  var records: [(number: Int64, record: Record)]
  var accountCount: Int

  static let settings = { @Sendable (asOf: Int64) in
    EvidenceSettings(
      project: "p", asOf: Timestamp(milliseconds: asOf), relayHosts: RelayHosts(), purposes: PurposeMap())
  }

  /// - Parameter number: of the night, from 0.
  init(_ number: Int, people: Int = 60) {
    let day: Int64 = 86_400_000
    asOf = Int64(number + 20) * 10 * day
    var random = Random(state: UInt64(number + 1) &* 0x9e37_79b9)
    var accounts: [AccountRecord] = []
    var others: [EvidenceRecord] = []
    let at = Timestamp(milliseconds: asOf - day)
    for person in 0..<people {
      let (uid, sub) = ("u\(person)", "001.\(person).1")
      // Some hand their address to the next one.
      let hasMoved = (person + number) % 7 == 0
      let email = "a\(hasMoved ? person + 1 : person)@example.com"
      let isInScope = person % 3 == 0 || person % 3 == 1 && person < number * 12
      if (person + number) % 9 != 0 {
        accounts.append(
          AccountRecord(
            uid: uid, tenant: person % 10 == 4 ? "t" : nil, email: email,
            phone: person % 4 == 1 ? "+1555010\(person)" : nil,
            createdAt: Timestamp(milliseconds: Int64(person) * day),
            credentials: (isInScope
              ? [Credential(provider: "apple.com", rawID: sub, email: "r\(person)@privaterelay.appleid.com")] : [])
              + (random.oneIn(3) ? [Credential(provider: "google.com", rawID: "g\(person)", email: email)] : []),
            secondFactorPhones: person % 5 == 2 ? ["+*******01\(person % 10)0"] : [],
            displayName: random.oneIn(4) ? "Name \(number)" : "Name"))
      }
      let subject =
        [Subject(uid: uid), Subject(email: email), Subject(appleSub: sub), Subject(phone: "+1555010\(person)")][
          (person + number) % 4]
      if random.oneIn(3) { others.append(.signIn(Self.signIn(subject, at, person))) }
      if random.oneIn(3) {
        others.append(
          .consent(
            ConsentRecord(subject: subject, purpose: "link:email", givenAt: at, consentID: "c\(person / 2)")))
      }
      if random.oneIn(5) {
        others.append(.deletion(DeletionRecord(subject: subject, requestID: "d\(person)", requestedAt: at)))
      }
      if random.oneIn(4) {
        others.append(
          .revocation(RevocationRecord(subject: Subject(), requestID: "d\(person)", at: at, httpStatus: 200)))
      }
      if random.oneIn(4) { others.append(.notification(Self.notice(sub, at, person, isRead: number % 2 == 0))) }
      if random.oneIn(6) {
        others.append(.accountDeletion(AccountDeletionRecord(subject: subject, deletedAt: at, actor: "worker")))
      }
      if random.oneIn(6) {
        others.append(
          .mail(MailRecord(recipient: "r\(person)@privaterelay.appleid.com", sender: "a@example.com", at: at)))
      }
      if person % 20 == 7 {
        others.append(.alias(AliasRecord(oldSub: "000.\(person).1", newSub: sub, transferredAt: at)))
      }
      // A new name of one person.
      if person == 17 {
        others.append(
          .deletion(DeletionRecord(subject: Subject(appleSub: sub), requestID: "d17-\(number)", requestedAt: at)))
      }
      // The same on each night.
      if person % 6 == 0 {
        others.append(
          .link(LinkRecord(subject: Subject(uid: uid), provider: "google.com", linkedAt: Timestamp(milliseconds: 9))))
      }
    }
    if number % 2 == 1 { accounts.reverse() }
    accountCount = accounts.count
    records =
      others.enumerated().map { (Int64($0 + 1), .other($1)) }
      + accounts.enumerated().map { (Int64($0 + 1), .account($1)) }
  }

  private static func signIn(_ subject: Subject, _ at: Timestamp, _ person: Int) -> SignInRecord {
    SignInRecord(
      subject: subject, at: at, provider: "apple.com", hasNonce: true, nonceHash: "n\(person / 2)", nonceForm: .hash,
      isNonceHashed: true, isNonceRaw: false, audience: "app", isPrivateEmail: false)
  }

  /// One token, which one night can verify and the next one cannot.
  private static func notice(_ sub: String, _ at: Timestamp, _ person: Int, isRead: Bool) -> NotificationRecord {
    NotificationRecord(
      type: "email-disabled", sub: sub, eventTime: Timestamp(milliseconds: 5), email: "r\(person)@example.com",
      jti: "j\(person)", audience: "app", isVerified: isRead)
  }
}

/// Numbers that look like chance and are the same on each run of the tests.
private struct Random {
  var state: UInt64

  mutating func oneIn(_ count: UInt64) -> Bool {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % count == 0
  }
}

// MARK: Auditing

extension StateNight {
  /// Which part of a run is done.
  enum Part {
    case all, shard
  }

  /// The sources: other evidence, and accounts.
  private var sources: [ReadSource] {
    [("log.ndjson", EvidenceKind.logs), ("users.json", .accounts)].enumerated().map { ordinal, source in
      ReadSource(
        ordinal: ordinal, path: source.0, series: source.0, kind: source.1, format: "f", sha256: "\(asOf) \(ordinal)",
        mapping: "m", capturedAt: Timestamp(milliseconds: asOf), countsLines: true, records: 1, firstTime: nil,
        endsWhatItLacks: false, isWhole: true)
    }
  }

  private static let remembered = TimeSpan.days(15)

  /// - Parameter beforeEnd: within the run's transaction, when the records are kept.
  func audit(
    _ store: EvidenceStore, _ part: Part = .all, beforeEnd: (Connection) throws -> Void = { _ in }
  ) throws {
    let time = Timestamp(milliseconds: asOf)
    try store.run(Self.settings(asOf)) { session, connection in
      try session.open(0, path: "log.ndjson", kind: .logs, format: "f", capturedAt: time)
      for case (let number, .other(let record)) in records {
        try session.accept(record, at: Place(source: 0, number: number))
      }
      try session.recall(beside: [sources[0]], from: 2)
      try session.copyRemembered()
      try session.loadHistory()
      try session.open(1, path: "users.json", kind: .accounts, format: "f", capturedAt: time)
      for case (let number, .account(let account)) in records {
        let place = Place(source: 1, number: number)
        try account.withSketch { sketch in
          if try session.screen(sketch, at: place) == .inScope { try session.accept(sketch, at: place) }
        }
      }
      try session.removeRepetitions()
      let facts = sources.map {
        SourceFacts(
          ordinal: $0.ordinal, path: $0.path, kind: $0.kind, format: "f", capturedAt: time, records: $0.records,
          rejected: 0, isTruncated: false, generation: .new, showsTenants: true)
      }
      try session.finish(sources: facts)
      try session.keepAccounts()
      let run = try RunHistory.nextNumber(in: connection)
      let keeper = try keeper(
        connection, run: run, rememberedFrom: session.rememberedFrom, shownUpTo: session.shownUpTo)
      let retention = MemoryRetention(connection, project: "p", run: run, asOf: time)
      if part == .all {
        try keeper.keepSources([sources[0]])
        try addRun(to: connection, Snapshot(facts), isOutOfOrder: session.isOutOfOrder)
      }
      try keeper.keepRecords(of: [sources[0]], ending: session.endedSources)
      try retention.forget(after: Self.remembered, sparing: [], in: session)
      try beforeEnd(connection)
    }
  }

  private func keeper(
    _ store: Connection, run: Int64, rememberedFrom: Int64, shownUpTo: Int64? = nil
  ) throws -> MemoryKeeper {
    try MemoryKeeper(
      store, project: "p", run: run, asOf: Timestamp(milliseconds: asOf), rememberedFrom: rememberedFrom,
      shownUpTo: shownUpTo)
  }

  private func addRun(to store: Connection, _ snapshot: Snapshot?, isOutOfOrder: Bool) throws {
    let time = Timestamp(milliseconds: asOf)
    _ = try RunHistory.add(
      FinishedRun(
        id: "run \(asOf)", asOf: time, startedAt: time, finishedAt: time, outcome: "pass", snapshot: snapshot,
        accounts: accountCount, reportSHA256: "", report: PackedReport(frame: Data([1])), passes: Data(),
        isOutOfOrder: isOutOfOrder, notes: RunNotes()), project: "p", in: store)
  }

  /// What a merge does.
  func merge(_ changes: [[StateChange]], into store: EvidenceStore, base: StateBase) throws {
    try store.read { connection in
      try connection.transaction {
        let merge = try StateMerge(into: connection, base: base, readingOrder: [0, 1])
        for (shard, changes) in changes.enumerated() {
          for change in changes { try merge.collect(change, shard: shard) }
        }
        try merge.endCollecting()
        for (shard, changes) in changes.enumerated().reversed() {
          for change in changes { try merge.apply(change, shard: shard) }
        }
        try merge.finish()
        try keeper(connection, run: base.run, rememberedFrom: 0).keepSources([sources[0]])
        let facts = SourceFacts(
          ordinal: 1, path: "users.json", kind: .accounts, format: "f", capturedAt: Timestamp(milliseconds: asOf),
          records: accountCount, rejected: 0, isTruncated: false, generation: .new, showsTenants: true)
        let isOutOfOrder = try RunHistory.isOutOfOrder(capturedTo: facts.capturedAt, of: "p", in: connection)
        try addRun(to: connection, Snapshot([facts]), isOutOfOrder: isOutOfOrder)
        try MemoryRetention(connection, project: "p", run: base.run, asOf: Timestamp(milliseconds: asOf))
          .forgetSources(after: Self.remembered)
      }
    }
  }
}
