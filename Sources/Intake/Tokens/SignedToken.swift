import Evidence
import Foundation

/// A signed token in three parts (https://www.rfc-editor.org/rfc/rfc7515), parsed but not verified.
struct SignedToken {
  let text: String
  let algorithm: String?
  let keyID: String?
  /// The JSON text of its claims.
  let claims: [UInt8]

  /// Nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.decoded(parts[0]), let claims = Self.decoded(parts[1]),
      let fields = try? JSONDecoder().decode(Header.self, from: Data(header))
    else { return nil }
    self.text = text
    self.claims = claims
    algorithm = fields.alg
    keyID = fields.kid
  }

  private struct Header: Decodable {
    var alg: String?
    var kid: String?
  }

  /// - Parameter part: in base64url; nil for anything else.
  static func decoded(_ part: Substring) -> [UInt8]? {
    var text = String(part.replacing("-", with: "+").replacing("_", with: "/"))
    while text.utf8.count % 4 != 0 { text += "=" }
    return Data(base64Encoded: text).map { [UInt8]($0) }
  }
}
