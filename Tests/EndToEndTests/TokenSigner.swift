import Crypto
import CryptoExtras
import Foundation

/// Signs tokens as Apple does, with a key of the test's own.
struct TokenSigner {
  let key: _RSA.Signing.PrivateKey

  init() throws { key = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func json(_ value: [String: Any]) throws -> Data {
    try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
  }

  func jwks(kid: String = "k1") throws -> String {
    let parts = try key.publicKey.getKeyPrimitives()
    return String(
      decoding: try Self.json([
        "keys": [
          [
            "kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": Self.base64URL(parts.modulus),
            "e": Self.base64URL(parts.publicExponent),
          ]
        ]
      ]), as: UTF8.self)
  }

  static func token(
    _ claims: Data, alg: String = "RS256", kid: String = "k1", sign: (Data) throws -> Data
  ) throws -> String {
    let signed = base64URL(try json(["alg": alg, "kid": kid])) + "." + base64URL(claims)
    return signed + "." + base64URL(try sign(Data(signed.utf8)))
  }

  func rs256(_ data: Data) throws -> Data {
    try key.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
  }

  func token(_ claims: [String: Any]) throws -> String {
    try Self.token(try Self.json(claims)) { try rs256($0) }
  }
}
