import Evidence

/// The custom claims of the account that is being read.
enum CustomClaims {
  case none
  /// A JSON text within a text, and what parses it.
  case text(BorrowedText, ClaimReader)
  case object(JSONValue)

  func addContacts(to account: inout AccountSketch, _ texts: TextArena) {
    switch self {
    case .none: break
    case .text(let text, let reader):
      texts.removeAll()
      reader.addContacts(inText: text, to: &account, texts)
    case .object(let value): ContactScan(texts: texts).add(value, to: &account)
    }
  }
}
