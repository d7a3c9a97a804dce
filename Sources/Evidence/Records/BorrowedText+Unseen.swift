extension BorrowedText {
  /// Without ASCII white space at either end, and without characters there that look like a space or like nothing.
  ///
  /// Spreadsheets and web pages leave them in what is copied, and nobody sees why `u1` is not `u1`. Shares the bytes of
  /// `self`.
  @usableFromInline
  package var trimmedOfUnseen: BorrowedText {
    var rest = trimmed
    while let length = rest.unseenLength(isAtEnd: false) {
      rest = BorrowedText(rebasing: rest.dropFirst(length)).trimmed
    }
    while let length = rest.unseenLength(isAtEnd: true) { rest = BorrowedText(rebasing: rest.dropLast(length)).trimmed }
    return rest
  }

  /// The bytes of an unseen character at the beginning or the end; nil where there is none.
  private func unseenLength(isAtEnd: Bool) -> Int? {
    guard let outer = isAtEnd ? last : first, outer >= 0x80 else { return nil }
    for character in Unseen.characters where character.utf8CodeUnitCount <= count {
      let length = character.utf8CodeUnitCount
      let part = BorrowedText(rebasing: isAtEnd ? self[(count - length)...] : self[..<length])
      if part.isEqual(to: character) { return length }
    }
    return nil
  }
}

private enum Unseen {
  /// Spaces that do not break, the wide space, byte order marks, and marks without width.
  static let characters: [StaticString] = [
    "\u{A0}", "\u{FEFF}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202F}", "\u{2060}",
    "\u{3000}",
  ]
}
