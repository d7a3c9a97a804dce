import AccountFixtures
import Testing

@testable import Evidence

@Suite struct StoredAccountTests {
  private func store<Result>(_ record: AccountRecord, _ body: (StoredAccount) throws -> Result) rethrows -> Result {
    let arena = TextArena()
    var emails = EmailClassifier(hosts: RelayHosts())
    return try withExtendedLifetime(arena) {
      try record.withSketch { sketch in
        let keys = AccountKeys()
        keys.take(sketch)
        return try body(
          StoredAccount(
            sketch, keys, isPrivateAddress: false, privateEmails: [], content: 0, emails: &emails,
            in: arena))
      }
    }
  }

  @Test func textsAreNormal() {
    let record = AccountRecord(
      uid: "Ü1", email: " Some.Body@PRIVATERELAY.appleid.com ", phone: "+1 555 0100",
      credentials: [Credential(provider: "google.com", rawID: "g", email: "A.Ü@Example.com")])
    store(record) { account in
      #expect(account.uid.string == "Ü1")
      #expect(account.email?.text.string == "some.body@privaterelay.appleid.com")
      #expect(account.relayAddress?.text.string == "some.body@privaterelay.appleid.com")
      #expect(account.phone?.string == "+15550100")
      #expect(account.identifiers.map { $0.email?.text.string } == ["a.Ü@example.com"])
      #expect(account.providers.string == "google.com phone")
    }
  }

  @Test func theOrderOfCredentialsDoesNotMatter() {
    let credentials = [
      Credential(provider: "google.com", rawID: "g", email: "b@example.com"),
      Credential(provider: "google.com", rawID: "g", email: "a@example.com"),
      Credential(provider: "facebook.com", rawID: "f"), Credential(provider: "facebook.com", rawID: "f"),
      Credential(provider: "apple.com", rawID: "002"), Credential(provider: "apple.com", rawID: "001"),
    ]
    for order in [credentials, credentials.reversed(), Array(credentials[3...] + credentials[..<3])] {
      store(AccountRecord(uid: "a", hasPassword: true, credentials: order)) { account in
        #expect(account.appleSub?.string == "001")
        #expect(
          account.identifiers.map { "\($0.provider.string) \($0.email?.text.string ?? "-")" }
            == ["facebook.com -", "google.com a@example.com", "google.com b@example.com"])
        #expect(account.providers.string == "apple.com facebook.com google.com password")
      }
    }
  }

  @Test func textsMayBeOfAnyLength() {
    for count in [0, 1, 65_535, 65_536, 65_537, 300_000] {
      let long = String(repeating: "u", count: count)
      let factors = Array(repeating: "+1 555 0100", count: 3) + ["+*******\(long)"]
      store(AccountRecord(uid: long, secondFactorPhones: factors)) { account in
        #expect(account.uid.count == count)
        #expect(account.uid.string == long)
        #expect(account.identifiers.map { $0.phone?.string } == ["+*******\(long)", "+15550100"])
      }
    }
  }

  @Test func whatIsNotUTF8IsReplaced() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    let arena = TextArena()
    withExtendedLifetime(arena) { bytes.withUnsafeBufferPointer { #expect(arena.copy($0).string == "a\u{FFFD}b") } }
  }

  @Test func aNormalEmailIsToldByItsBytes() {
    for byte in UInt8.min...UInt8.max {
      for place in [0, 40, 79] {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 80)
        bytes[place] = byte
        let isNormal = byte > 0x20 && byte < 0x7F && !(0x41...0x5A).contains(byte)
        #expect(bytes.withUnsafeBufferPointer(NormalText.isNormal(email:)) == isNormal)
      }
    }
  }
}
