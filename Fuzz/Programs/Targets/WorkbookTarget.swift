import CZlib
import Evidence
import Foundation

@testable import Intake

/// One part of an `.xlsx` workbook, whose others are sound: the first byte says which. To mutate the archive as a whole
/// would seldom get past its checksums; that is left to `intake`.
enum WorkbookTarget {
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  private static let parts: [(name: String, text: String)] = [
    (
      "xl/worksheets/sheet1.xml",
      """
      <worksheet xmlns="\(main)"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>\
      <c r="C1" t="inlineStr"><is><t>given_at</t></is></c></row>\
      <row r="2"><c r="A2" t="inlineStr"><is><t>u1</t></is></c>\
      <c r="B2" t="str"><v>link:phone</v></c><c r="C2" s="1"><v>46000.5</v></c></row></sheetData></worksheet>
      """
    ),
    ("xl/sharedStrings.xml", "<sst><si><t>uid</t></si><si><r><t>pur</t></r><r><t>pose</t></r></si></sst>"),
    (
      "xl/styles.xml",
      """
      <styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>
      """
    ),
    (
      "xl/workbook.xml",
      """
      <workbook xmlns="\(main)" xmlns:r="\(relations)"><workbookPr date1904="0"/><sheets>\
      <sheet name="Consents" sheetId="1" r:id="s"/></sheets></workbook>
      """
    ),
    (
      "xl/_rels/workbook.xml.rels",
      """
      <Relationships><Relationship Id="s" Type="\(relations)/worksheet" Target="worksheets/sheet1.xml"/>\
      <Relationship Id="t" Type="\(relations)/sharedStrings" Target="/xl/sharedStrings.xml"/>\
      <Relationship Id="f" Type="\(relations)/styles" Target="styles.xml"/></Relationships>
      """
    ),
    (
      "_rels/.rels",
      """
      <Relationships>\
      <Relationship Id="r" Type="\(relations)/officeDocument" Target="xl/workbook.xml"/></Relationships>
      """
    ),
  ]

  /// Without it, an archive is no workbook. Nobody reads it.
  private static let contentTypes = (name: "[Content_Types].xml", bytes: [UInt8]())

  static let target = FuzzTarget(name: "workbook") { run in
    let file = ScratchFile("input.xlsx")
    file.write(archive(parts.map { ($0.name, Array($0.text.utf8)) } + [contentTypes]))
    if Reading(file.path, settings: settings(as: nil)).taken.count != 1 { defect("the workbook itself is not read") }
    try run { input in
      guard let first = input.first else { return }
      var entries = parts.map { (name: $0.name, bytes: Array($0.text.utf8)) }
      entries[Int(first & 7) % parts.count].bytes = Array(input.dropFirst())
      entries.append(contentTypes)
      file.write(archive(entries))
      let settings = settings(as: first & 8 == 0 ? .consents : nil)
      if first & 16 == 0 {
        _ = Reading(file.path, settings: settings)
      } else {
        readBothWays(file.path, settings: settings, chunk: 5)
      }
    }
  }

  /// Times of workbooks have no zone.
  private static func settings(as kind: EvidenceKind?) -> SourceSettings {
    var settings = SourceSettings(kind: kind)
    settings.record.timeZone = "UTC"
    return settings
  }

  /// A ZIP archive that stores its entries as they are.
  private static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var (file, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, bytes) in entries {
      let checksum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
      var facts = number(UInt16(20)) + number(UInt32(0)) + number(UInt32(0))
      facts += number(UInt32(truncatingIfNeeded: bytes.isEmpty ? 0 : checksum))
      facts += number(UInt32(bytes.count)) + number(UInt32(bytes.count))
      facts += number(UInt16(name.utf8.count)) + number(UInt16(0))
      directory += Array("PK\u{1}\u{2}".utf8) + number(UInt16(20)) + facts
      directory += [UInt8](repeating: 0, count: 10) + number(UInt32(file.count)) + Array(name.utf8)
      file += Array("PK\u{3}\u{4}".utf8) + facts + Array(name.utf8) + bytes
    }
    let count = number(UInt16(entries.count))
    return file + directory + Array("PK\u{5}\u{6}".utf8) + number(UInt32(0)) + count + count
      + number(UInt32(directory.count)) + number(UInt32(file.count)) + number(UInt16(0))
  }

  private static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
