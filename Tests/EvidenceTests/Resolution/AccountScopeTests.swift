import AccountFixtures
import Testing

@testable import Evidence

/// Which accounts are stored.
@Suite struct AccountScopeTests {
  private let scope = AccountScope(hosts: RelayHosts())
  private let keys = AccountKeys()

  private func contains(_ account: AccountRecord) -> Bool {
    account.withSketch { sketch in
      keys.take(sketch)
      return scope.contains(sketch, keys)
    }
  }

  /// Evidence of the person, read before the accounts.
  private func name(_ person: Subject, bringsIntoScope: Bool = true) {
    scope.name(SubjectKeys(person), bringsIntoScope: bringsIntoScope)
  }

  private static let relay = "a1@privaterelay.appleid.com"

  @Test(arguments: [
    AccountRecord(uid: "a", credentials: [Credential(provider: "apple.com", rawID: "001")]),
    AccountRecord(uid: "a", email: relay),
    AccountRecord(uid: "a", credentials: [Credential(provider: "google.com", rawID: "g", email: relay)]),
    // A look-alike of the relay's host.
    AccountRecord(uid: "a", email: "a1@privaterelay.appleld.com"),
    AccountRecord(uid: "a", email: "a@example.com", isPrivateEmail: true),
    AccountRecord(
      uid: "a", credentials: [Credential(provider: "oidc.x", email: "a@example.com", isPrivateEmail: true)]),
  ])
  func whatHasSomethingOfApplesIsInScope(account: AccountRecord) {
    #expect(contains(account))
  }

  @Test func otherAccountsAreNot() {
    let account = AccountRecord(
      uid: "a", email: "a@example.com", phone: "+15550101", isPrivateEmail: false,
      credentials: [Credential(provider: "google.com", rawID: "g", email: "a@example.com", isPrivateEmail: false)])
    #expect(!contains(account))
    name(Subject(uid: "b", email: "b@example.com", phone: "+15550102"))
    #expect(!contains(account))
  }

  @Test(arguments: [
    Subject(uid: "a"), Subject(email: "A@Example.com"), Subject(phone: "+1 555 0101"), Subject(email: "g@example.com"),
    Subject(phone: "+15550103"), Subject(phone: "+15550104"),
    // The SHA-256 of a@example.com.
    Subject(emailSHA256: "08168cd80dfd534ab0f10af10f1303fe00af2d43ab5c1432360d137f8197e17a"),
  ])
  func whomEvidenceNamesIsInScope(person: Subject) {
    let account = AccountRecord(
      uid: "a", email: "a@example.com", phone: "+15550101",
      credentials: [Credential(provider: "google.com", rawID: "g", email: "g@example.com", phone: "+15550103")],
      secondFactorPhones: ["+15550104"])
    name(person)
    #expect(contains(account))
    #expect(!contains(AccountRecord(uid: "b", email: "b@example.com", phone: "+15550102")))
  }

  /// Consents of people without Apple are about nobody who is stored, but their accounts are known to be there.
  @Test func aConsentBringsNobodyIntoScope() throws {
    let (uid, email, other) = (
      SubjectKey(uid: "a").bits, SubjectKey(email: "a@example.com").bits, SubjectKey(uid: "b").bits
    )
    name(Subject(uid: "a", email: "a@example.com"), bringsIntoScope: false)
    name(Subject(uid: "b"), bringsIntoScope: false)
    #expect(!contains(AccountRecord(uid: "a", email: "c@example.com")))
    #expect(!scope.isInSnapshot(uid))
    scope.noteOutOfScope()
    #expect(scope.isInSnapshot(uid) && !scope.isInSnapshot(email) && !scope.isInSnapshot(other))
    #expect(scope.namedKey(email) == email && !scope.bringsIntoScope(email))
    // Another kind of evidence that uses the name as well.
    name(Subject(uid: "a"))
    #expect(contains(AccountRecord(uid: "a", email: "c@example.com")))
  }

  /// The names of one account are not those of the next.
  @Test func onlyTheAccountTestedLastIsNoted() {
    name(Subject(uid: "a"), bringsIntoScope: false)
    name(Subject(uid: "b"), bringsIntoScope: false)
    #expect(!contains(AccountRecord(uid: "a")) && !contains(AccountRecord(uid: "b")))
    scope.noteOutOfScope()
    #expect(!scope.isInSnapshot(SubjectKey(uid: "a").bits) && scope.isInSnapshot(SubjectKey(uid: "b").bits))
  }

  @Test func aPersonIsNamedByFormerNamesToo() throws {
    name(Subject(email: "old@example.com"))
    scope.join(AliasRecord(oldEmail: "old@example.com", newEmail: "new@example.com"))
    scope.close()
    #expect(contains(AccountRecord(uid: "a", email: "new@example.com")))
    #expect(
      scope.namedKey(SubjectKey(email: "new@example.com").bits)
        == scope.namedKey(SubjectKey(email: "old@example.com").bits))
    #expect(!contains(AccountRecord(uid: "a", email: "newer@example.com")))
  }

  /// By then accounts before it have been passed over.
  @Test func aNameThatComesWithTheAccountsBringsNobodyIntoScope() {
    scope.close()
    name(Subject(uid: "a"))
    let key = SubjectKey(uid: "a").bits
    #expect(scope.hasNames && scope.namedKey(key) == key && !scope.bringsIntoScope(key))
    #expect(!contains(AccountRecord(uid: "a")))
    #expect(scope.namedKey(SubjectKey(uid: "b").bits) == nil)
  }

  @Test func aCopySharesTheNames() {
    name(Subject(uid: "a"), bringsIntoScope: false)
    scope.close()
    let copy = AccountScope(copy: scope)
    AccountRecord(uid: "a").withSketch { sketch in
      keys.take(sketch)
      #expect(!copy.contains(sketch, keys))
    }
    // What one thread tested is not what the other one notes.
    scope.noteOutOfScope()
    #expect(!scope.isInSnapshot(SubjectKey(uid: "a").bits))
    copy.noteOutOfScope()
    #expect(scope.isInSnapshot(SubjectKey(uid: "a").bits))
  }
}
