import Evidence

/// A name of fields whose values are secrets, however its words are joined: `refresh_token`, `refreshToken`,
/// `Refresh-Token`, and with more before it, as in `apple_refresh_token`.
struct SecretName {
  let kind: ExposedSecret.Kind
  /// In lower case, with low lines between its words.
  private let words: StaticString
  /// Files of tokens have values of this name by their nature.
  let isOfSignedToken: Bool

  private init(_ words: StaticString, _ kind: ExposedSecret.Kind, isOfSignedToken: Bool = false) {
    self.words = words
    self.kind = kind
    self.isOfSignedToken = isOfSignedToken
  }

  /// The likeliest first. `token` and `authorization_code` are not among them: many a token is none of Apple's, which
  /// have a telltale form (`AppleTokenForm`), and a code is used up in five minutes.
  private static let all = [
    SecretName("refresh_token", .rawToken), SecretName("access_token", .rawToken),
    SecretName("id_token", .rawToken, isOfSignedToken: true), SecretName("client_secret", .clientSecret),
    SecretName("private_key", .privateKey), SecretName("access_token_secret", .rawToken),
  ]

  /// The name in which the text ends, up to `end`.
  static func last(in bytes: BorrowedText, endingAt end: Int) -> SecretName? {
    all.first { $0.isLast(in: bytes, endingAt: end) }
  }

  private func isLast(in bytes: BorrowedText, endingAt end: Int) -> Bool {
    var start = end
    for letter in BorrowedText(words).reversed() {
      let before = start > 0 ? bytes[start - 1] : 0
      if letter == UInt8(ascii: "_") {
        if "_-. ".utf8.contains(before) { start -= 1 }
      } else if before | 0x20 == letter {
        start -= 1
      } else {
        return false
      }
    }
    guard start > 0 else { return true }
    // The `n` of `\n` is a line end.
    if start > 1, bytes[start - 2] == UInt8(ascii: "\\") { return true }
    // `valid_token` and `android_token` are other names, and `appleIdToken` is one of these.
    let (before, first) = (bytes[start - 1], bytes[start])
    return !before.isLetter || first.isCapital && !before.isCapital
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
}
