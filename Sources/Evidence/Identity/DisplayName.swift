/// Tells display names that identify a person from those that identify nobody.
enum DisplayName {
  /// Whether the name says who the person is. It does not where it has no letters, repeats the uid or an address of the
  /// account, or is what apps write for people who gave no name (`Apple User`, `guest_4711`).
  ///
  /// - Parameters:
  ///   - name: trimmed.
  ///   - addresses: of the account. A name made of one says no more than the address, which is judged by itself.
  static func identifies(_ name: BorrowedText, uid: BorrowedText, addresses: [BorrowedText]) -> Bool {
    if isRandom(name) || addresses.contains(where: { isMade(name, of: $0) }) { return false }
    var letters = Letters()
    if let place = place(of: uid, in: name) {
      letters.add(name[..<place])
      letters.add(name[(place + uid.count)...])
    } else {
      letters.add(name[...])
    }
    if letters.hasOthers { return String(decoding: name, as: UTF8.self).contains(where: \.isLetter) }
    return letters.count > 1 && !placeholders.contains(letters.hash)
  }

  /// Whether it is a UUID or a hash: hexadecimal digits and hyphens.
  private static func isRandom(_ name: BorrowedText) -> Bool {
    name.count >= 24
      && name.allSatisfy { (48...57).contains($0) || (97...102).contains($0.foldedASCII) || $0 == UInt8(ascii: "-") }
  }

  /// Whether the name is the address, or its part before the host.
  private static func isMade(_ name: BorrowedText, of address: BorrowedText) -> Bool {
    let isPlain = name.count == address.count
    guard isPlain || name.count < address.count && address[name.count] == UInt8(ascii: "@") else { return false }
    return name.indices.allSatisfy { name[$0].foldedASCII == address[$0].foldedASCII }
  }

  private static func place(of uid: BorrowedText, in name: BorrowedText) -> Int? {
    // A short uid is part of many names.
    guard uid.count >= 6, uid.count <= name.count else { return nil }
    return (0...(name.count - uid.count)).first { start in
      name[start] == uid[0] && BorrowedText(rebasing: name[start..<(start + uid.count)]).isEqual(to: uid)
    }
  }

  /// The ASCII letters of a text, whatever their case and what stands between them.
  private struct Letters {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var count = 0
    /// Bytes that are no ASCII.
    var hasOthers = false

    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        if byte > 0x7F { hasOthers = true }
        let folded = byte.foldedASCII
        guard folded &- 0x61 < 26 else { continue }
        hash = (hash ^ UInt64(folded)) &* 0x0000_0100_0000_01b3
        count += 1
      }
    }
  }

  /// What apps and people write in place of a name.
  private static let placeholders: Set<UInt64> = Set(
    [
      "account", "anon", "anonym", "anonyme", "anonimo", "anonymous", "anonymous user", "apple", "apple id",
      "apple id user", "apple user", "benutzer", "customer", "default", "default user", "deleted", "deleted user",
      "desconocido", "display name", "first last", "first name last name", "full name", "gast", "guest", "guest user",
      "hidden", "hidden user", "ios user", "inconnu", "invitado", "member", "my name", "n/a", "name", "new user", "nil",
      "no name", "none", "not available", "not provided", "not set", "null", "null null", "player", "private",
      "private relay", "private user", "sign in with apple", "test", "test user", "unbekannt", "undefined",
      "undefined undefined", "unknown", "unknown user", "unnamed", "user", "user name", "usuario", "utilisateur",
    ].map { (name: String) in
      var letters = Letters()
      letters.add(name.utf8)
      return letters.hash
    })
}
