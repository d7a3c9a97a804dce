import AccountFixtures
import Effort
import Foundation
import History
import Storage
import Testing
import Timestamps

@testable import Evidence

/// What on an Apple account is a link, and when it was made.
@Suite struct LinkBuilderTests {
  private static let captured = Timestamp(milliseconds: 9_000_000)
  private static let created = Timestamp(milliseconds: 1_000_000)
  private static let relay = "a1@privaterelay.appleid.com"

  /// A link as text: kind, object, its values, and what tells it from others of the object.
  private func links(
    of account: AccountRecord, events: [LinkEvent] = []
  ) throws -> [String] {
    try withLinks(of: account, events) { row in
      let values = [row.optionalText(2), row.optionalText(3)].compactMap { $0 }
      let rest = row.optionalText(4) == nil ? "" : " again"
      return ([row.text(0) == row.text(1) ? row.text(0) : "\(row.text(0)) \(row.text(1))"] + values).joined(
        separator: " ") + rest
    }
  }

  private func withLinks<Value>(
    of account: AccountRecord, _ events: [LinkEvent], _ read: (SelectStatement) -> Value
  ) throws -> [Value] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = EvidenceSettings(project: "p", asOf: Self.captured, relayHosts: RelayHosts(), purposes: PurposeMap())
    let store = try EvidenceStore(path: folder.appending(path: "audit.sqlite").path, isDurable: false)
    return try store.run(settings, isKept: false) { session, _ in
      try session.open(0, path: "accounts.json", kind: .accounts, format: "own", capturedAt: Self.captured)
      try account.withSketch { try session.accept($0, at: Place(source: 0, number: 1)) }
      try session.endReading(nil)
      try LinkBuilder(session: session).build([1: events])
      return try session.database.all(
        sql: """
          SELECT kind, object, identifier, other_identifier, discriminator, linked_from, linked_to, basis, anonymity
          FROM evidence.link_row ORDER BY link
          """, read)
    }
  }

  private static func account(
    email: String? = relay, phone: String? = nil, hasPassword: Bool = false, isPrivate: Bool? = nil,
    _ credentials: [Credential] = [], factors: [String] = []
  ) -> AccountRecord {
    AccountRecord(
      uid: "a", email: email, phone: phone, createdAt: created, hasPassword: hasPassword, isPrivateEmail: isPrivate,
      credentials: [Credential(provider: "apple.com", rawID: "001", email: relay)] + credentials,
      secondFactorPhones: factors)
  }

  private static let google = Credential(provider: "google.com", rawID: "g1", email: "g@example.com")

  @Test func applesOwnAddressIsNone() throws {
    #expect(try links(of: Self.account()) == [])
    let shown = AccountRecord(
      uid: "a", email: "a@example.com", credentials: [Credential(provider: "apple.com", email: "a@example.com")])
    #expect(try links(of: shown) == [])
  }

  @Test func eachIdentifierIsOne() throws {
    #expect(
      try links(of: Self.account(email: "a@example.com", phone: "+15550101", [Self.google])) == [
        "email a@example.com", "phone +15550101", "social google.com g1 g@example.com",
      ])
  }

  /// The provider brought the address, which is no further name of the person.
  @Test func anAddressThatASocialCredentialBroughtIsNone() throws {
    #expect(
      try links(of: Self.account(email: "g@example.com", [Self.google])) == ["social google.com g1 g@example.com"])
  }

  /// Where Apple's credential shows no address, the top-level one came from Apple, unless a password may have brought
  /// it.
  @Test func anAddressThatNothingElseCanHaveBroughtIsApples() throws {
    func account(hasPassword: Bool) -> AccountRecord {
      AccountRecord(
        uid: "a", email: "a@example.com", hasPassword: hasPassword,
        credentials: [Credential(provider: "apple.com", rawID: "001")])
    }
    #expect(try links(of: account(hasPassword: false)) == [])
    #expect(try links(of: account(hasPassword: true)) == ["email a@example.com"])
  }

  @Test func thePasswordsAddressNeedNotBeTheAccounts() throws {
    let password = Credential(provider: "password", email: "p@example.com")
    #expect(
      try links(of: Self.account(email: "a@example.com", hasPassword: true, [password])) == [
        "email a@example.com", "email p@example.com again",
      ])
    // The same address is one link.
    let same = Credential(provider: "password", email: "a@example.com")
    #expect(try links(of: Self.account(email: "a@example.com", hasPassword: true, [same])) == ["email a@example.com"])
    let hidden = Credential(provider: "password", email: Self.relay)
    #expect(try links(of: Self.account(hasPassword: true, [hidden])) == [])
  }

  @Test func anObfuscatedNumberIsTheOneThatEndsLikeIt() throws {
    #expect(
      try links(of: Self.account(phone: "+15550101", factors: ["+*******0101", "+*******0102", "+15550103"])) == [
        "phone +15550101", "phone +15550103 again", "phone +*******0102 again",
      ])
  }

  /// If each number were compared with each, this would take minutes.
  @Test func theWorkGrowsAsTheNumbersDo() throws {
    let whole = (0..<60_000).map { "+1555\(100_000 + $0)" }
    let obfuscated = (0..<60_000).map { "+1***\(100_000 + $0)" }
    let passwords = (0..<20_000).map { Credential(provider: "password", email: "p\($0)@example.com") }
    let (found, seconds) = try effort {
      try links(of: Self.account(email: "a@example.com", hasPassword: true, passwords, factors: whole + obfuscated))
    }
    #expect(seconds < 60)
    #expect(found.count == 1 + passwords.count + whole.count)
    #expect(found.first == "email a@example.com")
  }

  @Test func socialCredentialsComeInAnOrderOfTheirOwn() throws {
    let credentials = [
      Credential(provider: "google.com", rawID: "g2"), Self.google,
      Credential(provider: "saml.example", rawID: "Person@Example.com"),
    ]
    for credentials in [credentials, credentials.reversed()] {
      #expect(
        try links(of: Self.account(credentials)) == [
          "social saml.example person@example.com", "social google.com g1 g@example.com", "social google.com g2 again",
        ])
    }
  }

  @Test(arguments: ["anonymous", "custom", "firebase"])
  func credentialsThatLinkNobodyAreNone(provider: String) throws {
    #expect(try links(of: Self.account([Credential(provider: provider, rawID: "x")])) == [])
  }

  @Test func accountsWithoutAppleHaveNone() throws {
    #expect(try links(of: AccountRecord(uid: "a", phone: "+15550101", credentials: [Self.google])) == [])
  }

  @Test func anEventGivesTheTime() throws {
    let events = [
      LinkEvent(provider: "google.com", at: 5_000_000, isUnlink: false, identifier: "g1", ref: 7),
      LinkEvent(provider: "phone", at: 4_000_000, isUnlink: false, identifier: "+15550199", ref: 8),
    ]
    let times = try withLinks(of: Self.account(phone: "+15550101", [Self.google]), events) { row in
      "\(row.text(1)) \(row.optionalInteger(5) ?? 0) \(row.optionalInteger(6) ?? 0) \(row.text(7)) \(row.text(8))"
    }
    // The event of another number tells nothing of this one.
    #expect(
      times == [
        "phone 1000000 9000000 creation anonymized", "google.com 5000000 5000000 link-event anonymized",
      ])
  }
}
