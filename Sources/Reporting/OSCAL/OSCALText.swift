import Foundation

/// Texts in the forms that OSCAL's schema asks for.
enum OSCALText {
  /// One line without white space around it; nil where nothing is left.
  static func line(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
    return words.isEmpty ? nil : words.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// A name without slashes and brackets: `gdpr.5.1.d` for `gdpr/5(1)(d)`.
  static func token(_ id: String) -> String {
    let parts = id.unicodeScalars.split { !isLetter($0) && !("0"..."9").contains($0) && $0 != "-" && $0 != "." }
    let token = parts.map { String(Substring($0)) }.joined(separator: ".")
    return token.unicodeScalars.first.map(isLetter) == true ? token : "_" + token
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  /// A reference to a file by its path, which may have any characters.
  static func reference(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}

/// A property: a name, and a value of one line.
struct OSCALProperty {
  var name: StaticString
  var value: String
  /// Says what it is of; nil for the object that has it.
  var tag: String?

  /// Nil where the value is nil or empty.
  init?(_ name: StaticString, _ value: String?, tag: String? = nil) {
    guard let value = OSCALText.line(value) else { return nil }
    self.name = name
    self.value = value
    self.tag = tag
  }

  init?(_ name: StaticString, _ value: Int) { self.init(name, "\(value)") }
}

extension JSONWriter {
  /// Writes `props`, if there are any: the schema allows no empty list.
  mutating func properties(_ properties: [OSCALProperty?]) {
    let properties = properties.compactMap { $0 }
    guard !properties.isEmpty else { return }
    key("props") {
      $0.array(properties) { writer, property in
        writer.object { writer in
          writer.key("name", property.name.description)
          writer.key("ns", "https://relay-audit.invalid/oscal")
          writer.key("value", property.value)
          if let tag = property.tag { writer.key("class", tag) }
        }
      }
    }
  }
}
