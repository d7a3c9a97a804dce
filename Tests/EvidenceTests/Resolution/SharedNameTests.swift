import AccountFixtures
import Demo
import Effort
import Foundation
import History
import Storage
import Testing
import Timestamps

@testable import Evidence

/// Records by a name that very many accounts bear, such as the address that an app gives to all deleted accounts.
@Suite struct SharedNameTests {
  private static let email = "deleted@example.com"
  /// Milliseconds.
  private static let asOf: Int64 = 10_000

  private struct Fixture {
    /// By when they were captured.
    var exports: [(capturedAt: Int64, accounts: [AccountRecord])]
    var records: [EvidenceRecord]
  }

  /// Gives `body` a session in which all is read and the records are resolved.
  private func withSession(_ fixture: Fixture, _ body: (EvidenceSession) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = EvidenceSettings(
      project: "p", asOf: Timestamp(milliseconds: Self.asOf), relayHosts: RelayHosts(), purposes: PurposeMap())
    let store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path, isDurable: false)
    try store.run(settings, isKept: false) { session, _ in
      func open(_ source: Int, _ kind: EvidenceKind, at time: Int64) throws {
        try session.open(
          source, path: "\(source).json", kind: kind, format: "own", capturedAt: Timestamp(milliseconds: time))
      }
      try open(0, .consents, at: Self.asOf)
      for (index, record) in fixture.records.enumerated() {
        try session.accept(record, at: Place(source: 0, number: Int64(index + 1)))
      }
      for (index, export) in fixture.exports.enumerated() {
        try open(index + 1, .accounts, at: export.capturedAt)
        for (number, account) in export.accounts.enumerated() {
          let place = Place(source: index + 1, number: Int64(number + 1))
          #expect(try account.withSketch { try session.screen($0, at: place) } == .inScope)
          try account.withSketch { try session.accept($0, at: place) }
        }
      }
      try session.endReading(nil)
      try session.database.execute(sql: RunTables.identifierIndex)
      try SubjectResolver(session: session).resolve()
      try body(session)
    }
  }

  private func account(_ number: Int, tenant: String? = nil, createdAt: Int64? = nil) -> AccountRecord {
    AccountRecord(
      uid: "u\(number)", tenant: tenant, email: Self.email, createdAt: createdAt.map(Timestamp.init(milliseconds:)),
      credentials: [Credential(provider: "apple.com", rawID: "001.\(number).1")])
  }

  private func consent(tenant: String? = nil, at time: Int64) -> EvidenceRecord {
    .consent(
      ConsentRecord(
        subject: Subject(tenant: tenant, email: Self.email), purpose: "link:phone",
        givenAt: Timestamp(milliseconds: time)))
  }

  private func request(_ id: Int, at time: Int64) -> EvidenceRecord {
    .deletion(
      DeletionRecord(
        subject: Subject(email: Self.email), requestID: "r\(id)", requestedAt: Timestamp(milliseconds: time)))
  }

  /// What is seen at once is what going through all accounts comes to.
  @Test func recordsMeanWhomAllBearingsTell() throws {
    var random = SplitMix64(seed: 20_261_201)
    let tenants: [String?] = [nil, nil, "t"]
    for round in 0..<12 {
      let exports = (1...3).map { export in
        let capturedAt = Int64(export) * 2_000
        return (
          capturedAt: capturedAt,
          accounts: (1...(round % 3 * 6 + 2)).map { number in
            account(
              export * 100 + number, tenant: tenants.randomElement(using: &random) ?? nil,
              createdAt: Bool.random(using: &random) ? Int64.random(in: 0...capturedAt, using: &random) : nil)
          }
        )
      }
      let records = (0..<60).map { number in
        let time = Int64.random(in: 0...7_000, using: &random)
        return number % 3 == 0
          ? request(number, at: time) : consent(tenant: tenants.randomElement(using: &random) ?? nil, at: time)
      }
      try withSession(Fixture(exports: exports, records: records)) { session in
        let database = session.database
        let bearings = try CurrentBearings(database)
        let all = try database.all(sql: "SELECT account FROM accounts.account_row") { $0.integer(0) }
          .flatMap { try bearings.of($0) }.filter { $0.name == SubjectKey(email: Self.email).bits }
        let ambiguous = Set(
          try database.all(sql: "SELECT ref FROM \(RunTables.ambiguous.name)") { $0.integer(0) })
        let rows = try database.all(
          sql: """
            SELECT k.ref, k.tenant, k.at, k.before, e.account FROM \(RunTables.keys.name) k
            LEFT JOIN \(RunTables.evidenceAccounts.name) e ON e.ref = k.ref
            """
        ) { row in
          (
            ref: row.integer(0), tenant: row.optionalText(1), at: row.optionalInteger(2),
            before: row.optionalInteger(3), account: row.optionalInteger(4)
          )
        }
        #expect(rows.count == records.count)
        for row in rows {
          let existing = all.filter { ($0.createdAt ?? .min) <= row.before ?? .max }
          let admitted = row.tenant == nil ? existing : existing.filter { $0.tenant == row.tenant }
          let bearers = NameBearing.bearers(of: admitted, at: row.at)
          let plain = bearers.intersection(existing.filter { $0.tenant == nil }.map(\.account))
          let expected = row.tenant == nil && !plain.isEmpty ? plain : bearers
          #expect(ambiguous.contains(row.ref) == (expected.count > 1), "round \(round), \(row)")
          #expect(row.account == (expected.count == 1 ? expected.first : nil), "round \(round), \(row)")
        }
      }
    }
  }

  /// If each record went through each account, this would take minutes.
  @Test func theirWorkIsNotTheirProduct() throws {
    let accounts = (0..<40_000).map { account($0, createdAt: Int64($0 % 5_000)) }
    let records = (0..<10_000).map { consent(at: Int64($0 % 4_000) + 5_000) }
    let (_, seconds) = try effort {
      try withSession(Fixture(exports: [(9_500, accounts)], records: records)) { session in
        let sql = "SELECT count(*) FROM \(RunTables.ambiguous.name)"
        let count = try session.database.first(sql: sql) { $0.integer(0) }
        #expect(count == 10_000)
      }
    }
    #expect(seconds < 60)
  }
}
