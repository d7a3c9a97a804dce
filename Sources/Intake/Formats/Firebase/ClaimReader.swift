import Evidence

/// Finds Apple's `is_private_email`, and addresses and phone numbers, in the custom claims of an account.
final class ClaimReader {
  private let parser: JSONParser

  init() throws(ReadFailure) {
    parser = try JSONParser()
  }

  /// Reads claims that are JSON within a text. They are parsed only if they contain the word.
  func isPrivateEmail(inText text: BorrowedText) -> Bool? {
    guard text.contains("is_private_email") else { return nil }
    // Claims are the app's own data, so malformed ones do not reject the account.
    guard let claims = try? parser.parse(text) else { return nil }
    return Self.isPrivateEmail(in: claims)
  }

  /// Adds the addresses and phone numbers, with their texts in `texts`.
  func addContacts(inText text: BorrowedText, to account: inout AccountSketch, _ texts: TextArena) {
    guard let claims = try? parser.parse(text) else { return }
    ContactScan(texts: texts).add(claims, to: &account)
  }

  /// Apple writes a boolean, or the text of one.
  static func isPrivateEmail(in claims: JSONValue) -> Bool? {
    guard let value = claims.field("is_private_email") else { return nil }
    if let bool = value.bool { return bool }
    guard let text = value.text?.trimmed else { return nil }
    if text.elementsEqualIgnoringCase("true") { return true }
    return text.elementsEqualIgnoringCase("false") ? false : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares with a lower-case ASCII literal.
  func elementsEqualIgnoringCase(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    for index in indices {
      let byte = self[index]
      let lower = byte >= 65 && byte <= 90 ? byte | 32 : byte
      if lower != literal.utf8Start[index] { return false }
    }
    return true
  }
}
