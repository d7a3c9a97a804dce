import AccountFixtures
import Testing

@testable import Evidence

/// Whether an account is stored, counted, repeated or rejected.
@Suite struct AccountScreenerTests {
  private func screener(
    naming persons: [Subject] = [], known: [String] = [], wanted: [String] = [], privateEmails: [String] = []
  ) throws -> AccountScreener {
    let scope = AccountScope(hosts: RelayHosts())
    for person in persons { scope.name(SubjectKeys(person), bringsIntoScope: true) }
    scope.close()
    let accounts = (0..<known.count).map {
      KnownAccount(account: Int64($0 + 1), content: 0, firstSeenAt: 0, isGone: false, isAsFirstSeen: true)
    }
    let screener = AccountScreener(
      scope: scope, hosts: RelayHosts(), known: KnownAccounts(keys: known.map(key), accounts: accounts),
      wanted: Set(wanted.map(key)), file: try .temporary(),
      privateEmails: Set(privateEmails.map { SubjectKey(email: $0).bits }))
    screener.paths = [0: "first.json", 1: "second.json"]
    return screener
  }

  private func key(_ uid: String) -> UInt64 { NamePair.account(uid: uid, tenant: nil) }

  private func screen(
    _ account: AccountRecord, by screener: AccountScreener, source: Int = 0, number: Int64 = 1
  ) throws -> Screening {
    try account.withSketch { try screener.screen($0, at: Place(source: source, number: number)) }
  }

  private static let apple = [Credential(provider: "apple.com", rawID: "001")]

  @Test func accountsAreStoredOrCounted() throws {
    let screener = try screener(naming: [Subject(uid: "named")], known: ["known"], wanted: ["wanted"])
    #expect(try screen(AccountRecord(uid: "a", credentials: Self.apple), by: screener) == .inScope)
    for uid in ["named", "known", "wanted"] {
      #expect(try screen(AccountRecord(uid: uid), by: screener) == .inScope, "\(uid)")
    }
    #expect(try screen(AccountRecord(uid: "other"), by: screener) == .outOfScope)
    #expect(screener.count == 5)
  }

  @Test func aRepetitionIsCountedInItsSource() throws {
    let screener = try screener()
    let account = AccountRecord(uid: "b", email: "b@example.com", credentials: Self.apple)
    #expect(try screen(account, by: screener) == .inScope)
    // A uid that does not ascend.
    #expect(try screen(AccountRecord(uid: "a"), by: screener) == .outOfScope)
    #expect(try screen(account, by: screener, source: 1, number: 7) == .duplicate)
    #expect(try screen(account, by: screener, source: 1, number: 8) == .duplicate)
    #expect(screener.duplicates == [1: 2] && screener.count == 2)
  }

  @Test func aContradictionIsRejectedWithThePlaceOfTheFirst() throws {
    let screener = try screener()
    _ = try screen(AccountRecord(uid: "b", email: "b@example.com"), by: screener, number: 3)
    _ = try screen(AccountRecord(uid: "a"), by: screener, number: 4)
    let rejection = #expect(throws: RecordRejection.self) {
      try screen(AccountRecord(uid: "b", email: "c@example.com"), by: screener, source: 1, number: 5)
    }
    let place = Place(source: 0, number: 3)
    #expect(
      rejection?.reason
        == "the account is also at \(place.words) of first.json, with other content; keep one of the two")
    #expect(screener.duplicates.isEmpty && screener.count == 2)
  }

  @Test func tenantsHaveAccountsOfTheirOwn() throws {
    let screener = try screener()
    #expect(try screen(AccountRecord(uid: "a", credentials: Self.apple), by: screener) == .inScope)
    for tenant in ["north", "south"] {
      let account = AccountRecord(uid: "a", tenant: tenant, phone: "+15550101")
      #expect(try screen(account, by: screener) == .outOfScope, "\(tenant)")
      #expect(try screen(account, by: screener) == .duplicate, "\(tenant)")
    }
    #expect(screener.tenants.values.sorted() == ["north", "south"] && screener.count == 3)
  }

  @Test func theNamesOfAccountsOutOfScopeAreKept() throws {
    let screener = try screener()
    _ = try screen(AccountRecord(uid: "a", email: "a@example.com", credentials: Self.apple), by: screener)
    _ = try screen(
      AccountRecord(
        uid: "b", email: "b@example.com", phone: "+15550102",
        credentials: [Credential(provider: "google.com", rawID: "g", email: "b@example.com")]), by: screener)
    _ = try screen(AccountRecord(uid: "c"), by: screener)
    let pairs = try (0..<NamePair.bucketCount).flatMap { try screener.outside.pairs(in: $0) }
    let expected = [
      NamePair(account: key("b"), name: SubjectKey(email: "b@example.com").bits),
      NamePair(account: key("b"), name: SubjectKey(phone: "+15550102").bits),
      NamePair(account: key("c"), name: NamePair.nameless),
    ]
    #expect(pairs.count == 3 && Set(pairs) == Set(expected))
  }

  /// Apple's tokens may call an address private that no export does.
  @Test func anAddressThatATokenCallsPrivateIsPrivate() throws {
    func contents(_ screener: AccountScreener) -> (account: UInt64, other: UInt64) {
      let arena = TextArena()
      func content(_ email: String) -> UInt64 {
        AccountRecord(uid: email, email: email, credentials: Self.apple).withSketch {
          screener.prepare($0, in: arena).account.content
        }
      }
      return withExtendedLifetime(arena) { (content("a@example.com"), content("b@example.com")) }
    }
    let without = contents(try screener())
    let with = contents(try screener(privateEmails: ["a@example.com"]))
    #expect(with.account != without.account && with.other == without.other)
  }
}
