import AccountFixtures
import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Whoever has a name in common with tonight's records stays together with them.
@Suite struct StateNameTests {
  /// The lines after nights of these records.
  private func lines(_ nights: [[StateNight.Record]]) throws -> [StateLine] {
    let files = try StateFiles()
    let store = try files.store("audit")
    for (number, records) in nights.enumerated() {
      var night = StateNight(number, people: 0)
      night.records = records.enumerated().map { (Int64($0 + 1), $1) }
      try night.audit(store)
    }
    return try files.export().lines
  }

  /// All that a record can name, with its own value of each.
  private static func subject(_ name: String, _ digit: Int) -> Subject {
    Subject(
      uid: "\(name)-uid", email: "\(name)@example.com", phone: "+155501\(digit)00", appleSub: "001.\(name).1",
      emailSHA256: String(repeating: "\(digit)", count: 64))
  }

  @Test func aRememberedRecordHasTheNamesOfTheRecord() throws {
    let at = Timestamp(milliseconds: 86_400_000)
    let relay = "r@privaterelay.appleid.com"
    var token = NotificationRecord(
      type: "email-disabled", sub: "001.bad.1", eventTime: at, jti: "jti-2")
    (token.tokenDigest, token.isSigned, token.problem) = (77, true, .badSignature)
    let records: [EvidenceRecord] = [
      .consent(
        ConsentRecord(subject: Self.subject("consent", 0), purpose: "link:phone", givenAt: at, consentID: "consent-id")),
      .link(LinkRecord(subject: Self.subject("link", 1), provider: "google.com", linkedAt: at)),
      .deletion(DeletionRecord(subject: Self.subject("deletion", 2), requestID: "request-1", requestedAt: at)),
      .revocation(RevocationRecord(subject: Self.subject("revocation", 3), requestID: "request-2", at: at)),
      .accountDeletion(AccountDeletionRecord(subject: Self.subject("removal", 4), deletedAt: at)),
      .notification(
        NotificationRecord(
          type: "email-disabled", sub: "001.notice.1", eventTime: at, email: "notice@example.com",
          isPrivateEmail: true, jti: "jti-1", isVerified: true)),
      .notification(token),
      .signIn(
        SignInRecord(
          subject: Self.subject("signin", 5), at: at, provider: "apple.com", hasNonce: true, nonceHash: "nonce",
          nonceForm: .hash, isNonceHashed: true, isNonceRaw: false, audience: "app", isPrivateEmail: true)),
      .mail(MailRecord(recipient: relay, sender: nil, at: at)),
      .alias(
        AliasRecord(
          oldSub: "001.old.1", newSub: "001.new.1", oldEmail: "old@example.com", newEmail: "new@example.com",
          transferredAt: at)),
    ]
    let kinds = Set(records.map(\.kind.rawValue))
    #expect(kinds == Set(MemoryTables.contents.flatMap(\.kinds)), "each remembered kind has to be there")
    let names = Set(try lines([records.map { .other($0) }]).flatMap(\.names))
    for record in records {
      var missing = Set(SharedNames(of: record).all).subtracting(names)
      // Their addresses are remembered by their keys alone, and the account that bears one has its hash.
      if record.kind == .consents || record.kind == .links {
        missing.remove(SubjectKey.hashed(email: record.base.person?.email ?? "").bits)
      }
      #expect(missing.isEmpty, "\(record.kind.rawValue)")
    }
  }

  @Test func aPersonHasTheNamesOfAllNights() throws {
    let before = AccountRecord(
      uid: "u1", tenant: "t", email: "before@example.com", phone: "+15550100",
      credentials: [
        Credential(provider: "apple.com", rawID: "001.a.1", email: "r1@privaterelay.appleid.com"),
        Credential(provider: "google.com", rawID: "g", email: "google@example.com"),
      ], secondFactorPhones: ["+15550101", "+*******0102"])
    var after = before
    after.email = "after@example.com"
    after.credentials.removeLast()
    let lines = try lines([[.account(before)], [.account(after)]])
    #expect(lines.count == 1)
    let names = Set(try #require(lines.first).names)
    for account in [before, after] {
      #expect(Set(account.withSketch { SharedNames(of: $0).all }).isSubset(of: names))
    }
    // Thousands of people share the digits that are shown.
    #expect(!names.contains(SubjectKey(phone: "0102").bits))
    #expect(!names.contains(0))
  }

  /// Of an account out of scope there are keys alone.
  @Test func aStrangerHasTheNamesThatTheStoreNoted() throws {
    let stranger = AccountRecord(
      uid: "u2", tenant: "t", email: "stranger@example.com", phone: "+15550100", secondFactorPhones: ["+*******0102"])
    let nameless = AccountRecord(uid: "u3")
    let lines = try lines([[.account(stranger), .account(nameless)]])
    #expect(
      Set(lines.flatMap(\.names)) == [
        NamePair.account(uid: "u2", tenant: "t"), SubjectKey(email: "stranger@example.com").bits,
        SubjectKey(phone: "+15550100").bits,
      ])
    #expect(
      stranger.withSketch { SharedNames(of: $0).all }.contains(NamePair.account(uid: "u2", tenant: "t")),
      "tonight's record has no key by which the store knows the account")
  }

  /// The account was noted when the record was read: by now its names may be somebody else's.
  @Test func aRecordOfAnAccountIsInItsLine() throws {
    let account = AccountRecord(
      uid: "u1", email: "a@example.com", credentials: [Credential(provider: "apple.com", rawID: "001.a.1")])
    let request = EvidenceRecord.deletion(
      DeletionRecord(
        subject: Subject(email: "a@example.com"), requestID: "d-1", requestedAt: Timestamp(milliseconds: 9)))
    let lines = try lines([[.other(request), .account(account)]])
    #expect(lines.count == 1)
    #expect(lines.first?.rows["remembered_record"]?.count == 1)
    #expect(lines.first?.rows["remembered_deletion_data"]?.count == 1)
  }
}
