import Foundation

/// Evidence in every format that is read, in which addresses and numbers stand where nobody expects them: in any value,
/// beside any value, and in names of fields and files.
struct CanarySample {
  private var marks: CanaryMarks
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
    for (path, text) in texts {
      // One copy is as it was but for the uids, so that something is found.
      for isChanged in [false, true] {
        let parts = path.split(separator: "/")
        let folder = marks.chance(of: 4) ? "\(parts[0]) of \(marks.addressInAPath())" : String(parts[0])
        let name = marks.chance(of: 4) ? "\(marks.addressInAPath()) \(parts[1])" : String(parts[1])
        let copy = path.hasSuffix("csv") ? table(text, isChanged) : literals(text, isChanged)
        try place.write("in/\(isChanged ? "changed" : "plain")/\(folder)/\(name)", copy)
        count += 1
      }
    }
    return count
  }

  // MARK: - Values

  private mutating func value(_ value: String, _ isChanged: Bool) -> String {
    if isChanged, marks.chance(of: 8) {
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

  private mutating func literals(_ text: String, _ isChanged: Bool) -> String {
    var changed = ""
    for (between, literal, isKey) in Self.pieces(text) {
      changed += between
      guard let literal else { continue }
      let isEscaped = literal.contains("\\")
      let new =
        isKey
        ? isChanged && marks.chance(of: 60) ? "\(literal) \(marks.contact())" : String(literal)
        : isEscaped ? escaped(literal, isChanged) : value(String(literal), isChanged)
      changed += "\"\(new)\""
    }
    return changed
  }

  /// JSON within a text: its own literals are changed.
  private mutating func escaped(_ literal: Substring, _ isChanged: Bool) -> String {
    guard literal.contains("\\\"") else { return String(literal) }
    return literals(String(literal).replacing("\\\"", with: "\""), isChanged).replacing("\"", with: "\\\"")
  }

  // MARK: - CSV

  private mutating func table(_ text: String, _ isChanged: Bool) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      // A row with quotation marks stays as it is.
      if line.contains("\"") || line.isEmpty { return String(line) }
      return line.split(separator: ",", omittingEmptySubsequences: false).map { cell in
        let cell = String(cell)
        let isName = index == 0 && !cell.isEmpty && cell.allSatisfy { $0.isLetter || $0 == "_" || $0 == " " }
        if isName { return isChanged && marks.chance(of: 40) ? "\(cell) \(marks.contact())" : cell }
        return value(cell, isChanged)
      }.joined(separator: ",")
    }.joined(separator: "\n")
  }
}
