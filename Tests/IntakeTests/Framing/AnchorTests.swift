import Evidence
import Testing

@testable import Intake

@Suite struct AnchorTests {
  private func anchor(
    _ record: String, indentation: String? = nil, tail: String? = nil, isWhole: Bool = true
  ) -> Anchor? {
    Array(record.utf8).withUnsafeBufferPointer {
      Anchor(
        indentation: indentation.map { Array($0.utf8) }, tail: tail.map { Array($0.utf8) }, record: $0, isWhole: isWhole
      )
    }
  }

  private func find(_ anchor: Anchor?, in text: String, from start: Int = 0) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer { anchor?.firstIndex(in: $0, from: start) }
  }

  @Test func recordsOnLinesOfTheirOwnBeginByTheirIndentation() {
    let anchor = anchor("{\"a\":1}", indentation: "  ")
    #expect(find(anchor, in: "x\n  {\"b\"") == 4)
    // Deeper, or not at the beginning of a line.
    #expect(find(anchor, in: "x\n    {\"b\"") == nil)
    #expect(find(anchor, in: "x  {\"b\"") == nil)
  }

  @Test func elseTheyBeginByTheirFirstKey() {
    let anchor = anchor("{\"id\":\"a\",\"x\":{}}")
    #expect(find(anchor, in: "}},{\"id\":\"b\"") == 3)
    #expect(find(anchor, in: "}},{\"id\":\"b\"", from: 3) == 3)
    #expect(find(anchor, in: "}},{\"id\":\"b\"", from: 4) == nil)
    // Within a text its quotes are escaped.
    #expect(find(anchor, in: #""{\"id\":\"b\"}""#) == nil)
  }

  /// Else a part of a record would be taken for a record.
  @Test func aKeyThatNestedObjectsShareNeedsWhatStandsBefore() {
    let record = "{\"id\":\"a\",\"x\":[{\"id\":1}]}"
    #expect(anchor(record) == nil)
    let anchor = anchor(record, tail: "]},")
    #expect(find(anchor, in: "{\"id\":\"b\",\"x\":[{\"id\":1}]},{\"id\":\"c\"") == 26)
    // A tail that occurs within the record tells nothing.
    #expect(self.anchor("{\"id\":\"a\",\"x\":[{},{\"id\":1}]}", tail: "},") == nil)
  }

  @Test func thePartOfARecordIsNotTrustedWithAKeyThatCredentialsHave() {
    #expect(anchor("{\"uid\":\"a\"", isWhole: false) == nil)
    #expect(anchor("{\"localId\":\"a\"", isWhole: false) != nil)
    #expect(anchor("{\"uid\":\"a\"}") != nil)
  }

  @Test func whatHasNoKeyHasNoAnchor() {
    for record in ["", "{", "{}", "[\"a\"]", "{1:\"a\"}", "{\"\(String(repeating: "k", count: 300))\":1}"] {
      #expect(anchor(record) == nil, "\(record)")
    }
  }
}
