/// How SARIF writes texts and paths.
enum SARIFText {
  /// A message in which nothing is a placeholder (`{0}`) or a link (`[text](target)`).
  static func message(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x5B, 0x5C, 0x5D, 0x7B, 0x7D].contains($0) }) else { return text }
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "[", "]", "\\": result += "\\\(character)"
      case "{", "}": result += "\(character)\(character)"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A relative reference for a path that is relative, and a `file` URI for one that is not.
  static func uri(_ path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    let encoded = path.utf8.map { byte in
      isUnreserved(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }.joined()
    return path.hasPrefix("/") ? "file://\(encoded)" : encoded.isEmpty ? "." : encoded
  }

  /// Also the slash, which stays one. A colon is none: the first part of the path would be a scheme.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Whether the schema takes the text for a GUID.
  static func isGUID(_ text: String) -> Bool {
    text.wholeMatch(
      of: /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}/) != nil
  }
}
