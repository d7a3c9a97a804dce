import Evidence
import Testing

@testable import Intake

/// Texts are looked for in pieces of 32 bytes, the last of which overlap.
@Suite
struct SearchTests {
  @Test("a text is found where it first stands, at every place and length", arguments: 1...40)
  func findsAtEveryPlace(length: Int) {
    // Its first and last byte stand everywhere else too.
    let needle = (0..<length).map { $0 == 0 || $0 == length - 1 ? UInt8(ascii: "a") : UInt8(ascii: "b") }
    for count in length...(length + 100) {
      for place in 0...(count - length) {
        var text = [UInt8](repeating: UInt8(ascii: length > 2 ? "a" : "-"), count: count)
        text.replaceSubrange(place..<(place + length), with: needle)
        #expect(Self.place(of: needle, in: text) == place)
      }
    }
  }

  @Test("a text is not found where only its ends or its beginning stand")
  func findsNoOther() {
    for count in 0...100 {
      let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      #expect(Self.place(of: Array("aba".utf8), in: text) == nil)
      #expect(Self.place(of: Array("ab".utf8), in: text) == nil)
      #expect(Self.place(of: text + Array("a".utf8), in: text) == nil)
    }
  }

  private static func place(of needle: [UInt8], in text: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { text in needle.withUnsafeBufferPointer { text.firstRange(of: $0) } }
  }
}
