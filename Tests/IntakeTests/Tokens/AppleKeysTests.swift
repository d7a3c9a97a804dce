import Intake
import Testing

@Suite struct AppleKeysTests {
  /// An even modulus, with which no private key can be made: jwt-kit would end the process.
  private static let modulus = String(repeating: "_v7-", count: 85) + "_g"

  private func problem(with members: String) -> String? {
    do throws(AppleKeys.Malformed) {
      _ = try AppleKeys(jwks: #"{"keys":[{"kty":"RSA","kid":"k1","alg":"RS256","n":"\#(Self.modulus)"\#(members)}]}"#)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test(arguments: [#""d":"AQAB""#, #""p":"AQAB""#, #""q":"AQAB","d":"""#])
  func aPrivateKeyIsRefused(part: String) {
    #expect(problem(with: #","e":"AQAB",\#(part)"#)?.contains("has a private key") == true)
  }

  @Test func aKeyWithoutItsPartsIsRefused() {
    #expect(problem(with: "") == "has a key that cannot be used")
  }
}
