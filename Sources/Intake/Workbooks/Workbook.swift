import Evidence

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An `.xlsx` workbook: its list of sheets, and access to their rows.
///
/// ECMA-376, parts 1 (SpreadsheetML) and 2 (packages).
final class Workbook {
  struct Sheet {
    let name: String
    /// In the archive.
    fileprivate let part: String
  }

  /// Worksheets alone; charts have no rows.
  private(set) var sheets: [Sheet] = []
  private(set) var isFrom1904 = false
  let styles = CellStyles()
  let budget: UnpackingBudget
  private let archive: ZipArchive
  private var sharedPart: String?
  private var sharedTexts: SharedTexts?

  /// The largest part apart from sheets and shared texts, in bytes.
  private static let partLimit = 16 << 20

  /// - Parameters:
  ///   - file: closed by the workbook in any case.
  ///   - size: of the file, in bytes.
  init(_ file: UnsafeMutablePointer<FILE>, size: Int64) throws(ReadFailure) {
    budget = UnpackingBudget(fileSize: size)
    archive = try ZipArchive(file, size: size, budget: budget)
    guard archive.has("[Content_Types].xml") else { throw ReadFailure(Self.otherArchive(archive)) }
    let root = try relations(of: "").first { $0.type == "officeDocument" }?.target ?? "xl/workbook.xml"
    guard root.hasSuffix(".xml"), let facts = try facts(of: root) else {
      throw ReadFailure(Self.otherArchive(archive))
    }
    let relations = try relations(of: root)
    isFrom1904 = facts.isFrom1904
    for sheet in facts.sheets {
      guard let relation = relations.first(where: { $0.id == sheet.relation }) else {
        throw ReadFailure(ZipArchive.damage)
      }
      if relation.type == "worksheet" { sheets.append(Sheet(name: sheet.name, part: relation.target)) }
    }
    guard sheets.count <= SheetPlace.sheetLimit else {
      throw ReadFailure("the workbook has more than \(SheetPlace.sheetLimit) sheets; save them as CSV")
    }
    sharedPart = relations.first { $0.type == "sharedStrings" }?.target
    if let part = relations.first(where: { $0.type == "styles" })?.target { try parse(part, for: styles) }
  }

  private static func otherArchive(_ archive: ZipArchive) -> String {
    if archive.has("xl/workbook.bin") {
      return "the file is a binary Excel workbook (.xlsb), which is not read; save it as .xlsx"
    }
    if archive.has("content.xml"), archive.has("mimetype") {
      return
        "the file is an OpenDocument file (.ods), which is not read; save it as .xlsx or CSV: libreoffice --headless "
        + "--convert-to xlsx FILE"
    }
    return "the file is a ZIP archive and no .xlsx workbook; unpack it, or compress its files with gzip instead"
  }

  // MARK: - Parts

  private struct Relation {
    var id: String
    /// The last part of its address.
    var type: String
    /// In the archive.
    var target: String
  }

  /// - Parameter part: a path in the archive; empty for the archive itself.
  private func relations(of part: String) throws(ReadFailure) -> [Relation] {
    let cut = part.lastIndex(of: "/")
    let folder = cut.map { String(part[..<$0]) } ?? ""
    let name = cut.map { String(part[part.index(after: $0)...]) } ?? part
    let file = (folder.isEmpty ? "" : folder + "/") + "_rels/\(name).rels"
    var found: [Relation] = []
    try parse(
      file,
      for: XMLCollector { name, attributes in
        guard name.isEqual(to: "Relationship"), let id = attributes["Id"], let target = attributes["Target"] else {
          return
        }
        let type = attributes["Type"]?.string.split(separator: "/").last.map(String.init) ?? ""
        found.append(Relation(id: id.string, type: type, target: Self.resolve(target.string, in: folder)))
      })
    return found
  }

  private static func resolve(_ target: String, in folder: String) -> String {
    if target.hasPrefix("/") { return String(target.dropFirst()) }
    var names = folder.split(separator: "/")
    for name in target.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names.joined(separator: "/")
  }

  /// Nil where the part is no workbook.
  private func facts(of root: String) throws(ReadFailure) -> (
    sheets: [(name: String, relation: String)], isFrom1904: Bool
  )? {
    var sheets: [(name: String, relation: String)] = []
    var isFrom1904 = false
    var isWorkbook = false
    try parse(
      root,
      for: XMLCollector { name, attributes in
        if name.isEqual(to: "workbook") {
          isWorkbook = true
        } else if name.isEqual(to: "workbookPr") {
          isFrom1904 = ["1", "true"].contains(attributes["date1904"]?.string)
        } else if name.isEqual(to: "sheet") {
          sheets.append((attributes["name"]?.string ?? "", attributes["id"]?.string ?? ""))
        }
      })
    return isWorkbook ? (sheets, isFrom1904) : nil
  }

  private func parse(_ part: String, for handler: any XMLHandler) throws(ReadFailure) {
    guard let reader = try PartReader(archive, part, for: handler) else { return }
    while try reader.step() {
      if reader.count > Self.partLimit {
        throw ReadFailure("the workbook's part \(part) is too large; save the workbook again")
      }
    }
  }

  // MARK: - Sheets

  /// Read once, when the first sheet is: most of a workbook may be in them.
  private func shared() throws(ReadFailure) -> SharedTexts {
    if let sharedTexts { return sharedTexts }
    let texts = SharedTexts()
    if let part = sharedPart, let reader = try PartReader(archive, part, for: texts) {
      while try reader.step() {
        if let failure = texts.failure { throw failure }
      }
    }
    sharedTexts = texts
    return texts
  }

  /// Reads a sheet step by step.
  ///
  /// - Parameter take: gets each row that is not blank.
  func open(
    _ sheet: Int, limit: Int, take: @escaping (SheetRow) -> Void
  ) throws(ReadFailure) -> (reader: PartReader, scanner: SheetScanner) {
    let scanner = SheetScanner(self, shared: try shared(), limit: limit, take: take)
    guard let reader = try PartReader(archive, sheets[sheet].part, for: scanner) else {
      throw ReadFailure(ZipArchive.damage)
    }
    return (reader, scanner)
  }

  /// The first row of a sheet that is not blank, without its spaces; nil where there is none.
  func header(of sheet: Int, limit: Int) throws(ReadFailure) -> [String]? {
    var header: [String]?
    let (reader, scanner) = try open(sheet, limit: limit) { row in
      if header == nil { header = row.titles }
    }
    do throws(ReadFailure) {
      while header == nil, try reader.step() {
        if let failure = scanner.failure { throw failure }
      }
    } catch {
      // Faults in the rest of the sheet are reported when it is read.
      if header == nil { throw error }
    }
    return header
  }
}

/// Hands the beginnings of elements to a closure.
private final class XMLCollector: XMLHandler {
  private let take: (BorrowedText, XMLAttributes) -> Void

  init(_ take: @escaping (BorrowedText, XMLAttributes) -> Void) { self.take = take }

  func start(_ name: BorrowedText, _ attributes: XMLAttributes) { take(name, attributes) }
}

/// Reads one part of a workbook, a piece at a time.
///
/// # Safety
/// It owns `buffer`, which libxml2 reads during `step` alone.
final class PartReader {
  private let entry: ZipEntry
  private let scanner: XMLScanner
  private let part: String
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Bytes read so far.
  private(set) var count = 0

  /// Nil where the workbook has no such part.
  init?(_ archive: ZipArchive, _ part: String, for handler: any XMLHandler) throws(ReadFailure) {
    guard let entry = try archive.entry(part) else { return nil }
    self.entry = entry
    self.part = part
    scanner = try XMLScanner(handler)
  }

  deinit { buffer.deallocate() }

  /// False at the end.
  func step() throws(ReadFailure) -> Bool {
    let got = try entry.read(into: buffer)
    count += got
    guard scanner.feed(UnsafeRawBufferPointer(rebasing: buffer[..<got])) else {
      throw ReadFailure(
        "the workbook's part \(part) is not valid XML, or declares a document type; save the workbook again")
    }
    return got > 0
  }
}
