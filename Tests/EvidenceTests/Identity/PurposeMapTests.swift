import Testing

@testable import Evidence

@Suite struct PurposeMapTests {
  private func names(_ map: PurposeMap, _ purpose: String) -> [String] {
    map.targets(of: purpose).map { "\($0.kind.rawValue)/\($0.provider ?? "*")" }
  }

  @Test(arguments: [
    ("link:email", ["email/*"]), ("link.phone", ["phone/*"]), ("link_social", ["social/*"]),
    ("link:google.com", ["social/google.com"]), ("link:*", ["email/*", "phone/*", "social/*"]),
    ("link:profile", ["profile/*"]), ("newsletter", []), ("link", []), ("link:", []), ("linkemail", []), ("*", []),
    // Nothing by prefix.
    ("link:google", ["social/google"]), ("link:email.news", ["social/email.news"]), ("link:**", ["social/**"]),
  ])
  func defaults(purpose: String, targets: [String]) {
    #expect(names(PurposeMap(), purpose) == targets)
  }

  @Test func configurationExtendsTheDefaults() {
    let map = PurposeMap(configured: ["email": ["Apple_Link"], "google.com": ["g"], "*": ["all"]])
    #expect(names(map, "apple_link") == ["email/*"])
    #expect(names(map, "g") == ["social/google.com"])
    #expect(names(map, "all") == ["email/*", "phone/*", "social/*"])
    #expect(names(map, "link:email") == ["email/*"])
  }

  /// A purpose of the defaults may serve for a further kind.
  @Test func configurationTakesNothingAway() {
    let map = PurposeMap(configured: ["phone": ["link:email", "link.social"]])
    #expect(names(map, "link:email") == ["phone/*", "email/*"])
    #expect(names(map, "link.social") == ["phone/*", "social/*"])
    #expect(map.isForLink("link:email") && !map.isForLink("newsletter"))
  }

  /// A withdrawal of several purposes at once is one of each.
  @Test(arguments: [
    "{sms,news}", "[\"sms\",\"news\"]", "sms,news", "news; sms", "news|sms", "{sms}", "news,link:phone", "['sms']",
  ])
  func aListIsForAllOfItsPurposes(purpose: String) {
    let map = PurposeMap(configured: ["phone": ["sms"]])
    #expect(names(map, purpose) == ["phone/*"])
    #expect(map.isForLink(purpose))
    #expect(!map.isForLink(purpose.replacing("sms", with: "x").replacing("link:phone", with: "x")))
  }

  @Test func aPurposeMayHaveACommaInItsName() {
    let map = PurposeMap(configured: ["phone": ["sms, calls"], "email": ["calls"]])
    #expect(names(map, "sms, calls") == ["phone/*"])
  }

  @Test(arguments: [
    ("google.com", true), ("gc.apple.com", true), ("oidc.acme", true), ("saml.acme-eu", true), ("oidc.my_idp", true),
    ("google", false), ("email.news", false), ("google.*", false), ("google.", false), ("campaign", false),
    ("**", false),
  ])
  func formOfProviders(name: String, isProvider: Bool) {
    #expect(PurposeMap.isProvider(name) == isProvider)
  }
}
