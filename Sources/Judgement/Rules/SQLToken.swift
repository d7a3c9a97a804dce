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
    var tokens: [SQLToken] = []
    let characters = Array(sql)
    var index = 0
    var line = firstLine

    func peek(_ offset: Int = 0) -> Character? {
      index + offset < characters.count ? characters[index + offset] : nil
    }
    func isWordPart(_ character: Character?) -> Bool {
      guard let character else { return false }
      switch character {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "$": return true
      default: return !character.isASCII && (character.isLetter || character.isNumber)
      }
    }
    /// Reads to the closing character, which is written twice to stand for itself.
    func quoted(_ close: Character) -> String {
      var text = ""
      index += 1
      while let character = peek() {
        if character == "\n" { line += 1 }
        if character == close {
          guard peek(1) == close else { break }
          index += 1
        }
        text.append(character)
        index += 1
      }
      index += 1
      return text
    }

    while let character = peek() {
      let start = line
      if character.isNewline {
        line += 1
        index += 1
      } else if character.isWhitespace {
        index += 1
      } else if character == "-", peek(1) == "-" {
        while let next = peek(), !next.isNewline { index += 1 }
      } else if character == "/", peek(1) == "*" {
        index += 2
        while peek() != nil, !(peek() == "*" && peek(1) == "/") {
          if peek()?.isNewline == true { line += 1 }
          index += 1
        }
        index += 2
      } else if character == "'" {
        tokens.append(SQLToken(kind: .string, text: quoted("'"), line: start))
      } else if character == "\"" || character == "`" {
        tokens.append(SQLToken(kind: .quotedWord, text: quoted(character), line: start))
      } else if character == "[" {
        tokens.append(SQLToken(kind: .quotedWord, text: quoted("]"), line: start))
      } else if character == ":" || character == "@", isWordPart(peek(1)) {
        index += 1
        var text = ""
        while let next = peek(), isWordPart(next) {
          text.append(next)
          index += 1
        }
        tokens.append(SQLToken(kind: .parameter, text: text, line: start))
      } else if isWordPart(character) {
        var text = ""
        while let next = peek(), isWordPart(next) || (character.isNumber && next == ".") {
          text.append(next)
          index += 1
        }
        tokens.append(SQLToken(kind: character.isNumber ? .number : .word, text: text.lowercased(), line: start))
      } else {
        tokens.append(SQLToken(kind: .symbol, text: String(character), line: start))
        index += 1
      }
    }
    return tokens
  }
}

extension [SQLToken] {
  /// What may name a table or a view, with its position: words, and texts where one can stand in a table's place, since
  /// SQLite takes such a text for a name (https://www.sqlite.org/lang_keywords.html).
  var possibleNames: [(position: Int, name: String)] {
    indices.compactMap { position in
      switch self[position].kind {
      case .word, .quotedWord: break
      case .string where position > 0 && ["from", "join", "in", ",", "(", "."].contains(self[position - 1].text): break
      default: return nil
      }
      return (position, self[position].text.lowercased())
    }
  }
}
