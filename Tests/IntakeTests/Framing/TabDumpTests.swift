import Evidence
import Intake
import Testing

/// Dumps of databases with tabs between fields, in which a quote is a sign like any other.
@Suite struct TabDumpTests {
  private func states(_ notes: [String]) throws -> (states: [ConsentState], rejected: Int64) {
    let rows = notes.enumerated().map { "u\($0)\tlink:phone\t2026-02-0\($0 + 1)T10:00:00Z\tgiven\t\($1)\n" }
    let summary = try read("uid\tpurpose\tgiven_at\tstate\tnote\n" + rows.joined())
    return (
      summary.sink.records.compactMap { record in
        if case .consent(let consent) = record { consent.state } else { nil }
      }, summary.summary.rejected
    )
  }

  /// A note that begins with a quote and a later one that ends with one enclose no rows.
  @Test(arguments: [["\"My phone", "x", "new number\""], ["\"a\"", "x", "\"b\""], ["\"a", "\"b", "c\""]])
  func quotesJoinNoRows(notes: [String]) throws {
    let found = try states(notes)
    #expect(found.states.count == notes.count && found.rejected == 0, "\(found)")
  }

  /// Where cells are in quotes, a quote within one is no sign like any other.
  @Test func aQuotedCellIsNotTakenWithItsQuotes() throws {
    let text = "uid\tpurpose\tgiven_at\n\"u1\"\t\"li\\\"nk\"\t2026-02-01T10:00:00Z\n"
    #expect(try read(text).summary.rejected == 1)
  }

  /// Where they join lines, too: a cell of the first line is in quotes, so that the others are a part of the last one.
  @Test func aQuotedTableMayHaveLinesThatLookLikeRows() throws {
    let found = try read(
      "uid\tpurpose\tgiven_at\tmethod\n\"u1\"\tlink:phone\t2026-02-01T10:00:00Z\t\"a\nb\tc\td\te\"\n")
    guard case .consent(let record)? = found.sink.records.first else {
      Issue.record("no consent: \(found.summary.rejects)")
      return
    }
    #expect(record.subject.uid == "u1" && record.method == "a\nb\tc\td\te")
    #expect(found.summary.rejected == 0 && found.summary.records == 1)
  }

  /// Spreadsheets put quotes around a cell of several lines.
  @Test func aCellOfSeveralLinesIsOne() throws {
    let found = try states(["\"first\nsecond\"", "x"])
    #expect(found.states.count == 2 && found.rejected == 0)
  }
}
