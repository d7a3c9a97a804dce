import Evidence
import Intake
import Testing

/// What companies call Apple where they name the provider.
@Suite struct ProviderNameTests {
  private static let apple = [
    "apple.com", "Apple", "APPLE.COM", "AppleID", "apple_id", "siwa", "Sign in with Apple", "sign_in_with_apple",
    "sign-in-with-apple", "apple_com", "appleid.apple.com", "https://appleid.apple.com", "apple.com ",
  ]
  private static let others = ["google.com", "password", "gc.apple.com", "applemusic", "oidc.apple", "pineapple.com"]

  @Test(arguments: apple + others)
  func signInsWithAppleAreKnown(name: String) throws {
    let isApple = Self.apple.contains(name)
    let result = try read(#"{"uid":"u1","at":1767225600,"provider":"\#(name)"}"#)
    #expect(result.summary.kind == .signIns)
    #expect(result.summary.records == (isApple ? 1 : 0), "\(result.summary.ignored)")
    #expect(result.summary.leftOut == (isApple ? 0 : 1))
    #expect(result.sink.records.count == (isApple ? 1 : 0))
  }

  @Test(arguments: apple)
  func soAreLinks(name: String) throws {
    let result = try read("uid,provider,linked_at\nu1,\(name),1767225600\n")
    guard case .link(let link) = try #require(result.sink.records.first) else { return }
    #expect(link.provider == "apple.com")
  }
}
