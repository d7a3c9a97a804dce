import AccountFixtures
import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

@Suite struct EvidenceStoreTests {
  private func withStore(_ body: (EvidenceStore, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(EvidenceStore(path: folder.appending(path: "audit.sqlite").path), folder)
  }

  private let settings = EvidenceSettings(
    project: "", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())

  private func add(_ uid: String, to session: EvidenceSession, number: Int64) throws {
    let account = AccountRecord(uid: uid, credentials: [Credential(provider: "apple.com", rawID: "001.\(uid).1")])
    #expect(try account.withSketch { try session.screen($0, at: Place(source: 0, number: number)) } == .inScope)
    try account.withSketch { try session.accept($0, at: Place(source: 0, number: number)) }
  }

  private func open(_ session: EvidenceSession) throws -> SourceFacts {
    try session.open(0, path: "users.json", kind: .accounts, format: "f", capturedAt: Timestamp(milliseconds: 1000))
    return SourceFacts(
      ordinal: 0, path: "users.json", kind: .accounts, format: "f", capturedAt: Timestamp(milliseconds: 1000),
      records: 2,
      rejected: 0, isTruncated: false, generation: .new, showsTenants: true, secrets: [])
  }

  @Test func anotherThreadReadsTheEvidenceAndKeepsTheAccounts() throws {
    try withStore { store, folder in
      try store.run(settings, readers: 1) { session, connectionToStore in
        // Nobody else can open what the run works in.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.allSatisfy { $0.hasPrefix("audit.sqlite") }, "\(names)")
        let facts = try open(session)
        for (index, uid) in ["a", "b"].enumerated() { try add(uid, to: session, number: Int64(index + 1)) }
        try session.finish(sources: [facts])
        nonisolated(unsafe) let shared = session
        let connection = connectionToStore.handOver()
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var uids: [String] = []
        Thread {
          connection.take()
          try? shared.keepAccounts()
          connection.release()
          try? shared.readAlongside { directory in
            uids = try directory.database.all(sql: "SELECT uid FROM account ORDER BY uid") { $0.text(0) }
          }
          done.signal()
        }.start()
        done.wait()
        connection.take()
        #expect(uids == ["a", "b"])
      }
      #expect(try store.read { try $0.first(sql: "SELECT count(*) FROM stored_account") { $0.integer(0) } } == 2)
    }
  }

  /// The rest of the evidence is written meanwhile, and its file is closed to others as soon as SQLite's cache is full.
  @Test func accountsAreReadWhileOtherEvidenceIsWritten() throws {
    try withStore { store, _ in
      try store.run(settings, readers: 1) { session, _ in
        let facts = try open(session)
        try add("a", to: session, number: 1)
        try session.finishAccounts(sources: [facts]) { try $1() }
        try session.database.execute(sql: "PRAGMA evidence.cache_size = 1; CREATE TABLE evidence.much (text BLOB)")
        for _ in 0..<50 { try session.database.execute(sql: "INSERT INTO evidence.much VALUES (zeroblob(40000))") }
        for _ in 0..<3 {
          let uids = try session.readAlongside { directory in
            try directory.database.all(sql: "SELECT uid FROM account") { $0.text(0) }
          }
          #expect(uids == ["a"])
        }
        try session.finishEvidence(sources: [facts]) { try $1() }
        let kinds = try session.readAlongside { directory in
          try directory.database.first(sql: "SELECT count(*) FROM coverage") { Int($0.integer(0)) }
        }
        #expect(kinds == EvidenceKind.allCases.count - 1)
      }
    }
  }

  /// Else a backup that reads the store at the wrong moment would cost the night.
  @Test func aReaderDelaysTheCommitAndDoesNotEndTheRun() throws {
    try withStore { store, folder in
      let reader = try Connection(path: folder.appending(path: "audit.sqlite").path)
      try store.run(settings) { session, _ in
        let facts = try open(session)
        try add("a", to: session, number: 1)
        try session.finish(sources: [facts])
        try reader.execute(sql: "BEGIN")
        _ = try reader.first(sql: "SELECT count(*) FROM stored_account") { $0.integer(0) }
        let handover = reader.handOver()
        Thread {
          Thread.sleep(forTimeInterval: 0.3)
          try? handover.take().execute(sql: "COMMIT")
          handover.release()
        }.start()
      }
      #expect(try store.read { try $0.first(sql: "SELECT count(*) FROM stored_account") { $0.integer(0) } } == 1)
    }
  }

  /// A command that asks may come while the first night makes the store.
  @Test func aReaderDelaysTheMakingOfAStoreAndDoesNotEndIt() throws {
    try withReader { path, handover in
      Thread {
        Thread.sleep(forTimeInterval: 0.3)
        try? handover.take().execute(sql: "COMMIT")
        handover.release()
      }.start()
      let store = try EvidenceStore(path: path)
      #expect(try store.read { try $0.isMigrated(by: Migrations.steps) })
    }
  }

  /// Another run would otherwise be waited for, which may take hours.
  @Test func aWriterEndsTheMakingOfAStoreAtOnce() throws {
    try withReader(begin: "BEGIN IMMEDIATE") { path, handover in
      let start = ContinuousClock.now
      #expect(throws: StoreError.inUse(path: path)) { try EvidenceStore(path: path) }
      #expect(ContinuousClock.now - start < .seconds(30))
      _ = handover
    }
  }

  /// Gives `body` a store whose making has begun, and a connection that is reading it.
  private func withReader(
    begin: String = "BEGIN", _ body: (_ path: String, Connection.Handover) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "audit.sqlite").path
    let reader = try Connection(path: path)
    try reader.execute(sql: "PRAGMA application_id = \(StoreFile.applicationID); \(begin)")
    _ = try reader.first(sql: "SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    try body(path, reader.handOver())
  }

  @Test func whatThrowsLeavesTheStoreAsItWas() throws {
    struct Stop: Error {}
    try withStore { store, folder in
      #expect(throws: Stop.self) {
        try store.run(settings, readers: 1) { session, _ in
          let facts = try open(session)
          try add("a", to: session, number: 1)
          try session.finish(sources: [facts])
          try session.keepAccounts()
          throw Stop()
        }
      }
      #expect(try store.read { try $0.first(sql: "SELECT count(*) FROM stored_account") { $0.integer(0) } } == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["audit.sqlite"])
      // And the next run finds everything as it should be.
      try store.run(settings) { session, _ in
        let facts = try open(session)
        try add("a", to: session, number: 1)
        try session.finish(sources: [facts])
      }
      #expect(try store.read { try $0.first(sql: "SELECT count(*) FROM stored_account") { $0.integer(0) } } == 1)
    }
  }

  /// Apple's notification may tell of a claim that the export does not carry: later nights know it without the
  /// notification.
  @Test func aClaimThatANotificationTellsIsKept() throws {
    func claims(in store: EvidenceStore) throws -> [Int] {
      try store.read { try $0.all(sql: "SELECT apple_claim FROM stored_account") { Int($0.integer(0)) } }
    }
    try withStore { store, _ in
      for (night, isTold) in [false, true].enumerated() {
        try store.run(settings) { session, _ in
          if isTold {
            try session.open(
              1, path: "notifications.ndjson", kind: .notifications, format: "f",
              capturedAt: Timestamp(milliseconds: 1000))
            let notification = NotificationRecord(
              type: "email-enabled", sub: "001.a.1", eventTime: Timestamp(milliseconds: 500), email: "a@icloud.example",
              isPrivateEmail: true)
            try session.accept(.notification(notification), at: Place(source: 1, number: 1))
          }
          let facts = try open(session)
          let account = AccountRecord(
            uid: "a", email: "a@icloud.example", credentials: [Credential(provider: "apple.com", rawID: "001.a.1")])
          _ = try account.withSketch { try session.screen($0, at: Place(source: 0, number: 1)) }
          try account.withSketch { try session.accept($0, at: Place(source: 0, number: 1)) }
          try session.finish(sources: [facts])
        }
        #expect(try claims(in: store) == [night])
      }
    }
  }

  /// Else a later night would not ask for what came since, or ask for what it knows.
  @Test func anAccountIsAsFirstSeenWhileNothingOfItCameLater() throws {
    let apple = Credential(provider: "apple.com", rawID: "001.a.1")
    let google = Credential(provider: "google.com", rawID: "g1")
    // Three nights of each account; nil while no export shows it.
    let stories: [String: [AccountRecord?]] = [
      "same": [0, 1, 2].map { _ in AccountRecord(uid: "same", phone: "+15550100", credentials: [apple, google]) },
      "back": [
        AccountRecord(uid: "back", credentials: [apple]), nil, AccountRecord(uid: "back", credentials: [apple]),
      ],
      "late": [
        nil, AccountRecord(uid: "late", credentials: [apple]), AccountRecord(uid: "late", credentials: [apple]),
      ],
      "phone": [nil, "+15550100", "+15550100"].map { AccountRecord(uid: "phone", phone: $0, credentials: [apple]) },
      "other phone": ["+15550100", "+15550101", "+15550101"].map {
        AccountRecord(uid: "other phone", phone: $0, credentials: [apple])
      },
      "photo": [false, true, true].map { AccountRecord(uid: "photo", hasPhoto: $0, credentials: [apple]) },
      "google": [[apple], [apple, google], [apple, google]].map { AccountRecord(uid: "google", credentials: $0) },
      "no google": [[apple, google], [apple, google], [apple]].map { AccountRecord(uid: "no google", credentials: $0) },
      "never apple": [0, 1, 2].map { _ in
        AccountRecord(uid: "never apple", email: "abcde12345@privaterelay.appleid.com")
      },
      "no apple": [[apple, google], [google], [google]].map { AccountRecord(uid: "no apple", credentials: $0) },
    ]
    let expected = [
      "same": true, "back": true, "late": true, "phone": false, "other phone": false, "photo": true, "google": false,
      "no google": true, "never apple": false, "no apple": false,
    ]
    try withStore { store, _ in
      for night in 0..<3 {
        try store.run(settings) { session, _ in
          let time = Timestamp(milliseconds: Int64(night + 1) * 1000)
          try session.open(0, path: "users.json", kind: .accounts, format: "f", capturedAt: time)
          for (index, story) in stories.sorted(by: { $0.key < $1.key }).enumerated() {
            guard let account = story.value[night] else { continue }
            let place = Place(source: 0, number: Int64(index + 1))
            guard try account.withSketch({ try session.screen($0, at: place) }) == .inScope else {
              Issue.record("\(story.key) is out of scope")
              continue
            }
            try account.withSketch { try session.accept($0, at: place) }
          }
          let facts = SourceFacts(
            ordinal: 0, path: "users.json", kind: .accounts, format: "f", capturedAt: time, records: 9, rejected: 0,
            isTruncated: false, generation: .new, showsTenants: true, secrets: [])
          try session.finish(sources: [facts])
        }
        let flags = try store.read { try MigrationsTests.checkFlags(in: $0) }
        if night == 2 { #expect(flags == expected) }
      }
    }
  }
}
