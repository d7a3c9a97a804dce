import AccountFixtures
import Foundation
import History
import Storage
import Testing
import Timestamps

@testable import Evidence

/// `AccountRowWriter` binds values by position. Each must arrive in its own column, here and in the store.
@Suite struct AccountTableTests {
  private let settings = EvidenceSettings(
    project: "p", asOf: Timestamp(milliseconds: 0), relayHosts: RelayHosts(), purposes: PurposeMap())

  private let account = {
    var account = AccountRecord(
      uid: "u", tenant: "t", email: "Own@Example.com", phone: "+1 555 0100", createdAt: Timestamp(milliseconds: 500),
      hasPassword: true, hasPhoto: false,
      credentials: [Credential(provider: "apple.com", rawID: "001.a.1", email: "A@privaterelay.appleid.com")])
    account.displayName = "Jo Example"
    return account
  }()

  /// Values as SQL's `quote` shows them, by column.
  private let expected = [
    "account": "1", "captured_at": "1000", "gone_at": "NULL", "known": "1", "present": "1", "apple_credential": "1",
    "apple_claim": "0",
    "anonymized": "1", "apple": "'yes'", "export": "'new'", "email_class": "'ordinary'", "email_resembles": "NULL",
    "relay_address": "'a@privaterelay.appleid.com'", "apple_sub": "'001.a.1'", "email": "'own@example.com'",
    "tenant": "'t'", "uid": "'u'", "phone": "'+15550100'", "has_photo": "0", "has_password": "1", "created_at": "500",
    "apple_email": "'a@privaterelay.appleid.com'", "apple_email_class": "'relay'", "apple_email_resembles": "NULL",
    "providers": "'apple.com password phone'", "change": "1", "ever_apple": "1", "ever_shown_without_apple": "0",
    "first_seen_at": "1000", "is_as_first_seen": "1", "apple_seen_at": "1000", "apple_absent_at": "NULL",
    "email_seen_at": "1000", "email_absent_at": "NULL", "phone_seen_at": "1000", "phone_absent_at": "NULL",
    "display_name": "'Jo Example'", "name_seen_at": "1000", "name_absent_at": "NULL", "anonymized_at": "1000",
  ]

  private func withStore(_ body: (EvidenceStore) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(EvidenceStore(path: folder.appending(path: "audit.sqlite").path))
  }

  /// Audits a night whose export shows one account.
  private func night(
    _ store: EvidenceStore, _ account: AccountRecord, at time: Int64, _ body: (EvidenceSession) throws -> Void
  ) throws {
    try store.run(settings) { session, _ in
      let captured = Timestamp(milliseconds: time)
      try session.open(0, path: "users.json", kind: .accounts, format: "f", capturedAt: captured)
      let place = Place(source: 0, number: 7)
      try account.withSketch { sketch in
        #expect(try session.screen(sketch, at: place) == .inScope)
        try session.accept(sketch, at: place)
      }
      try session.finish(sources: [
        SourceFacts(
          ordinal: 0, path: "users.json", kind: .accounts, format: "f", capturedAt: captured, records: 1, rejected: 0,
          isTruncated: false, generation: .new, showsTenants: true)
      ])
      try body(session)
    }
  }

  private func row(_ columns: [String], from table: String, in database: Connection) throws -> [String: String] {
    let quoted = columns.map { "quote(\($0))" }.joined(separator: ", ")
    let row = try SelectStatement(database, "SELECT \(quoted) FROM \(table) WHERE account = 1")
    #expect(try row.next())
    defer { row.reset() }
    return Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, row.text(Int32($0))) })
  }

  @Test func everyValueIsInItsColumn() throws {
    try withStore { store in
      try night(store, account, at: 1000) { session in
        var found = try row(AccountTable.rows.columns.map(\.name), from: AccountTable.rows.name, in: session.database)
        #expect(found.removeValue(forKey: "ref") == "\(Place(source: 0, number: 7).ref)")
        #expect(found.removeValue(forKey: "uid_key").flatMap(Int64.init) != nil)
        #expect(found.removeValue(forKey: "content").flatMap(Int64.init) != nil)
        #expect(found == expected)
      }
    }
  }

  @Test func whatIsKeptIsTakenOverByALaterNight() throws {
    try withStore { store in
      try night(store, account, at: 1000) { _ in }
      let kept = AccountTable.kept.filter { !["uid_key", "content"].contains($0) }
      let stored = try store.read { try row(kept, from: "main.stored_account", in: $0) }
      #expect(stored == expected.filter { kept.contains($0.key) })
      var other = account
      other.uid = "another"
      try night(store, other, at: 2000) { session in
        let columns = AccountTable.takenOver + ["relay_address"]
        let found = try row(columns, from: AccountTable.rows.name, in: session.database)
        #expect(found == expected.filter { columns.contains($0.key) })
      }
    }
  }
}
