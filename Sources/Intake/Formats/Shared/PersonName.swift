import Evidence

/// Chooses a person's name among the several that products keep.
enum PersonName {
  /// The first name that is not derived from the account's address, as some products derive names.
  static func first(of names: [String?], email: BorrowedText?, in texts: TextArena) -> BorrowedText? {
    let address = email?.string.foldedASCII
    let local = address.map { String($0.prefix { $0 != "@" }) }
    return names.lazy.compactMap { $0 }.first { name in
      let name = name.foldedASCII
      return !name.isEmpty && name != address && name != local
    }.map { texts.copy($0) }
  }

  /// First and last names, as one.
  static func joined(_ parts: String?...) -> String? {
    let name = parts.compactMap { $0 }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}

extension RecordFields {
  /// A text that no verdict depends on, so a malformed one does not reject the record.
  func plainText(_ name: String) -> String? { (try? looseText(name)) ?? nil }

  /// Adds the addresses and phone numbers in a free-form object.
  func addContacts(of name: String, to account: inout AccountSketch, _ scan: ContactScan, ignoring: Set<String> = []) {
    guard let value = (try? value(name)) ?? nil, value.isObject else { return }
    scan.add(value, to: &account, ignoring: ignoring)
  }
}
