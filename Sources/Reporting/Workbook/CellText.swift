/// Text as a workbook's cell can hold it.
enum CellText {
  /// UTF-16 code units in a cell, as spreadsheets count characters.
  static let limit = 32_767
  private static let mark = " … (cut: a cell holds 32,767 characters)"

  /// - Returns: the text with control characters replaced, without sequences that spreadsheets take for characters,
  ///   and cut where a cell cannot hold it.
  static func text(_ text: String) -> String {
    // Most texts are such. An underscore may begin an escape.
    if text.utf8.count <= limit, text.hasOnly({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x5F }) { return text }
    return cut(clean(text))
  }

  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x09, 0x0A: clean.append(scalar)
      // A line ends in a cell with a line feed alone.
      case 0x0D: if index + 1 == scalars.count || scalars[index + 1] != "\n" { clean.append("\n") }
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: clean.append("\u{FFFD}")
      case 0x5F where isEscape(scalars[index...]): clean.append(contentsOf: "_x005F_".unicodeScalars)
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }

  /// Whether the scalars begin with an escape such as `_x0041_`, which spreadsheets show as the character `A`.
  private static func isEscape(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let escape = scalars.prefix(7)
    guard escape.count == 7, escape.first == "_", escape.last == "_" else { return false }
    let middle = escape.dropFirst().dropLast()
    return middle.first == "x" && middle.dropFirst().allSatisfy { Character($0).isHexDigit }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf16.count > limit else { return text }
    var room = limit - mark.utf16.count
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      room -= UTF16.width(scalar)
      guard room >= 0 else { break }
      kept.append(scalar)
    }
    return String(kept) + mark
  }
}
