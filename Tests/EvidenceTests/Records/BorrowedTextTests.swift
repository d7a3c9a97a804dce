import Testing

@testable import Evidence

@Suite struct BorrowedTextTests {
  private func with<Result>(_ bytes: [UInt8], _ body: (BorrowedText) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  @Test func trimmingTakesAsciiWhiteSpaceAlone() {
    for byte in UInt8.min...UInt8.max {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
      with([byte, 0x61, byte, 0x62, byte]) { text in
        #expect(text.trimmed.elementsEqual(isSpace ? [0x61, byte, 0x62] : [byte, 0x61, byte, 0x62, byte]))
      }
    }
  }

  @Test func whatIsOnlyWhiteSpaceIsAbsent() {
    for text in ["", " ", "\t\r\n"] {
      with(Array(text.utf8)) { text in
        #expect(text.trimmed.isEmpty)
        #expect(text.nonEmpty == nil)
      }
    }
    with(Array(" a ".utf8)) { #expect($0.nonEmpty?.string == "a") }
    #expect(BorrowedText.empty.nonEmpty == nil)
  }

  @Test func comparisonIsByBytes() {
    let texts = ["", "a", "aa", "ab", "b", "é"]
    for (index, left) in texts.enumerated() {
      for (other, right) in texts.enumerated() {
        with(Array(left.utf8)) { left in
          with(Array(right.utf8)) { right in
            #expect(left.isEqual(to: right) == (index == other))
            #expect(left.precedes(right) == (index < other))
          }
        }
      }
    }
  }
}
