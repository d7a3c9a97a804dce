/// A word of SQL, as far as rules need to be understood without running them.
struct SQLToken: Hashable {
  enum Kind {
    /// A name or keyword, without its quotes; lower-case where it was not quoted.
    case word, quotedWord
    case string, number, parameter, symbol
  }

  var kind: Kind
  var text: String
  /// From 1.
  var line: Int

  /// The tokens of a query; comments and white space are left out.
  static func tokens(of sql: String, firstLine: Int = 1) -> [SQLToken] {
    var reader = SQLReader(scalars: Array(sql.unicodeScalars), line: firstLine)
    var tokens: [SQLToken] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }
}

/// Reads a query token by token. Scalars and no characters: a query is read for each mutant in each case of a rule, and
/// to find the characters of a text takes ten times as long.
private struct SQLReader {
  let scalars: [Unicode.Scalar]
  var index = 0
  var line: Int

  init(scalars: [Unicode.Scalar], line: Int) {
    self.scalars = scalars
    self.line = line
  }

  mutating func next() -> SQLToken? {
    skipSpace()
    guard let scalar = peek() else { return nil }
    let start = line
    switch scalar {
    case "'": return SQLToken(kind: .string, text: quoted("'"), line: start)
    case "\"", "`": return SQLToken(kind: .quotedWord, text: quoted(scalar), line: start)
    case "[": return SQLToken(kind: .quotedWord, text: quoted("]"), line: start)
    case ":" where isWordPart(1), "@" where isWordPart(1):
      index += 1
      return SQLToken(kind: .parameter, text: word(isNumber: false), line: start)
    case _ where isWordPart():
      let isNumber = scalar.isNumeric
      return SQLToken(
        kind: isNumber ? .number : .word, text: word(isNumber: isNumber).lowercased(), line: start)
    default:
      index += 1
      return SQLToken(kind: .symbol, text: String(scalar), line: start)
    }
  }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  private func isWordPart(_ offset: Int = 0) -> Bool {
    guard let scalar = peek(offset) else { return false }
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": return true
    default: return !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.isNumeric)
    }
  }

  private mutating func skipSpace() {
    while let scalar = peek() {
      if scalar == "-", peek(1) == "-" {
        while let next = peek(), next != "\n" { index += 1 }
      } else if scalar == "/", peek(1) == "*" {
        index += 2
        while let next = peek(), !(next == "*" && peek(1) == "/") { pass(next) }
        index += 2
      } else if scalar.isSpace {
        pass(scalar)
      } else {
        return
      }
    }
  }

  private mutating func pass(_ scalar: Unicode.Scalar) {
    if scalar == "\n" { line += 1 }
    index += 1
  }

  private mutating func word(isNumber: Bool) -> String {
    let start = index
    while isWordPart() || isNumber && peek() == "." { index += 1 }
    return text(start..<index)
  }

  /// Reads to the closing character, which is written twice to stand for itself.
  private mutating func quoted(_ close: Unicode.Scalar) -> String {
    var quoted = ""
    index += 1
    while let scalar = peek() {
      if scalar == close {
        guard peek(1) == close else { break }
        index += 1
      }
      quoted.unicodeScalars.append(scalar)
      pass(scalar)
    }
    index += 1
    return quoted
  }

  private func text(_ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range {
      guard let byte = UInt8(exactly: scalars[index].value), byte < 0x80 else {
        return String(String.UnicodeScalarView(scalars[range]))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  // As its properties say. To look these up takes most of the time of reading a query, which is of ASCII.

  fileprivate var isSpace: Bool { isASCII ? value == 0x20 || value >= 0x09 && value <= 0x0D : properties.isWhitespace }

  fileprivate var isNumeric: Bool {
    isASCII ? value >= 0x30 && value <= 0x39 : properties.numericType != nil
  }
}

extension [SQLToken] {
  /// What may name a table or a view, with its position: words, and texts where one can stand in a table's place, since
  /// SQLite takes such a text for a name (https://www.sqlite.org/lang_keywords.html).
  var possibleNames: [(position: Int, name: String)] {
    indices.compactMap { position in
      switch self[position].kind {
      case .word, .quotedWord: break
      case .string where position > 0 && SQLToken.namesFollow.contains(self[position - 1].text): break
      default: return nil
      }
      return (position, self[position].text.lowercased())
    }
  }

  /// What stands in a table's place: in a FROM clause, or right after IN. Names of common table expressions are among
  /// it, and so is what is no name at all.
  var tables: Set<String> {
    var found: Set<String> = []
    // For each open parenthesis, whether it is within a FROM clause.
    var isFrom = [false]
    for (index, token) in enumerated() {
      let before = index > 0 ? self[index - 1] : nil
      let follows = isFrom[isFrom.count - 1] && before.map { SQLToken.tablesFollow.contains($0.text) } == true
      switch (token.kind, token.text) {
      case (.symbol, "("): isFrom.append(follows)
      case (.symbol, ")"): if isFrom.count > 1 { isFrom.removeLast() }
      case (.word, "from"): isFrom[isFrom.count - 1] = true
      case (.word, let word) where SQLToken.otherClauses.contains(word): isFrom[isFrom.count - 1] = false
      case (.word, let name), (.quotedWord, let name), (.string, let name):
        if follows || before?.kind == .word && before?.text == "in" { found.insert(name.lowercased()) }
      default: break
      }
    }
    return found
  }
}

extension SQLToken {
  fileprivate static let tablesFollow: Set = ["from", "join", ",", "("]
  fileprivate static let namesFollow = tablesFollow.union(["in", "."])
  /// What ends a FROM clause.
  fileprivate static let otherClauses: Set = [
    "select", "where", "group", "having", "window", "order", "limit", "union", "except", "intersect",
  ]
}
