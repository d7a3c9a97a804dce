import CZlib
import Foundation

/// A ZIP archive, written with no more than readers need, so that each part of it can be made wrong.
struct ZipFixture {
  struct Entry {
    var name: String
    var bytes: [UInt8]
    var flags: UInt16 = 0
    var isDeflated = true
  }

  var entries: [Entry] = []

  var archive: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.isDeflated ? deflated(entry.bytes, windowBits: -15) : entry.bytes
      let checksum = UInt32(truncatingIfNeeded: crc32(0, entry.bytes, UInt32(entry.bytes.count)))
      var facts: [UInt8] = []
      facts += number(UInt16(20)) + number(entry.flags) + number(UInt16(entry.isDeflated ? 8 : 0)) + number(UInt32(0))
      facts += number(checksum) + number(UInt32(packed.count)) + number(UInt32(entry.bytes.count))
      facts += number(UInt16(entry.name.utf8.count)) + number(UInt16(0))
      directory += Array("PK\u{1}\u{2}".utf8) + number(UInt16(20)) + facts
      directory += number(UInt16(0)) + number(UInt16(0)) + number(UInt16(0)) + number(UInt32(0))
      directory += number(UInt32(file.count)) + Array(entry.name.utf8)
      file += Array("PK\u{3}\u{4}".utf8) + facts + Array(entry.name.utf8) + packed
    }
    let count = number(UInt16(entries.count))
    return file + directory + Array("PK\u{5}\u{6}".utf8) + number(UInt32(0)) + count + count
      + number(UInt32(directory.count)) + number(UInt32(file.count)) + number(UInt16(0))
  }

  private func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// An `.xlsx` workbook of consents, or of whatever its sheets say.
struct WorkbookFixture {
  /// Name and the XML of the rows.
  var sheets: [(name: String, rows: String)] = []
  var texts: [String] = []
  /// Format codes of custom styles; the cells' styles are numbered from 1 in their order.
  var formats: [String] = []
  /// Before the root element of each sheet.
  var prologue = ""
  var properties = ""

  static let header = """
    <row r="1"><c r="A1" t="inlineStr"><is><t>uid</t></is></c><c r="B1" t="inlineStr"><is><t>purpose</t></is></c>\
    <c r="C1" t="inlineStr"><is><t>given_at</t></is></c></row>
    """

  /// A row of a consent, with its time as a text.
  static func row(_ number: Int, _ uid: String, time: String = "2026-11-04T23:00:00Z") -> String {
    """
    <row r="\(number)"><c r="A\(number)" t="inlineStr"><is><t>\(uid)</t></is></c>\
    <c r="B\(number)" t="inlineStr"><is><t>p</t></is></c>\
    <c r="C\(number)" t="inlineStr"><is><t>\(time)</t></is></c></row>
    """
  }

  var zip: ZipFixture {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    func relation(_ id: String, _ type: String, _ target: String) -> String {
      #"<Relationship Id="\#(id)" Type="\#(relations)/\#(type)" Target="\#(target)"/>"#
    }
    func relationships(_ list: [String]) -> String { "<Relationships>\(list.joined())</Relationships>" }
    var zip = ZipFixture()
    func add(_ name: String, _ text: String) { zip.entries.append(.init(name: name, bytes: Array(text.utf8))) }
    let indices = Array(sheets.indices)
    add("[Content_Types].xml", "<Types/>")
    add("_rels/.rels", relationships([relation("r", "officeDocument", "xl/workbook.xml")]))
    let list = indices.map { #"<sheet name="\#(sheets[$0].name)" sheetId="\#($0 + 1)" r:id="s\#($0)"/>"# }
    add(
      "xl/workbook.xml",
      #"<workbook xmlns="\#(main)" xmlns:r="\#(relations)">\#(properties)<sheets>\#(list.joined())</sheets></workbook>"#
    )
    add(
      "xl/_rels/workbook.xml.rels",
      relationships(
        indices.map { relation("s\($0)", "worksheet", "worksheets/sheet\($0 + 1).xml") } + [
          relation("t", "sharedStrings", "/xl/sharedStrings.xml"), relation("f", "styles", "styles.xml"),
        ]))
    let codes = formats.enumerated().map { #"<numFmt numFmtId="\#(164 + $0)" formatCode="\#($1)"/>"# }
    let styles = ([0] + formats.indices.map { 164 + $0 } + [14, 22]).map { #"<xf numFmtId="\#($0)"/>"# }
    add(
      "xl/styles.xml",
      "<styleSheet><numFmts>\(codes.joined())</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
        + "<cellXfs>\(styles.joined())</cellXfs></styleSheet>")
    add("xl/sharedStrings.xml", "<sst>\(texts.map { "<si>\($0)</si>" }.joined())</sst>")
    for index in indices {
      add(
        "xl/worksheets/sheet\(index + 1).xml",
        "<?xml version=\"1.0\"?>\n\(prologue)<worksheet xmlns=\"\(main)\"><sheetData>\(sheets[index].rows)</sheetData></worksheet>"
      )
    }
    return zip
  }

  var bytes: [UInt8] { zip.archive }

  /// A workbook of one sheet with the header of consents.
  static func consents(_ rows: String) -> WorkbookFixture {
    WorkbookFixture(sheets: [("Consents", header + rows)])
  }
}
