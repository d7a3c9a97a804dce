import Crypto
import Foundation

/// UUIDs of what a report has, the same whenever the report is written again: version 5 of RFC 9562, from the run's id
/// and the object's.
struct OSCALIdentity {
  let run: String

  /// Of relay-audit's own names, made once.
  private static let namespace: [UInt8] = [
    0x5B, 0x0C, 0xA7, 0x3E, 0x42, 0x1D, 0x4F, 0x86, 0x9A, 0x5E, 0x0D, 0x71, 0xC8, 0x36, 0xB2, 0x94,
  ]

  func uuid(_ object: String) -> String {
    var hash = Insecure.SHA1()
    hash.update(data: Self.namespace)
    hash.update(data: Data("\(run)/\(object)".utf8))
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.hexadecimal
    var rest = Substring(digits)
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }
}
