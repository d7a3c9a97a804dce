/// A linked value as links and consents carry it, normalised: an address, a number, or a provider's id of the person.
enum LinkedValue {
  /// Tells apart several links with one object, without saying whose they are.
  static func discriminator(_ value: String) -> String { String(SubjectKey(uid: value).bits, radix: 16) }

  /// A provider's id of a person, as links have it; SAML's is often an address.
  static func normalID(_ rawID: String) -> String { rawID.contains("@") ? NormalText.email(rawID) : rawID }

  static func normal(_ text: String) -> String {
    if text.contains("@") { return NormalText.email(text) }
    let isNumber = text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || " +-().".contains($0) }
    guard isNumber else { return text }
    if text.contains(where: { "+ -()".contains($0) }) { return NormalText.phone(text) }
    return text
  }
}
