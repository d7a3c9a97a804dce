import Foundation
import Reporting

/// Texts as YAML reads them back.
enum YAMLText {
  /// Words that YAML, in one of its versions, takes for something else than a text.
  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"]

  /// A key or value, in block or flow style.
  static func scalar(_ text: String) -> String {
    if isPlain(text) { return text }
    if !text.unicodeScalars.contains(where: { $0 == "\t" || VisibleText.isHidden($0) }) {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case _ where scalar == "\t" || VisibleText.isHidden(scalar):
        let hex = String(scalar.value, radix: 16)
        let (mark, length) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        escaped += "\\" + mark + String(repeating: "0", count: length - hex.count) + hex
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, isLetter(first) || text == ".",
      last != UInt8(ascii: " "), !reserved.contains(text.lowercased())
    else { return false }
    return text.utf8.allSatisfy { isLetter($0) || $0 >= 48 && $0 <= 57 || "_./ -".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 97 && byte | 0x20 <= 122 }

  /// What follows a `#`: on one line, whatever the text holds, and without anybody's address or number.
  static func comment(_ text: String) -> String {
    VisibleText.line(String(withoutContacts(text).map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }

  /// The text without anybody's address or number.
  static func withoutContacts(_ text: String) -> String { PersonalData.masking.text(text) }
}
