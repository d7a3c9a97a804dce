import CSimdJSON
import Evidence

/// The beginning of a text, and the form that it shows.
struct Head {
  static let size = 1 << 16

  /// Why the text cannot be read at all, whatever its format.
  private(set) var obstacle: String?
  private(set) var shape: Shape?
  /// Keys of the objects around the records.
  private(set) var pageKeys: Set<String> = []
  private(set) var pageKind: String?
  /// Keys of the records, or the columns of the header row.
  private(set) var keys: Set<String> = []
  private(set) var header: [String] = []
  /// As `JSONOutline` has them.
  private(set) var memberKeys: Set<String> = []
  private(set) var outerKeys: Set<String> = []
  /// Of the header row.
  private(set) var delimiter = UInt8(ascii: ",")
  /// The header row ends in a carriage return without a line feed.
  private(set) var hasBareReturns = false
  /// The first rows without a header, for formats that have none.
  private(set) var lines: [BorrowedText] = []
  /// The text begins without white space between its brackets.
  private(set) var isCompact = false
  private let bytes: BorrowedText

  /// Whether it is a text that is not valid UTF-8. The head may end within a character.
  var isOfOtherEncoding: Bool {
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] } ?? bytes.dropLast(min(3, bytes.count))
    guard !whole.contains(0) else { return false }
    let text = bytes.last.map { $0 < 0x80 } == true ? bytes[...] : whole
    return (0...3).allSatisfy { String(validating: text.dropLast($0), as: UTF8.self) == nil }
  }

  /// - Parameters:
  ///   - bytes: followed by `rsj_padding` readable bytes.
  ///   - delimiter: of a table, if configured.
  init(_ bytes: BorrowedText, isWhole: Bool, delimiter: UInt8? = nil) {
    self.bytes = bytes
    obstacle = Encoding.obstacle(bytes)
    guard obstacle == nil else { return }
    let text = bytes.trimmed
    guard let first = text.first else { return }
    isCompact = text.count > 1 && !text[1].isWhitespace
    splitLines(isWhole: isWhole)
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      readJSON(text)
    } else if !readLines() {
      readTable(delimiter)
    }
  }

  /// The head of a table whose first row is known.
  init(titles: [String]) {
    bytes = .empty
    shape = .table
    header = titles
    keys = Set(titles)
  }

  /// The head as it would be if the configuration's names of columns stood in the file.
  func renamed(_ columns: [String: String]) -> Head {
    guard !columns.isEmpty else { return self }
    var head = self
    let lower = Set(keys.map { $0.lowercased() })
    for (ours, theirs) in columns {
      let path = theirs.lowercased()
      let first = path.split(separator: ".").first.map(String.init) ?? path
      if lower.contains(path) || lower.contains(first) { head.keys.insert(ours) }
    }
    return head
  }

  /// The head as it would be if the objects that look like pages were the records.
  var withoutPages: Head {
    var head = self
    head.keys = outerKeys
    head.pageKeys = []
    // Values in a row are read also where they are not on lines of their own.
    let isLines = lines.first.map { $0.first == UInt8(ascii: "{") && JSONOutline($0).isComplete } ?? false
    head.shape = isLines ? .lines : .values
    return head
  }

  /// The head as it would be if all names were in lower case.
  var inLowerCase: Head {
    var head = self
    head.keys = Set(keys.map { $0.lowercased() })
    return head
  }

  /// Whether a value under a key, at any depth, is a text, and none of JSON.
  ///
  /// - Parameter key: in its quotes.
  func hasText(under key: StaticString) -> Bool {
    var start = 0
    while let place = bytes.firstRange(of: BorrowedText(key), from: start) {
      start = place + key.utf8CodeUnitCount
      let rest = BorrowedText(rebasing: bytes[start...]).trimmed
      guard rest.first == UInt8(ascii: ":") else { continue }
      let value = BorrowedText(rebasing: rest.dropFirst()).trimmed
      if value.first == UInt8(ascii: "\""), value.count > 1, !"{[\"".utf8.contains(value[1]) { return true }
    }
    return false
  }

  private mutating func splitLines(isWhole: Bool) {
    var start = 0
    while lines.count < 200, start < bytes.count {
      let end = bytes.firstIndex(ofByte: UInt8(ascii: "\n"), from: start)
      // The last line may be cut off.
      if end == nil, !isWhole, !lines.isEmpty { break }
      let line = BorrowedText(rebasing: bytes[start..<(end ?? bytes.count)]).trimmed
      if !line.isEmpty { lines.append(line) }
      start = (end ?? bytes.count) + 1
    }
  }

  private mutating func readJSON(_ text: BorrowedText) {
    let outline = JSONOutline(text)
    pageKeys = outline.rootKeys
    pageKind = outline.kind
    keys = outline.recordKeys
    memberKeys = outline.memberKeys
    outerKeys = outline.outerKeys
    if outline.hasList || outline.kind?.hasPrefix("identitytoolkit#") == true {
      shape = .members
      if keys.isEmpty { keys = looseKeys().subtracting(pageKeys) }
      return
    }
    if outline.isArray {
      shape = .values
    } else if !readLines() {
      // One object is longer than the head. If it is on one line, it is the first of NDJSON.
      shape = lines.count <= 1 && !outline.isComplete && isCompact ? .lines : .values
    }
    if keys.isEmpty { keys = looseKeys() }
  }

  /// Whether there are lines that are whole objects.
  private mutating func readLines() -> Bool {
    var found: Set<String> = []
    var isFound = false
    for line in lines where line.first == UInt8(ascii: "{") {
      let outline = JSONOutline(line)
      guard outline.isComplete else { continue }
      isFound = true
      found.formUnion(outline.recordKeys)
      memberKeys.formUnion(outline.memberKeys)
      outerKeys.formUnion(outline.outerKeys)
      if outline.hasList {
        shape = .members
        pageKeys.formUnion(outline.rootKeys)
        pageKind = pageKind ?? outline.kind
        keys.formUnion(outline.recordKeys)
      }
    }
    guard isFound else { return false }
    if shape == nil {
      shape = .lines
      keys = found
    }
    return true
  }

  private mutating func readTable(_ given: UInt8?) {
    shape = .table
    guard var first = lines.first else { return }
    if let end = BareReturn.firstIndex(inHeader: first) {
      hasBareReturns = true
      first = BorrowedText(rebasing: first[..<end])
    }
    delimiter = given ?? Delimiter.ofHeader(first)
    let row = CSVRow(delimiter: delimiter)
    guard case .row = row.split(first, isLenient: false) else { return }
    obstacle = row.excess
    header = row.fields.map { $0.trimmedOfUnseen.string }
    keys = Set(header)
  }

  /// Everything that looks like a key, at any depth: for texts whose first record is broken.
  private func looseKeys() -> Set<String> {
    var found: Set<String> = []
    var start = 0
    while let open = bytes.firstIndex(ofByte: UInt8(ascii: "\""), from: start), found.count < 200 {
      guard let close = bytes.firstIndex(ofByte: UInt8(ascii: "\""), from: open + 1) else { break }
      var after = close + 1
      while after < bytes.count, bytes[after].isWhitespace { after += 1 }
      if close - open <= 64, after < bytes.count, bytes[after] == UInt8(ascii: ":") {
        found.insert(BorrowedText(rebasing: bytes[(open + 1)..<close]).string)
        start = after
      } else {
        start = close
      }
    }
    return found
  }
}
