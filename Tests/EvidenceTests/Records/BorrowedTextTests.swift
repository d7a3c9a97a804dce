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

  @Test func whatIsUnseenAtEitherEndIsTrimmed() {
    for unseen in ["\u{A0}", "\u{FEFF}", "\u{200B}", "\u{3000}", "\u{A0} \u{200B}\t"] {
      with(Array("\(unseen)a\(unseen)é\(unseen)".utf8)) { #expect($0.nonEmpty?.string == "a\(unseen)é") }
      with(Array(unseen.utf8)) { #expect($0.nonEmpty == nil) }
    }
    // Other characters begin or end with the same bytes.
    for text in ["é", "à", "Â", "\u{2019}", "\u{FF21}", "漢"] {
      with(Array(text.utf8)) { #expect($0.nonEmpty?.string == text) }
    }
    for bytes in [[0xA0], [0xC2], [0x80, 0x8B], [0xEF, 0xBB]] as [[UInt8]] {
      with(bytes) { #expect($0.nonEmpty?.elementsEqual(bytes) == true) }
    }
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
