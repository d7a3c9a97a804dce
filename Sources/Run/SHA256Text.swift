import Crypto
import Evidence
import Foundation

enum SHA256Text {
  /// Lower-case hex.
  static func hex(of data: Data) -> String {
    Hexadecimal.text(of: SHA256.hash(data: data))
  }
}
