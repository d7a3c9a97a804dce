import Testing

@testable import Evidence

@Suite struct RelayHostsTests {
  let hosts = RelayHosts(additional: ["Relay.Example.COM"])

  @Test(arguments: [
    "a1b2@privaterelay.appleid.com", "A1B2@PrivateRelay.AppleID.com", " x@private.icloud.com ",
    "odd@name@private.icloud.com", "x@relay.example.com",
  ])
  func relayAddresses(email: String) {
    #expect(hosts.classify(email) == .relay)
    #expect(hosts.isRelay(email))
  }

  @Test(arguments: [
    "x@icloud.com", "x@appleid.com", "x@example.com", "privaterelay.appleid.com", "x@", "", "@",
    "x@sub.privaterelay.appleid.com", "privaterelay.appleid.com@example.com", "x@private.example.com",
  ])
  func ordinaryAddresses(email: String) {
    #expect(hosts.classify(email) == .ordinary)
    #expect(!hosts.isRelay(email))
  }

  @Test(arguments: [
    ("x@privaterelay.appleid.com.evil.example", "privaterelay.appleid.com"),
    ("x@mail.privaterelay.appleid.com.evil.example", "privaterelay.appleid.com"),
    ("x@privaterelay.apple1d.com", "privaterelay.appleid.com"),
    ("x@privaterelay.appleid.co", "privaterelay.appleid.com"),
    ("x@privaterelay.appeid.com", "privaterelay.appleid.com"),
    ("x@privaterelay.аppleid.com", "privaterelay.appleid.com"),
    ("x@privaterelay.xn--ppleid-4fe.com", "privaterelay.appleid.com"),
    ("x@ｐrivate.icloud.com", "private.icloud.com"),
    ("x@privàte.icloud.com", "private.icloud.com"),
    ("x@private.icl0ud.com", "private.icloud.com"),
    ("x@relay.example.com.evil.example", "relay.example.com"),
  ])
  func lookAlikes(email: String, imitated: String) {
    #expect(hosts.classify(email) == .lookAlike(of: imitated))
    #expect(!hosts.isRelay(email))
  }

  @Test(arguments: [
    "x@invalid", "x@users.invalid", "x@LOCALHOST", "x@printer.local", "x@a.b.localhost", "x@none.example.com",
    "x@None.Example.COM",
  ])
  func placeholders(email: String) {
    let hosts = RelayHosts(placeholders: ["None.example.com"])
    #expect(hosts.classify(email) == .placeholder)
    #expect(!hosts.isRelay(email))
  }

  /// The exact host: a real address is never taken for none.
  @Test(arguments: ["x@sub.none.example.com", "x@notlocal", "x@invalid.example", "x@local.example.com"])
  func noPlaceholders(email: String) {
    #expect(RelayHosts(placeholders: ["none.example.com"]).classify(email) == .ordinary)
  }

  @Test func aConfiguredDomainHasHonestNeighbours() {
    #expect(hosts.classify("x@delay.example.com") == .ordinary)
  }

  /// Samples of RFC 3492, section 7.1.
  @Test(arguments: [
    ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
    ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
    ("bcher-kva", "bücher"),
  ])
  func decodesPunycode(label: String, text: String) {
    #expect(Punycode.decode(label) == text)
  }

  @Test(arguments: ["99999999999", "!", "ppleid-4f\u{e9}"])
  func refusesWhatIsNoPunycode(label: String) {
    #expect(Punycode.decode(label) == nil)
  }
}
