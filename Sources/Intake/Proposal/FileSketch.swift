import Evidence

/// A summary of a file's records, whatever they mean: of each of the first ones, and then of one in a hundred, so that
/// the middle of a long file counts as well, and of each that is about a revocation or a deletion, which are few in a
/// log.
final class FileSketch {
  /// In order of first sight.
  private(set) var fields: [FieldSketch] = []
  private var positions: [String: Int] = [:]
  private(set) var records = 0
  /// Records that were looked at.
  private(set) var looked = 0
  /// Titles of a table, as they are written.
  private(set) var titles: [String] = []
  /// Lines of a text about a revocation or a deletion.
  private(set) var tellingLines: [String] = []
  private(set) var firstLines: [String] = []
  let accounts: KnownNames
  /// The key of the list of records, for a file that is one object around it.
  private(set) var onlyList: String?
  /// It is a workbook, which has no lines of text.
  var isOfSheets = false
  var isText: Bool { fields.isEmpty && !firstLines.isEmpty }
  /// It has records with fields. A table of one column is rather a text.
  var isUseful: Bool { looked > 0 && fields.count { $0.present > 0 } > 1 && !titles.contains(where: Self.isValue) }
  /// Nothing in it could be read.
  var isBlank: Bool { fields.isEmpty && firstLines.isEmpty && onlyList == nil }

  private static let allOf = 20_000
  private static let oneIn = 100
  private static let recordLimit = 1_000_000
  private static let fieldLimit = 300
  private static let depthLimit = 5
  private static let lineLimit = 2000
  /// Bytes; no longer line is kept.
  private static let lineLength = 2000

  /// Thrown when enough was seen.
  struct Enough: Error {}

  init(accounts: KnownNames) { self.accounts = accounts }

  /// Whether the next record is looked at.
  private func wantsNext(_ isTelling: () -> Bool) throws -> Bool {
    records += 1
    guard records <= Self.recordLimit else { throw Enough() }
    guard records <= Self.allOf || records.isMultiple(of: Self.oneIn) || looked <= 2 * Self.allOf && isTelling() else {
      return false
    }
    looked += 1
    return true
  }

  private static func isTelling(_ text: BorrowedText) -> Bool {
    text.contains("evok") || text.contains("EVOK") || text.contains("elete") || text.contains("ELETE")
  }

  private static func isTelling(_ record: JSONValue, depth: Int = 0) -> Bool {
    var isFound = false
    record.forEachField { _, value in
      if isFound { return }
      if let text = value.text {
        isFound = isTelling(text)
      } else if depth < 2 {
        isFound = isTelling(value, depth: depth + 1)
      }
    }
    return isFound
  }

  func field(_ path: String) -> FieldSketch? { positions[path].map { fields[$0] } }

  private func update(_ path: String, _ change: (inout FieldSketch) -> Void) {
    if let position = positions[path] {
      change(&fields[position])
    } else if fields.count < Self.fieldLimit, !path.isEmpty {
      positions[path] = fields.count
      fields.append(FieldSketch(path: path))
      change(&fields[fields.count - 1])
    }
  }

  // MARK: - Tables and texts

  /// Whether a title is a value: headers hold no times, addresses, numbers or sentences.
  private static func isValue(_ title: String) -> Bool {
    !ValueForm.forms(of: title).isEmpty || NameWords.of(title).count > longestTitle
  }

  /// Words.
  private static let longestTitle = 6

  func begin(titles: [String]) {
    self.titles = titles
    for title in titles { update(title) { _ in } }
  }

  func look(at row: [BorrowedText]) throws {
    guard try wantsNext({ row.contains(where: Self.isTelling) }) else { return }
    for (title, cell) in zip(titles, row) {
      guard let text = cell.nonEmpty, !text.isNull else { continue }
      if text.first == UInt8(ascii: "{"), lookInside(text, below: title) { continue }
      update(title) { $0.add(text.string, accounts: accounts) }
    }
  }

  func look(at line: BorrowedText) throws {
    guard try wantsNext({ Self.isTelling(line) }), line.count <= Self.lineLength else { return }
    let text = line.string
    if firstLines.count < 3 { firstLines.append(text) }
    if tellingLines.count < Self.lineLimit, LineGuess.isTelling(text) { tellingLines.append(text) }
  }

  // MARK: - JSON

  func look(at record: JSONValue) throws {
    guard try wantsNext({ Self.isTelling(record) }) else { return }
    look(at: record, path: "", depth: 0)
  }

  private func look(at value: JSONValue, path: String, depth: Int) {
    guard depth <= Self.depthLimit else { return }
    if value.isObject {
      if Self.isTime(value) {
        update(path) { $0.addTime() }
        return
      }
      value.forEachField { key, inner in
        let name = key.string
        guard !Secrets.isSecret(name: name) || NameWords.joined(name) == "tokentype" || Self.isEnvelope(name, inner)
        else { return }
        look(at: inner, path: path.isEmpty ? name : path + "." + name, depth: depth + 1)
      }
    } else if value.isArray {
      // A list of one value is that value, as the mapping reads it.
      var elements: [JSONValue] = []
      value.forEachElement { if elements.count < 2 { elements.append($0) } }
      guard let first = elements.first else { return }
      if first.isObject, depth == 1 { onlyList = onlyList ?? path }
      if elements.count == 1, !first.isObject { look(at: first, path: path, depth: depth + 1) }
    } else if let text = value.text {
      guard let text = text.nonEmpty, !text.isNull else { return }
      if text.first == UInt8(ascii: "{"), lookInside(text, below: path) { return }
      update(path) { $0.add(text.string, accounts: accounts) }
    } else if let text = FieldValue(value).detail {
      update(path) { $0.add(text, accounts: accounts) }
    }
  }

  /// Whether a key has the fields of an event, and not the part of a token that it may be named like.
  private static func isEnvelope(_ name: String, _ value: JSONValue) -> Bool {
    name.lowercased() == "payload" && (value.isObject || value.text?.first == UInt8(ascii: "{"))
  }

  /// JSON that stands in a text.
  private func lookInside(_ text: BorrowedText, below path: String) -> Bool {
    var nested = NestedParser()
    guard let value = nested.parse(text), value.isObject else { return false }
    look(at: value, path: path, depth: 2)
    return true
  }

  private static func isTime(_ object: JSONValue) -> Bool {
    object.field("$date") != nil || object.field("_seconds") != nil
      || object.field("seconds") != nil && (object.field("nanoseconds") ?? object.field("nanos")) != nil
  }
}

/// Has a file's records sketched instead of read.
///
/// # Safety
/// One thread reads into the sketch; the caller uses it after the read.
struct SketchFormat: Format, @unchecked Sendable {
  let sketch: FileSketch
  var kind: EvidenceKind { .consents }
  var guide: FormatGuide { FormatGuide(name: "sketch", kind: kind, title: "", example: "") }

  func name(of shape: Shape) -> String { guide.name }
  func recognise(_ head: Head) -> Recognition? { nil }
  func shape(forced head: Head) -> Shape? { head.shape }
  func makeReader(_ context: ReaderContext) throws(ReadFailure) -> any RecordReader {
    SketchReader(sketch: sketch, isText: context.shape == .text)
  }
}

private struct SketchReader: RecordReader {
  let sketch: FileSketch
  let isText: Bool

  mutating func begin(header: [String]) throws(RecordRejection) {
    if !isText { sketch.begin(titles: header) }
  }

  mutating func read(
    _ record: JSONValue, hasBackslash: Bool, at place: Place, into sink: inout some EvidenceSink
  ) throws -> Reading {
    try sketch.look(at: record)
    return Reading()
  }

  mutating func read(_ row: [BorrowedText], at place: Place, into sink: inout some EvidenceSink) throws -> Reading {
    if isText, let line = row.first { try sketch.look(at: line) } else { try sketch.look(at: row) }
    return Reading()
  }

  func complete(_ summary: inout SourceSummary) {}
}
