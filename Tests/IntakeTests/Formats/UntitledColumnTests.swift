import Evidence
import Intake
import Testing

/// Columns of a table that have no title may say that records ended.
@Suite struct UntitledColumnTests {
  private func consents(_ header: String, _ row: String, ignoring ignored: [String] = []) throws -> SourceSummary {
    var settings = SourceSettings(kind: ignored.isEmpty ? nil : .consents)
    settings.record.ignored = ignored
    return try read(header + "\n" + row + "\n", settings: settings).summary
  }

  @Test(arguments: [
    ("uid,purpose,given_at,", "u1,link:phone,1767225600,refused", "column 4"),
    (",uid,purpose,given_at", "withdrawn,u1,link:phone,1767225600", "column 1"),
    ("uid,,purpose,given_at", "u1,widerrufen,link:phone,1767225600", "column 2"),
    ("uid,purpose,given_at,\u{A0}", "u1,link:phone,1767225600,opt out", "column 4"),
    ("Unnamed: 0,uid,purpose,given_at", "revoked,u1,link:phone,1767225600", "Unnamed: 0"),
  ])
  func whatEndsARecordIsSeen(header: String, row: String, name: String) throws {
    let summary = try consents(header, row)
    #expect(summary.undecided == [name] && summary.columnsIgnored == [name])
    let ignored = try consents(header, row, ignoring: [name])
    #expect(ignored.undecided.isEmpty && ignored.records == 1, "\(ignored.rejects)")
    let upper = try consents(header.uppercased().replacing("UNNAMED", with: "Unnamed"), row)
    #expect(upper.undecided == [name], "\(upper.rejects)")
  }

  /// Data frames number their rows, and some writers end each line with a delimiter.
  @Test(arguments: [
    (",uid,purpose,given_at", "0,u1,link:phone,1767225600", ["column 1"]),
    ("uid,purpose,given_at,", "u1,link:phone,1767225600,", []),
    ("uid,purpose,given_at,,", "u1,link:phone,1767225600,web,", ["column 4"]),
  ])
  func whatTellsNothingDecidesNothing(header: String, row: String, names: [String]) throws {
    let summary = try consents(header, row)
    #expect(summary.undecided.isEmpty && summary.columnsIgnored == names && summary.records == 1)
  }

  @Test func aFailedCallIsSeen() throws {
    let text = "uid,at,endpoint,http_status,\nu1,1767225600,apple,200,failed\nu2,1767225600,apple,200,404\n"
    let errors = try read(text).sink.records.map(Self.error)
    #expect(errors == ["failed", nil])
  }

  private static func error(_ record: EvidenceRecord) -> String? {
    if case .revocation(let record) = record { record.error } else { nil }
  }

  @Test func soIsAWorkbooksColumn() throws {
    let cells = ["u1", "widerrufen", "p", "1767225600"].enumerated().map { index, text in
      #"<c r="\#(["A", "B", "C", "D"][index])2" t="inlineStr"><is><t>\#(text)</t></is></c>"#
    }
    let header = """
      <row r="1"><c r="A1" t="inlineStr"><is><t>uid</t></is></c><c r="C1" t="inlineStr"><is><t>purpose</t></is></c>\
      <c r="D1" t="inlineStr"><is><t>given_at</t></is></c></row>
      """
    let book = WorkbookFixture(sheets: [("Consents", header + #"<row r="2">\#(cells.joined())</row>"#)])
    #expect(try read(book.bytes).summary.undecided == ["column 2"])
  }
}
