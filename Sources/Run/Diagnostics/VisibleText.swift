/// Text from files, arguments and other people on its way to a terminal or a log.
///
/// What would end a line, move the cursor, change colours or turn the direction of writing is written as an escape such
/// as `\u{1b}`, so that nobody who writes a file's name can forge what the program says.
package enum VisibleText {
  /// The text as one line. Tabs stay.
  package static func line(_ text: String) -> String {
    escaped(text) { "\\u{\(hex($0.value))}" }
  }

  /// JSON with the same characters as JSON's own escapes. Its meaning and its lines stay.
  package static func json(_ text: String) -> String {
    escaped(text, except: "\n") { scalar in
      Character(scalar).utf16.map { "\\u" + String(repeating: "0", count: 4 - hex($0).count) + hex($0) }.joined()
    }
  }

  /// Whether a terminal would obey the character in place of showing it, or show nothing.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // The zero-width joiner and non-joiner belong to the spelling of several languages.
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
    default: return false
    }
  }

  private static func escaped(
    _ text: String, except kept: Unicode.Scalar? = nil, by escape: (Unicode.Scalar) -> String
  ) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar), scalar != kept {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func hex(_ number: some BinaryInteger) -> String { String(number, radix: 16) }
}
