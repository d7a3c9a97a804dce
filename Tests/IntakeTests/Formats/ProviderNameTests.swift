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
    guard case .signIn(let signIn) = try #require(result.sink.records.first) else {
      Issue.record("\(result.sink.records)")
      return
    }
    #expect((signIn.provider == "apple.com") == isApple)
  }

  /// Whom another provider's token names is nobody's name here.
  @Test func aTokenOfAnotherProviderIsLeftOut() throws {
    let result = try read(#"{"at":1767225600,"provider":"google.com","id_token":"a.b.c"}"#)
    #expect(result.summary.leftOut == 1 && result.sink.records.isEmpty)
  }

  @Test(arguments: apple)
  func soAreLinks(name: String) throws {
    let result = try read("uid,provider,linked_at\nu1,\(name),1767225600\n")
    guard case .link(let link) = try #require(result.sink.records.first) else { return }
    #expect(link.provider == "apple.com")
  }
}
