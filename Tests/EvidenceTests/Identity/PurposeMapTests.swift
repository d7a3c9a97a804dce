import Testing

@testable import Evidence

@Suite struct PurposeMapTests {
  private func names(_ map: PurposeMap, _ purpose: String) -> [String] {
    map.targets(of: purpose).map { "\($0.kind.rawValue)/\($0.provider ?? "*")" }
  }

  @Test(arguments: [
    ("link:email", ["email/*"]), ("link.phone", ["phone/*"]), ("link_social", ["social/*"]),
    ("link:google.com", ["social/google.com"]), ("link:*", ["email/*", "phone/*", "social/*"]),
    ("link:profile", ["profile/*"]), ("newsletter", []), ("link", []), ("link:", []), ("linkemail", []),
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
}
