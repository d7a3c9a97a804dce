import Demo
import Evidence
import Foundation
import Testing

@testable import Intake

/// Workbooks that are damaged, or made to harm.
@Suite struct HostileWorkbookTests {
  private func refusal(_ bytes: [UInt8]) throws -> String {
    let result = try read(bytes)
    #expect(result.summary.bytes == Int64(bytes.count))
    #expect(result.summary.rejected > 0)
    return result.summary.fileError ?? ""
  }

  @Test func otherArchivesAreNamed() throws {
    func archive(_ names: String...) -> [UInt8] {
      var zip = ZipFixture()
      for name in names { zip.entries.append(.init(name: name, bytes: Array("<a/>".utf8))) }
      return zip.archive
    }
    #expect(try refusal(archive("mimetype", "content.xml")).contains(".ods"))
    #expect(try refusal(archive("[Content_Types].xml", "xl/workbook.bin")).contains(".xlsb"))
    #expect(try refusal(archive("a.json", "b.csv")).contains("ZIP archive"))
    #expect(try refusal(archive("[Content_Types].xml", "word/document.xml")).contains("ZIP archive"))
    #expect(try refusal(archive("[Content_Types].xml", "xl/workbook.xml")).contains("ZIP archive"))
  }

  @Test func encryptedWorkbooksAreNamed() throws {
    var zip = WorkbookFixture.consents("").zip
    for index in zip.entries.indices { zip.entries[index].flags = 1 }
    #expect(try refusal(zip.archive).contains("password"))
  }

  @Test func bombsAreRefused() throws {
    // A gibibyte would take seconds; a budget that ends before it does not.
    let spaces = String(repeating: " ", count: 1 << 20)
    var zip = WorkbookFixture.consents(WorkbookFixture.row(2, "u")).zip
    let last = zip.entries.count - 1
    let sheet = String(decoding: zip.entries[last].bytes, as: UTF8.self)
    zip.entries[last].bytes = Array(
      sheet.replacing("</sheetData>", with: String(repeating: spaces, count: 80) + "</sheetData>").utf8)
    let result = try read(zip.archive)
    #expect(result.summary.records == 1)
    #expect(result.summary.isTruncated)
    #expect(result.summary.fileError?.contains("unpacks to more than 200 times its size") == true)
  }

  /// A text that stands in the file once fills many cells.
  @Test func textsThatAreReferredToAreCounted() throws {
    var book = WorkbookFixture.consents(
      (2...80).map { #"<row r="\#($0)"><c r="A\#($0)" t="s"><v>0</v></c></row>"# }.joined())
    book.texts = ["<t>" + String(repeating: "x", count: 1_000_000) + "</t>"]
    let result = try read(book.bytes)
    #expect(result.summary.fileError?.contains("200 times") == true, "\(result.summary.fileError ?? "")")
    var large = WorkbookFixture.consents(
      (2...5).map { #"<row r="\#($0)"><c r="A\#($0)" t="s"><v>0</v></c></row>"# }.joined())
    large.texts = ["<t>" + String(repeating: "x", count: 1_100_000) + "</t>"]
    let rejected = try read(large.bytes)
    #expect(rejected.summary.rejected == 4)
    #expect(rejected.summary.rejects.first?.reason.contains("larger than 1 MiB") == true)
  }

  @Test func archivesOfManyEntriesAreRefused() throws {
    var zip = WorkbookFixture.consents("").zip
    for index in 0..<10_001 { zip.entries.append(.init(name: "\(index)", bytes: [], isDeflated: false)) }
    #expect(try refusal(zip.archive).contains("10000 entries"))
  }

  @Test(arguments: [
    #"<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"#,
    #"<!DOCTYPE a SYSTEM "file:///etc/passwd">"#, #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#,
    #"<!DOCTYPE a [<!ENTITY % x "<!ENTITY y 'z'>"> %x; ]>"#, "<!DOCTYPE a>",
  ])
  func documentTypesAreRefused(prologue: String) throws {
    var book = WorkbookFixture.consents(WorkbookFixture.row(2, "&x;"))
    book.prologue = prologue
    #expect(try refusal(book.bytes).contains("document type"))
  }

  @Test func unknownEntitiesEndTheSheet() throws {
    let result = try read(
      WorkbookFixture.consents(
        WorkbookFixture.row(2, "a") + WorkbookFixture.row(3, "&x;") + WorkbookFixture.row(4, "b")
      )
      .bytes)
    #expect(result.summary.isTruncated)
    #expect(result.sink.consents.count <= 1)
    #expect(result.summary.fileError?.contains(#"the sheet "Consents" cannot be read to its end"#) == true)
  }

  @Test func rowsOutOfOrderEndTheSheet() throws {
    let result = try read(
      WorkbookFixture.consents(WorkbookFixture.row(3, "a") + WorkbookFixture.row(2, "b")).bytes)
    #expect(result.sink.consents.map(\.subject.uid) == ["a"])
    #expect(result.summary.isTruncated)
    #expect(try refusal(WorkbookFixture.consents(WorkbookFixture.row(1_048_577, "a")).bytes).contains("too many"))
  }

  @Test func aWrongChecksumIsFound() throws {
    var zip = WorkbookFixture.consents(WorkbookFixture.row(2, "a")).zip
    for index in zip.entries.indices { zip.entries[index].isDeflated = false }
    var bytes = zip.archive
    let marker = Array(">a</t>".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: marker) })
    bytes[place + 1] = UInt8(ascii: "b")
    let result = try read(bytes)
    #expect(result.summary.isTruncated)
    #expect(result.summary.fileError?.contains("damaged") == true)
  }

  /// Whatever is cut off or changed behind the mark of an archive, it ends with records or a reason.
  @Test func damageIsAlwaysSaid() throws {
    let rows = (2...40).map { WorkbookFixture.row($0, "u\($0)") }.joined()
    let bytes = WorkbookFixture.consents(rows).bytes
    let whole = try read(bytes)
    #expect(whole.summary.records == 39)
    for length in stride(from: 4, to: bytes.count, by: 197) {
      let result = try read(Array(bytes.prefix(length)))
      #expect(result.summary.fileError != nil && result.sink.consents.isEmpty)
    }
    var random = SplitMix64(seed: 11)
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[4 + Int(random.next() % UInt64(damaged.count - 4))] = UInt8(truncatingIfNeeded: random.next())
      }
      let result = try read(damaged)
      #expect(result.summary.records == 39 || result.summary.rejected > 0)
    }
  }

  @Test func deepAndWideXMLIsRefusedOrRead() throws {
    let deep = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
    #expect(try read(WorkbookFixture.consents(deep + WorkbookFixture.row(2, "u")).bytes).summary.records == 1)
    let name = String(repeating: "n", count: 500_000)
    _ = try read(WorkbookFixture.consents("<\(name)/>").bytes)
    let many = (0..<20_000).map { " a\($0)=\"\"" }.joined()
    #expect(try read(WorkbookFixture.consents("<x\(many)/>" + WorkbookFixture.row(2, "u")).bytes).summary.records == 1)
  }
}
