import AccountFixtures
import Foundation
import Testing
import Timestamps

@testable import Evidence

/// What makes records belong together, and how records of every kind are written as JSON.
@Suite struct SharedNamesTests {
  @Test func recordsOfEveryKindAreReadAsTheyWereWritten() throws {
    let kinds = Set(KindSample.all.map { type(of: $0.record).kind })
    #expect(kinds.count == EvidenceKind.allCases.count(where: \.hasRecords))
    for sample in KindSample.all {
      let record = EvidenceRecord(sample.record)
      #expect(record.kind == type(of: sample.record).kind)
      #expect(try JSONDecoder().decode(EvidenceRecord.self, from: JSONEncoder().encode(record)) == record)
    }
  }

  @Test(arguments: ["accounts", "logs", "pigeons"]) func kindsWithoutRecordsAreRefused(kind: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EvidenceRecord.self, from: Data(#"{"kind":"\#(kind)","record":{}}"#.utf8))
    }
  }

  private static let account = AccountRecord(
    uid: "u1", tenant: "t", email: "Some@Example.com", phone: "+1 555 0100",
    credentials: [
      Credential(provider: "apple.com", rawID: "001.a.1", email: "r1@privaterelay.appleid.com"),
      Credential(provider: "google.com", rawID: "001.b.1", email: "other@example.com"),
      Credential(provider: "phone", phone: "+15550101"),
    ], secondFactorPhones: ["+15550102", "+*******0103"])

  /// Each subject, and whether it shares a name with the account.
  @Test(arguments: [
    (Subject(uid: "u1"), true), (Subject(tenant: "other", uid: "u1"), true), (Subject(uid: "U1"), false),
    (Subject(email: "some@example.com "), true), (Subject(email: "other@example.com"), true),
    (Subject(email: "r1@privaterelay.appleid.com"), true), (Subject(email: "r2@privaterelay.appleid.com"), false),
    (Subject(phone: "+15550100"), true), (Subject(phone: "1 (555) 01-01"), true), (Subject(phone: "+15550102"), true),
    (Subject(phone: "0103"), false), (Subject(appleSub: "001.a.1"), true), (Subject(appleSub: "001.b.1"), false),
    // Of `some@example.com`, by `printf some@example.com | sha256sum`.
    (Subject(emailSHA256: "605001639c8e97e3f8320e73d494b28a118e59643edb711071aa82aa6cf5991a"), true),
    (Subject(uid: "SignInWithApple_001.a.1"), true), (Subject(tenant: "t"), false),
  ])
  func anAccountSharesItsNames(subject: Subject, shares: Bool) {
    let names = Self.account.withSketch { Set(SharedNames(of: $0).all) }
    let record = EvidenceRecord.accountDeletion(
      AccountDeletionRecord(subject: subject, deletedAt: Timestamp(milliseconds: 0)))
    #expect(!names.isDisjoint(with: SharedNames(of: record).all) == shares)
  }

  @Test func anAddressIsKnownByItsHash() {
    let names = Self.account.withSketch { SharedNames(of: $0).all }
    #expect(names.contains(SubjectKey.hashed(email: "some@example.com").bits))
  }

  /// What ties records to others besides whom they are about.
  @Test func requestsConsentsNoticesNoncesAndTransfersTieRecords() {
    let (at, somebody, other) = (Timestamp(milliseconds: 0), Subject(uid: "a"), Subject(uid: "b"))
    func share(_ left: EvidenceRecord, _ right: EvidenceRecord) -> Bool {
      !Set(SharedNames(of: left).all).isDisjoint(with: SharedNames(of: right).all)
    }
    func request(_ subject: Subject, _ id: String) -> EvidenceRecord {
      .deletion(DeletionRecord(subject: subject, requestID: id, requestedAt: at))
    }
    let revocation = RevocationRecord(subject: Subject(), requestID: "d-1", at: at)
    #expect(share(request(somebody, "d-1"), .revocation(revocation)))
    #expect(!share(request(somebody, "d-1"), request(other, "d-2")))
    // A text is a name of its kind alone.
    #expect(!share(request(Subject(), "a"), request(somebody, "d-1")))
    func consent(_ subject: Subject, _ id: String?) -> EvidenceRecord {
      .consent(ConsentRecord(subject: subject, purpose: "p", givenAt: at, consentID: id))
    }
    #expect(share(consent(somebody, "c-1"), consent(other, "c-1")))
    #expect(!share(consent(somebody, nil), consent(other, nil)))
    func notice(_ sub: String, _ jti: String?, _ email: String? = nil) -> EvidenceRecord {
      .notification(NotificationRecord(type: "email-disabled", sub: sub, eventTime: at, email: email, jti: jti))
    }
    #expect(share(notice("a", "j"), notice("b", "j")) && !share(notice("a", nil), notice("b", nil)))
    let relay = "r1@privaterelay.appleid.com"
    #expect(share(notice("a", nil, relay), .mail(MailRecord(recipient: relay, sender: nil, at: at))))
    // A sender has mail to everybody.
    func mail(_ recipient: String) -> EvidenceRecord {
      .mail(MailRecord(recipient: recipient, sender: "news@example.com", at: at))
    }
    #expect(!share(mail("r1@privaterelay.appleid.com"), mail("r2@privaterelay.appleid.com")))
    func signIn(_ subject: Subject, nonce: String?) -> EvidenceRecord {
      .signIn(
        SignInRecord(subject: subject, at: at, provider: "apple.com", hasNonce: nonce != nil, nonceHash: nonce))
    }
    #expect(share(signIn(somebody, nonce: "n"), signIn(other, nonce: "n")))
    #expect(!share(signIn(somebody, nonce: nil), signIn(other, nonce: nil)))
    let alias = EvidenceRecord.alias(AliasRecord(oldSub: "001.a.1", newSub: "001.b.1"))
    #expect(share(alias, notice("001.a.1", nil)) && share(alias, notice("001.b.1", nil)))
    #expect(
      SharedNames(
        of: .providerConfig(
          ProviderConfigRecord(
            project: "p", tenant: nil, isEnabled: true, hasServicesID: true, hasTeamID: true, hasKeyID: true,
            hasPrivateKey: true, bundleIDs: []))
      ).all.isEmpty)
  }
}
