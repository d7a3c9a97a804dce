import Crypto
import Evidence
import Foundation

/// A text that somebody wrote into the ledger, such as a reason.
///
/// The entry has only its hash. The text stands beside the entry and can be removed where it names a person who has to
/// be forgotten; the chain of hashes still holds then. With the salt gone too, nobody can guess the text from the hash.
package struct LedgerText: Hashable, Sendable {
  /// Of the salt and then the text, lower-case hex.
  package let sha256: String
  /// Nil where it was removed.
  package private(set) var text: String?
  private(set) var salt: Data

  package init(_ text: String) {
    self.text = text
    salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    sha256 = Self.sha256(of: text, salt)
  }

  /// Gives the text that is stored beside the entry.
  ///
  /// - Returns: false where the text is not the one that was written.
  mutating func restore(_ text: String, salt: Data) -> Bool {
    self.text = text
    self.salt = salt
    return Self.sha256(of: text, salt) == sha256
  }

  private static func sha256(of text: String, _ salt: Data) -> String {
    Hexadecimal.text(of: SHA256.hash(data: salt + Data(text.utf8)))
  }
}

extension LedgerText: Codable {
  package init(from decoder: any Decoder) throws {
    sha256 = try decoder.singleValueContainer().decode(String.self)
    text = nil
    salt = Data()
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sha256)
  }
}
