import Foundation

/// Evidence in every format that is read, in which addresses and numbers stand where nobody expects them: in each
/// field, beside any value, and in names of fields and files.
struct CanarySample {
  /// What a copy of a fixture has in place of its values.
  private enum Copy: String, CaseIterable {
    /// As it was but for the uids, so that something is found.
    case plain
    /// In some values.
    case changed
    /// In the first value of each field of the format that has none yet.
    case rest
  }

  private var marks: CanaryMarks
  private var copy = Copy.plain
  /// Fields of the format that have an address or a number.
  private var covered: Set<String> = []
  private var hasNew = false
  /// Of the fixtures, the values that name accounts.
  private var uids: Set<String> = []

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Intake").standardizedFileURL

  private static let uidKeys: Set = [
    "uid", "localId", "user_id", "userId", "piiPrincipalId", "pii_principal_id",
  ]

  /// - Returns: what was written.
  static func write(to place: Workplace, _ marks: inout CanaryMarks) throws -> Int {
    var sample = CanarySample(marks: marks)
    let files = try sample.write(to: place)
    marks = sample.marks
    return files
  }

  private init(marks: CanaryMarks) { self.marks = marks }

  private mutating func write(to place: Workplace) throws -> Int {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.fixtures.path).sorted()
      .filter { $0.contains("/") && !$0.hasSuffix("expected.csv") }
    let texts = try paths.map { path in
      (path: path, text: String(decoding: try Data(contentsOf: Self.fixtures.appending(path: path)), as: UTF8.self))
    }
    for (path, text) in texts where !path.hasSuffix("csv") { collectUIDs(text) }
    uids.formUnion(["u1", "u2", "u3", "uid-1", "uid-2", "person1"])
    var count = 0
    for (format, files) in Dictionary(grouping: texts, by: { $0.path.prefix { $0 != "/" } }).sorted(by: {
      $0.key < $1.key
    }) {
      covered = []
      for copy in Copy.allCases {
        self.copy = copy
        for (path, text) in files {
          // It is there again with canaries.
          if copy == .plain, path.contains("/damaged.") { continue }
          hasNew = false
          let content = path.hasSuffix("csv") ? table(text) : literals(text)
          guard copy != .rest || hasNew else { continue }
          let folder = marks.chance(of: 4) ? "\(format) of \(marks.addressInAPath())" : String(format)
          let file = path.split(separator: "/")[1]
          let name = marks.chance(of: 4) ? "\(marks.addressInAPath()) \(file)" : String(file)
          try place.write("in/\(copy)/\(folder)/\(name)", content)
          count += 1
        }
      }
    }
    return count
  }

  // MARK: - Values

  /// Whether the next value of a field gets an address or a number.
  private mutating func isNext(_ field: String) -> Bool {
    switch copy {
    case .plain: return false
    case .changed: guard marks.chance(of: 8) else { return false }
    case .rest: guard !covered.contains(field) else { return false }
    }
    hasNew = true
    covered.insert(field)
    return true
  }

  private mutating func value(_ value: String, of field: String) -> String {
    if isNext(field) {
      let contact = marks.contact()
      return marks.pick([contact, "\(value) \(contact)", "\(contact) \(value)", "(\(contact))"])
    }
    // Where it is an address, the end is its host, which is shown.
    if uids.contains(value), !value.contains("@") { return "\(value)-\(marks.uid)" }
    // 001234.0123456789abcdef0123456789abcdef.0123
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].count == 6, parts[1].count == 32 {
      return "\(parts[0]).\(marks.sub)\(parts[1].suffix(16)).\(parts[2])"
    }
    return value
  }

  // MARK: - JSON

  /// The literals between quotation marks, and whether each is a key.
  private static func pieces(_ text: String) -> [(between: Substring, literal: Substring?, isKey: Bool)] {
    var found: [(between: Substring, literal: Substring?, isKey: Bool)] = []
    var rest = text[...]
    while let quote = rest.firstIndex(of: "\"") {
      let start = rest.index(after: quote)
      var end = start
      while end < rest.endIndex, rest[end] != "\"", rest[end] != "\n" {
        end = rest.index(after: end)
        if rest[rest.index(before: end)] == "\\", end < rest.endIndex { end = rest.index(after: end) }
      }
      guard end < rest.endIndex, rest[end] == "\"" else { break }
      let after = rest.index(after: end)
      let isKey = rest[after...].first { !$0.isWhitespace } == ":"
      found.append((rest[..<quote], rest[start..<end], isKey))
      rest = rest[after...]
    }
    found.append((rest, nil, false))
    return found
  }

  private mutating func collectUIDs(_ text: String) {
    var key = ""
    for (_, literal, isKey) in Self.pieces(text) {
      guard let literal else { continue }
      if isKey {
        key = String(literal)
      } else if Self.uidKeys.contains(key), literal.count > 1 {
        uids.insert(String(literal))
      }
    }
  }

  private mutating func literals(_ text: String) -> String {
    var (changed, key, isAfterKey) = ("", "", false)
    for (between, literal, isKey) in Self.pieces(text) {
      changed += isAfterKey ? bare(between, of: key) : String(between)
      isAfterKey = isKey
      guard let literal else { continue }
      if isKey {
        key = String(literal)
        let isChanged = copy == .changed && marks.chance(of: 60)
        changed += "\"\(isChanged ? "\(key) \(marks.contact())" : key)\""
      } else {
        changed += "\"\(literal.contains("\\") ? escaped(literal) : value(String(literal), of: key))\""
      }
    }
    return changed
  }

  /// `: 1770000000000,` and the like: a number or a word that stands behind a key.
  private mutating func bare(_ between: Substring, of key: String) -> String {
    guard copy == .rest, let match = between.prefixMatch(of: #/:\s*([-0-9.eE+]+|true|false|null)/#), isNext(key) else {
      return String(between)
    }
    return ": \"\(marks.contact())\"" + between[match.range.upperBound...]
  }

  /// JSON within a text: its own literals are changed.
  private mutating func escaped(_ literal: Substring) -> String {
    guard literal.contains("\\\"") else { return String(literal) }
    return literals(String(literal).replacing("\\\"", with: "\"")).replacing("\"", with: "\\\"")
  }

  // MARK: - CSV

  private mutating func table(_ text: String) -> String {
    var titles: [String] = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      // A row with quotation marks stays as it is.
      if line.contains("\"") || line.isEmpty { return String(line) }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if index == 0 { titles = cells }
      return cells.enumerated().map { column, cell in
        let isName = index == 0 && !cell.isEmpty && cell.allSatisfy { $0.isLetter || $0 == "_" || $0 == " " }
        if isName { return copy == .changed && marks.chance(of: 40) ? "\(cell) \(marks.contact())" : cell }
        return value(cell, of: titles.indices.contains(column) ? titles[column] : "\(column)")
      }.joined(separator: ",")
    }.joined(separator: "\n")
  }
}
