package import Crypto

package enum Hexadecimal {
  /// Two lower-case digits for each byte.
  package static func text(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return bytes.count * 2
    }
  }

  package static func text(of digest: SHA256.Digest) -> String { digest.withUnsafeBytes { text(of: $0[...]) } }

  /// - Parameter value: below 16.
  package static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
