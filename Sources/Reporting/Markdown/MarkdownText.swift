/// Data as Markdown: nothing in it becomes markup, a link, a mention or another line. What could is written as a
/// character reference, since those hold in tables too, where a backslash may come to stand before a bar.
enum MarkdownText {
  /// How many characters of one value are shown.
  private static let limit = 400

  /// A name: a path, an id, a uid.
  static func code(_ text: String) -> String {
    let text = flat(text)
    // A code span cannot hold a bar in a table, nor nothing at all.
    guard !text.isEmpty, !text.contains("|"), !text.contains("`") else { return plain(text) }
    return "`\(text)`"
  }

  /// A sentence in which backquotes mark names, as in messages.
  static func prose(_ text: String) -> String {
    let parts = flat(text).split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // An unpaired backquote marks nothing: it may come from a name.
    guard parts.count % 2 == 1 else { return plain(text) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? code(part) : escaped(part, isFirst: index == 0)
    }.joined()
  }

  static func plain(_ text: String) -> String { escaped(flat(text), isFirst: true) }

  /// - Parameter isFirst: whether it may begin a line, where more signs have a meaning.
  private static func escaped(_ text: String, isFirst: Bool) -> String {
    var result = ""
    var isBeginning = isFirst
    for character in text.unicodeScalars {
      switch character {
      case "&", "<", ">", "[", "]", "\\", "|", "`", "*", "_", "~", "$", "#": result += reference(character)
      case "@": result += "@\u{200B}"
      // A list, a heading's underline, a command to a chat, a number of a list.
      case "-" where isBeginning, "+" where isBeginning, "=" where isBeginning, "/" where isBeginning,
        "." where isBeginning, ")" where isBeginning:
        result += reference(character)
      // `https://` and `www.` would be links.
      case "/" where result.hasSuffix(":"), "." where result.lowercased().hasSuffix("www"):
        result += reference(character)
      default: result.unicodeScalars.append(character)
      }
      isBeginning = isBeginning && ("0"..."9").contains(character)
    }
    return result
  }

  private static func reference(_ character: Unicode.Scalar) -> String {
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: "&#\(character.value);"
    }
  }

  /// One line, without characters that cannot be seen or that turn the direction of text, and not longer than the
  /// limit.
  private static func flat(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text.unicodeScalars.prefix(limit) {
      let properties = character.properties
      if properties.isWhitespace || character == "\u{85}" {
        if result.last != " " { result.append(" ") }
      } else if character.value < 0x20 || properties.generalCategory == .control || properties.isBidiControl {
        result.append("\u{FFFD}")
      } else {
        result.append(character)
      }
    }
    let isCut = text.unicodeScalars.count > limit
    return String(result).trimmingSpaces + (isCut ? "…" : "")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
