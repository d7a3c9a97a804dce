import Crypto
import Foundation

/// A normalised name of a person, as 64 bits: what joins evidence to accounts without keeping strings in memory.
package struct SubjectKey: Hashable, Sendable {
  package let bits: UInt64

  /// The names that evidence uses for a person, strongest first.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case uid = 1
    case appleSub, email, emailSHA256, phone
  }

  package init(uid: BorrowedText) { bits = Self.hash(uid, .uid) }
  package init(appleSub: BorrowedText) { bits = Self.hash(appleSub, .appleSub) }
  package init(emailSHA256: BorrowedText) { bits = Self.hash(emailSHA256, .emailSHA256) }

  /// Trims and lower-cases, so that every spelling of one address has one key.
  package init(email: BorrowedText) {
    if email.allSatisfy({ $0 < 0x80 }) {
      bits = Self.hash(email, .email) { byte in
        switch byte {
        case 0x41...0x5A: byte | 0x20
        case 0x09...0x0D, 0x20: nil
        default: byte
        }
      }
    } else {
      let normal = NormalText.email(String(decoding: email, as: UTF8.self))
      bits = NormalText.withBytes(normal) { Self.hash($0, .email) }
    }
  }

  /// Looks at digits alone: `+1 555 0100` and `+15550100` are one number.
  package init(phone: BorrowedText) {
    bits = Self.hash(phone, .phone) { (0x30...0x39).contains($0) ? $0 : nil }
  }

  package init(uid: String) { self = NormalText.withBytes(uid) { SubjectKey(uid: $0) } }
  package init(appleSub: String) { self = NormalText.withBytes(appleSub) { SubjectKey(appleSub: $0) } }
  package init(email: String) { self = NormalText.withBytes(email) { SubjectKey(email: $0) } }
  package init(phone: String) { self = NormalText.withBytes(phone) { SubjectKey(phone: $0) } }
  package init(emailSHA256: String) {
    self = NormalText.withBytes(emailSHA256.lowercased()) { SubjectKey(emailSHA256: $0) }
  }

  /// The key of an address by its hash: lower-case hex SHA-256 of the trimmed, lower-cased address.
  package static func hashed(email: String) -> SubjectKey {
    let digest = SHA256.hash(data: Data(NormalText.email(email).utf8))
    return SubjectKey(emailSHA256: Hexadecimal.text(of: digest))
  }

  /// FNV-1a with a finaliser; the kind's tag keeps equal texts of different kinds apart.
  private static func hash(
    _ text: BorrowedText, _ kind: Kind, mapping: (UInt8) -> UInt8? = { $0 }
  ) -> UInt64 {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(kind.rawValue)
    for byte in text {
      guard let byte = mapping(byte) else { continue }
      value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return value.mixed
  }
}

extension UInt64 {
  /// MurmurHash3's 64-bit finaliser: FNV alone leaves the high bits of short texts alike.
  var mixed: UInt64 {
    var value = self
    value ^= value >> 33
    value = value &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 33
    value = value &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}
