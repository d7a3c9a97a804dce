import Testing

@testable import Intake

@Suite struct LineFramerTests {
  @Test func blankLinesCountAndAreNoRecords() throws {
    let cuts = try Framer.lines.cuts(Array("a\r\n\n \t\nb\nc".utf8), chunk: 3)
    #expect(cuts == [.record([0x61], 1), .record([0x62], 4), .record([0x63], 5)])
  }

  @Test func aLineOverTheLimitIsOneFault() throws {
    let long = String(repeating: "x", count: 50)
    let fault = Cut.fault(2, "the record is larger than 40 bytes, the limit for one record")
    for chunk in [1, 7, 1 << 16] {
      #expect(
        try Framer.lines.cuts(Array("a\n\(long)\nb\n".utf8), chunk: chunk, limit: 40) == [
          .record([0x61], 1), fault, .record([0x62], 3),
        ])
      #expect(try Framer.lines.cuts(Array("a\n\(long)".utf8), chunk: chunk, limit: 40) == [.record([0x61], 1), fault])
    }
  }
}

@Suite struct CSVFramerTests {
  @Test func fieldsAreThoseOfRFC4180() throws {
    #expect(
      try Framer.table.texts("a,b\r\n1,\"2,3\"\r\n\"4\r\n5\",\"6\"\"7\"\r\n,\r\n")
        == ["a|b", "1|2,3", "4\r\n5|6\"7", "|"])
    #expect(try Framer.table.texts("a,b\n1,2") == ["a|b", "1|2"])
  }

  @Test func rowsAreNumberedByTheLineTheyBeginOn() throws {
    let cuts = try Framer.table.cuts(Array("a,b\n\"1\n2\n3\",x\n\n4,y\n".utf8), chunk: 5)
    #expect(cuts.map(\.description) == ["1: a|b", "2: 1\n2\n3|x", "6: 4|y"])
  }

  @Test func aStrayQuoteCostsOneLine() throws {
    let open = try Framer.table.cuts(Array("a,b\n1,\"2\n3,4\n5,6\n".utf8), chunk: 1 << 16)
    #expect(open.map(\.description) == ["1: a|b", "2 fault: a quoted field has no closing quote", "3: 3|4", "4: 5|6"])
    let inside = try Framer.table.cuts(Array("a,b\n1,\"2\"3\n4,5\n".utf8), chunk: 1 << 16)
    #expect(
      inside.map(\.description) == [
        "1: a|b", "2 fault: text follows a closing quote; a quote within a field has to be doubled", "3: 4|5",
      ])
  }

  @Test func aHeaderOfTooManyColumnsIsAFault() throws {
    func table(_ columns: Int) -> [UInt8] {
      Array("\((1...columns).map { "c\($0)" }.joined(separator: ","))\n".utf8)
    }
    #expect(
      try Framer.table.cuts(table(10_001), chunk: 1 << 16).map(\.description)
        == ["1 fault: the header has more than 10000 columns; leave out those that the audit does not use"])
    #expect(try Framer.table.texts(String(decoding: table(10_000), as: UTF8.self)).count == 1)
  }

  @Test func aRowOfAnotherWidthIsAFault() throws {
    let cuts = try Framer.table.cuts(Array("a,b\n1\n2,3,4\n5,6\n7".utf8), chunk: 1 << 16)
    #expect(
      cuts.map(\.description) == [
        "1: a|b", "2 fault: the row has 1 field, but the header has 2",
        "3 fault: the row has 3 fields, but the header has 2",
        "4: 5|6", "5 cut short",
      ])
  }
}
