import Foundation

/// A linked value as links and consents carry it, normalised: an address, a number, or a provider's id of the person.
enum LinkedValue {
  /// Tells apart several links with one object, without saying whose they are.
  static func discriminator(_ value: String) -> String { String(SubjectKey(uid: value).bits, radix: 16) }

  /// A provider's id of a person, as links have it; SAML's is often an address.
  static func normalID(_ rawID: String) -> String { rawID.contains("@") ? NormalText.email(rawID) : rawID }

  /// Without the marks that address books and spreadsheets put around numbers: directions of writing, spaces that do
  /// not break, a scheme, and the apostrophe that keeps a number a text.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) || text.hasPrefix("'") || hasScheme(text) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .format {
      plain.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    var result = String(plain).trimmingCharacters(in: .whitespaces)
    if result.hasPrefix("'") { result.removeFirst() }
    if hasScheme(result) { result.removeFirst(4) }
    return result
  }

  private static func hasScheme(_ text: String) -> Bool { text.prefix(4).lowercased() == "tel:" }

  static func normal(_ given: String) -> String {
    let text = plain(given)
    if text.contains("@") { return NormalText.email(text) }
    let isNumber = text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || " +-().".contains($0) }
    guard isNumber else { return given }
    if text.contains(where: { "+ -()".contains($0) }) { return NormalText.phone(text) }
    return text
  }
}
