import CPlatform
package import Foundation

/// Finds texts in bytes, whatever the case of their ASCII letters.
package struct TextSearch: Sendable {
  /// In lower case.
  private let texts: [[UInt8]]

  /// - Parameter texts: an empty one is nowhere.
  package init(_ texts: [String]) {
    self.texts = texts.filter { !$0.isEmpty }.map { $0.utf8.map(Self.lowercased) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Whether one of the texts is there.
  package func isThere(in bytes: Data) -> Bool { bytes.withUnsafeBytes(isThere) }

  package func isThere(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { isThere(in: UnsafeRawBufferPointer($0)) }
  }

  private func isThere(in bytes: UnsafeRawBufferPointer) -> Bool {
    let lower = [UInt8](unsafeUninitializedCapacity: bytes.count) { lower, count in
      for index in bytes.indices { lower[index] = Self.lowercased(bytes[index]) }
      count = bytes.count
    }
    // # Safety: both buffers outlive the call, which reads no further than their counts.
    return texts.contains { relay_holds(lower, lower.count, $0, $0.count) }
  }
}
