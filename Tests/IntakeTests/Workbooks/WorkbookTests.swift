import Evidence
import Testing
import Timestamps

@testable import Intake

@Suite struct WorkbookTests {
  private func zoned(_ kind: EvidenceKind = .consents) -> SourceSettings {
    var settings = SourceSettings(kind: kind)
    settings.record.timeZone = "UTC"
    return settings
  }

  private func reasons(_ result: Result) -> [String] { result.summary.rejects.map { "\($0.locator): \($0.reason)" } }

  // MARK: - Cells

  @Test func cellsAreReadAsExcelShowsThem() throws {
    var book = WorkbookFixture(
      sheets: [
        (
          "Calls",
          """
          <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>http_status</t></is></c>\
          <c r="D3" t="str"><f>A1</f><v>method</v></c><c r="E3" t="s"><v>2</v></c></row>
          <row r="5"><c r="A5" t="s"><v>3</v></c><c r="B5" s="1"><v>46330.958333333336</v></c><c r="C5"><v>200</v></c>\
          <c r="D5" t="b"><v>1</v></c><c r="E5"><v>0.10000000000000001</v></c></row>
          <row r="6"><c r="A6"><v>1.7938332E9</v></c><c r="B6" s="1"><f>B5+1</f><v>46331.958333333336</v></c>\
          <c r="C6"><v>4E2</v></c><c r="E6" t="str"><f>""</f><v></v></c></row>
          <row r="7"><c r="A7" s="9"/><c r="B7" s="1"/></row>
          """
        )
      ],
      texts: [
        "<t>uid</t>", "<r><t>a</t></r><r><rPr/><t>t</t></r>", "<t>no_te</t><rPh><t>reading</t></rPh>",
        "<t>Zoë &amp; &lt;co&gt;,\n&quot;x&quot;_x0041_</t>",
      ])
    book.formats = [#"yyyy\-mm\-dd\ hh:mm:ss;@"#]
    let result = try read(book.bytes, settings: zoned(.revocations))
    #expect(result.summary.rejects.isEmpty)
    #expect(result.summary.format == "relay-audit-xlsx")
    let calls = result.sink.records.compactMap { if case .revocation(let call) = $0 { call } else { nil } }
    #expect(calls.map(\.subject.uid) == ["Zoë & <co>,\n\"x\"A", "1793833200"])
    #expect(calls.map(\.at.rfc3339) == ["2026-11-04T23:00:00.000Z", "2026-11-05T23:00:00.000Z"])
    #expect(calls.map(\.httpStatus) == [200, 400])
    #expect(result.sink.places == [5, 6].map { SheetPlace(sheet: 0, row: $0).number })
    #expect(result.summary.examples.map(\.locator) == [#"sheet "Calls", row 5"#, #"sheet "Calls", row 6"#])
    #expect(result.summary.columnsIgnored.contains("no_te"))
  }

  @Test(
    arguments: [
      ("00000", "42", "00042"), ("00000", "1234567", "1234567"), (#""K-"0"#, "42", "K-42"),
      (#"\K00000"#, "42.0", "K00042"),
      ("000-00-0000", "123456789", "123-45-6789"), (#""K-"General"#, "42", "K-42"), ("[$K-]0", "42", "K42"),
      (#"0" "_)"#, "42", "42"), ("[<=99]00000;\"L\"0", "42", "00042"), ("[<=99]00000;\"L\"0", "420", "L420"),
      (#""yes";;"no""#, "1", "yes"), (#""yes";;"no""#, "0", "no"), ("+0", "15550101", "+15550101"),
      ("(###) ###-####", "5550101", "() 555-0101"), ("0000", "0", "0000"),
      // Of amounts.
      ("0", "42", "42"), ("0.00", "42", "42"), ("#,##0", "4200", "4200"), ("0%", "42", "42"), ("0.00E+00", "42", "42"),
      (#"_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-"#, "0", "0"), ("0;[Red]-0", "42", "42"), ("[Red]0", "42", "42"),
      ("General", "42", "42"), (";;;", "42", "42"), ("@", "42", "42"), (#""K-"0.0"#, "42", "42"),
    ])
  func numbersAreAsTheirFormatShowsThem(code: String, value: String, shown: String) throws {
    let others = #"<c r="B2" t="str"><v>p</v></c><c r="C2"><v>1767225600</v></c>"#
    let row = #"<row r="2"><c r="A2" s="1"><v>\#(value)</v></c>\#(others)</row>"#
    var book = WorkbookFixture.consents(row)
    book.formats = [code.replacing("\"", with: "&quot;").replacing("<", with: "&lt;")]
    #expect(try read(book.bytes).sink.consents.map(\.subject.uid) == [shown])
  }

  @Test func aTimeNeedsAZone() throws {
    var book = WorkbookFixture.consents(
      WorkbookFixture.row(2, "u")
        + #"<row r="4"><c r="A4" t="str"><v>v</v></c><c r="B4" t="str"><v>p</v></c><c r="C4" s="2"><v>46330.958333333336</v></c></row>"#
    )
    #expect(
      reasons(try read(book.bytes)) == [
        #"sheet "Consents", row 4: `given_at` is `2026-11-04 23:00:00`, a time without a zone; name its zone under `time_zone` in the configuration"#
      ])
    #expect(try read(book.bytes, settings: zoned()).sink.consents.count == 2)
    // From 1904 on.
    book.properties = #"<workbookPr date1904="1"/>"#
    let late = try read(book.bytes, settings: zoned())
    #expect(reasons(late).first?.contains("2030-11-05 23:00:00") == true)
  }

  @Test(
    arguments: [
      ("46330", 1, "a date without a time of day"), ("46330.5", 1, nil), ("60", 2, "there is no such day"),
      ("60.5", 1, "there is no such day"), ("-1", 2, "there is no such day"), ("2958466", 2, "there is no such day"),
      ("x", 2, "which is not a number"), ("46330", 2, nil), ("46330.5", 0, "as an Excel date it would be 2026-11-04"),
    ] as [(String, Int, String?)])
  func datesAreChecked(value: String, style: Int, reason: String?) throws {
    let row =
      #"<row r="2"><c r="A2" t="str"><v>v</v></c><c r="B2" t="str"><v>p</v></c><c r="C2" s="\#(style)"><v>\#(value)</v></c></row>"#
    let result = try read(WorkbookFixture.consents(row).bytes, settings: zoned())
    #expect(result.sink.consents.count == (reason == nil ? 1 : 0))
    if let reason { #expect(reasons(result).first?.contains(reason) == true, "\(reasons(result))") }
  }

  @Test func serialsOfBothSystems() {
    #expect(SerialDate(1, from1904: false)?.date == "1900-01-01")
    #expect(SerialDate(59, from1904: false)?.date == "1900-02-28")
    #expect(SerialDate(61, from1904: false)?.date == "1900-03-01")
    #expect(SerialDate(0, from1904: true)?.date == "1904-01-01")
    #expect(SerialDate(46330.999999999, from1904: false)?.dateAndTime == "2026-11-05 00:00:00")
    #expect(SerialDate(46330.00000578704, from1904: false)?.dateAndTime == "2026-11-04 00:00:00.500")
    #expect(SerialDate(.infinity, from1904: false) == nil && SerialDate(.nan, from1904: false) == nil)
  }

  @Test(
    arguments: [
      ("General", .plain), ("0.00", .plain), ("0.00E+00", .plain), ("@", .plain), ("[Red]0", .plain),
      (#""days" 0"#, .plain), (#"0\d"#, .plain), ("_d0", .plain), ("yyyy-mm-dd", .date), ("mmm", .date),
      ("D/M/YY", .date),
      ("h:mm", .time), ("mm:ss.0", .time), ("[h]:mm:ss", .time), ("[mm]:ss", .time), ("m/d/yy h:mm", .dateAndTime),
      ("[$-409]m/d/yy h:mm AM/PM;@", .dateAndTime), (#"dd.mm.yyyy\ hh:mm"#, .dateAndTime), ("0;d", .plain),
      ("[", .plain), ("\"", .plain), ("\\", .plain),
    ] as [(String, CellStyles.Kind)])
  func formatsOfDatesAreTold(code: String, kind: CellStyles.Kind) {
    #expect(CellStyles.kind(ofCode: code) == kind)
  }

  @Test(
    arguments: [
      (#"<c r="A2" t="e"><v>#REF!</v></c>"#, "the cell A2 holds the error #REF!"),
      (#"<c r="AB2"><f>1+1</f></c>"#, "the cell AB2 holds a formula whose value was never calculated"),
      (#"<c r="B2" t="str"><f>A2</f></c>"#, "the cell B2 holds a formula whose value was never calculated"),
      (#"<c r="B2" t="str"><f t="shared" si="0"/></c>"#, "let it calculate, and save it, or export the values"),
      (#"<c r="B2" t="d"><f>A2</f></c>"#, "the cell B2 holds a formula whose value was never calculated"),
      (#"<c r="B2"><f>A2</f><v/></c>"#, "the cell B2 holds a formula whose value was never calculated"),
      (#"<c r="A2" t="s"><v>7</v></c>"#, "a text that the workbook does not have"),
      (#"<c r="A2" t="s"><v>-1</v></c>"#, "a text that the workbook does not have"),
      (#"<c r="B2"><v>1</v></c><c r="A2"><v>1</v></c>"#, "out of order"),
      (#"<c r="A2"><v>1</v></c><c r="A2"><v>2</v></c>"#, "out of order"),
      (#"<c r="XFD2"><v>1</v></c>"#, "more than 1024 columns"),
      (#"<c r="A2"><v>1.2345678901234568E+18</v></c>"#, "a number of which spreadsheets keep 15 digits"),
      (#"<c r="A2"><v>9007199254740993.0</v></c>"#, "a number of which spreadsheets keep 15 digits"),
      (#"<c r="A2" t="str"><v>u</v></c><c r="D2"><v>1</v></c>"#, "the row has 4 cells, but the header has 3"),
    ])
  func aBadRowIsRejectedAlone(cells: String, reason: String) throws {
    let result = try read(WorkbookFixture.consents("<row r=\"2\">\(cells)</row>" + WorkbookFixture.row(3, "v")).bytes)
    #expect(result.sink.consents.map(\.subject.uid) == ["v"])
    #expect(result.summary.rejects.map(\.locator) == [#"sheet "Consents", row 2"#])
    #expect(reasons(result).first?.contains(reason) == true, "\(reasons(result))")
  }

  /// An id that is one digit beside another one's.
  @Test(arguments: ["9007199254740993", "1234567890123456789", "00123"])
  func wholeNumbersKeepTheirDigits(id: String) throws {
    let row = WorkbookFixture.row(2, "u").replacing(
      #"<c r="A2" t="inlineStr"><is><t>u</t></is></c>"#, with: #"<c r="A2"><v>\#(id)</v></c>"#)
    let result = try read(WorkbookFixture.consents(row).bytes)
    #expect(result.sink.consents.map(\.subject.uid) == [id], "\(reasons(result))")
  }

  @Test(arguments: [#"<c r="D2" t="str"><f>""</f><v></v></c>"#, #"<c r="D2" t="str"><f>""</f><v/></c>"#])
  func anEmptyTextIsAFormulasResult(cell: String) throws {
    let header = WorkbookFixture.header.replacing(
      "</row>", with: #"<c r="D1" t="str"><v>withdrawn_at</v></c></row>"#)
    let row = WorkbookFixture.row(2, "u").replacing("</row>", with: cell + "</row>")
    let result = try read(WorkbookFixture(sheets: [("Consents", header + row)]).bytes)
    #expect(result.sink.consents.map(\.withdrawnAt) == [nil], "\(reasons(result))")
    let open = cell.replacing("<v></v>", with: "").replacing("<v/>", with: "")
    let uncalculated = try read(
      WorkbookFixture(sheets: [("Consents", header + row.replacing(cell, with: open))]).bytes)
    #expect(uncalculated.sink.consents.isEmpty && uncalculated.summary.rejected == 1, "\(reasons(uncalculated))")
  }

  /// Whom a rejected row names may be the one whose evidence is missed.
  @Test func aRejectedRowNamesWhomItCan() throws {
    let row = #"<row r="2"><c r="A2" t="str"><v>lost</v></c><c r="B2" t="e"><v>#N/A</v></c></row>"#
    let rows = (3...102).map { WorkbookFixture.row($0, "u\($0)") }.joined()
    #expect(try read(WorkbookFixture.consents(row + rows).bytes).summary.rejectedNames.names.contains(.uid("lost")))
  }

  @Test func rowsWithoutNumbersFollowEachOther() throws {
    let cells = #"<c t="str"><v>u</v></c><c t="str"><v>p</v></c><c t="str"><v>2026-11-04T23:00:00Z</v></c>"#
    let result = try read(WorkbookFixture.consents("<row>\(cells)</row><row r=\"9\">\(cells)</row>").bytes)
    #expect(result.sink.places == [2, 9].map { SheetPlace(sheet: 0, row: $0).number })
  }

  // MARK: - Sheets

  @Test func sheetsOfOneHeaderAreOneTable() throws {
    let book = WorkbookFixture(sheets: [
      ("Read me", #"<row r="1"><c r="A1" t="str"><v>Exported for the audit</v></c></row>"#),
      ("2025", WorkbookFixture.header + WorkbookFixture.row(2, "a")), ("Empty", ""),
      ("2026", WorkbookFixture.header + WorkbookFixture.row(2, "b")),
    ])
    let result = try read(book.bytes)
    #expect(result.sink.consents.map(\.subject.uid) == ["a", "b"])
    #expect(result.sink.places == [1, 3].map { SheetPlace(sheet: $0, row: 2).number })
    #expect(result.summary.sheetsLeftOut.map { $0.hasPrefix(#"sheet "Read me": "#) } == [true])
    #expect(result.summary.rejects.isEmpty)
  }

  /// A sheet that may hold evidence is missed, and not only mentioned.
  @Test func aSheetOfOtherColumnsIsAReject() throws {
    let other = #"<row r="1"><c r="A1" t="str"><v>UID</v></c><c r="B1" t="str"><v>withdrawn</v></c></row>"#
    let book = WorkbookFixture(sheets: [
      ("Given", WorkbookFixture.header + WorkbookFixture.row(2, "a")), ("Withdrawn", other),
    ])
    let result = try read(book.bytes)
    #expect(result.sink.consents.count == 1)
    #expect(result.summary.rejects.map(\.locator) == [#"sheet "Withdrawn""#])
  }

  @Test func aMappingChoosesTheSheetWithItsColumns() throws {
    let rows = WorkbookFixture.header.replacing("uid", with: "who") + WorkbookFixture.row(2, "a")
    let book = WorkbookFixture(sheets: [("Cover", #"<row r="1"><c r="A1" t="str"><v>x</v></c></row>"#), ("Data", rows)])
    let result = try read(book.bytes, settings: SourceSettings(kind: .consents, columns: ["uid": "Who"]))
    #expect(result.sink.consents.map(\.subject.uid) == ["a"])
  }

  /// People write a title above their tables.
  @Test func aTitleAboveTheHeaderIsNamed() throws {
    let title = #"<row r="1"><c r="A1" t="str"><v>Consents of November</v></c></row>"#
    let header = WorkbookFixture.header.replacing("r=\"1\"", with: "r=\"3\"").replacing("1\" t=", with: "3\" t=")
    let book = WorkbookFixture(sheets: [("A", title + header + WorkbookFixture.row(4, "a"))]).bytes
    let result = try read(book, settings: SourceSettings(kind: .consents, columns: ["uid": "uid"]))
    let told = try #require(result.summary.fileError)
    #expect(told.contains("the first row that is not empty is taken for the header"), "\(told)")
    let folder = try TemporaryFolder()
    let file = SourceFile(path: try folder.write(book, as: "consents.xlsx"), capturedAt: Fixture.asOf)
    let proposer = Proposer(options: Fixture.options, sources: [])
    let outcome = proposer.proposal(for: Recogniser(options: Fixture.options).recognise(file)).outcome
    guard case .left(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("delete the rows above the header") && !reason.contains("pattern"), "\(reason)")
  }

  @Test func duplicateTitlesAreRefused() throws {
    let header = WorkbookFixture.header.replacing("purpose", with: "uid")
    let result = try read(WorkbookFixture(sheets: [("A", header)]).bytes, settings: SourceSettings(kind: .consents))
    // By position: a title may be personal data where the first row is no header.
    #expect(result.summary.fileError?.hasPrefix("columns 1 and 2 of the header have the same name") == true)
    #expect(result.summary.rejects.map(\.locator) == [#"sheet "A", row 1"#])
  }

  @Test func anEmptyWorkbookIsEmpty() throws {
    #expect(try read(WorkbookFixture(sheets: [("A", ""), ("B", #"<row r="1"/>"#)]).bytes).outcome == .empty)
    #expect(try read(WorkbookFixture().bytes).outcome == .empty)
    #expect(try read(WorkbookFixture.consents("").bytes).summary.records == 0)
  }

  @Test func aPatternIsForTextsAlone() throws {
    var settings = SourceSettings(kind: .consents)
    settings.record.pattern = "^(?<uid>.)(?<purpose>.)(?<given_at>.+)$"
    let result = try read(WorkbookFixture.consents("").bytes, settings: settings)
    #expect(result.summary.fileError?.contains("`pattern`") == true)
  }

  @Test func placesAreAboveAllLines() {
    let place = SheetPlace(sheet: SheetPlace.sheetLimit - 1, row: SheetPlace.rowLimit)
    #expect(SheetPlace(number: place.number) == place)
    #expect(Place(ref: Place(source: 3, number: place.number).ref).number == place.number)
    #expect(SheetPlace(number: 8_000_000_000) == nil)
    // Of a remembered source the names are not known.
    #expect(Locators(countsLines: true).text(SheetPlace(sheet: 1, row: 14).number) == "sheet 2, row 14")
    #expect(Locators(countsLines: true).text(14) == "line 14" && Locators(countsLines: false).text(14) == "record 14")
  }

  // MARK: - Streams

  @Test func compressedAndPipedWorkbooksAreReadTheSame() throws {
    let rows = (2...2000).map { WorkbookFixture.row($0, "u\($0)") }.joined(separator: "\n")
    let bytes = WorkbookFixture.consents(rows).bytes
    for bytes in [bytes, gzip(bytes)] {
      for (isRegular, chunkSize) in [(true, 1), (true, 4096), (false, 1 << 20)] {
        let folder = try TemporaryFolder()
        var options = Fixture.options
        options.chunkSize = chunkSize
        let file = SourceFile(
          path: try folder.write(bytes), capturedAt: Fixture.asOf, isRegular: isRegular)
        let source = Recogniser(options: options).recognise(file)
        var sink = Collector()
        let summary = try SourceReader(options: options).read(source, ordinal: 3, into: &sink)
        #expect(summary.records == 1999 && summary.rejects.isEmpty)
        #expect(summary.bytes == Int64(bytes.count))
        #expect(sink.places.last == SheetPlace(sheet: 0, row: 2000).number)
      }
    }
  }
}
