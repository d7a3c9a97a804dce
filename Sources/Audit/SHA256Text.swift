import Crypto
import Foundation

enum SHA256Text {
  /// Lower-case hex.
  static func hex(of data: Data) -> String {
    SHA256.hash(data: data).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
