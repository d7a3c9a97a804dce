/// Errors as services name them, such as `invalid_client`.
enum ErrorCode {
  private static let longest = 64

  /// What logs write where there was no error.
  private static let none: Set = [
    "", "none", "null", "nil", "<nil>", "<null>", "(none)", "nan", "[]", "{}", "undefined", "no", "n/a", "-", "false",
    "0", "00", "f", "n", "ok", "e_ok", "success", "succeeded", "no error", "no_error", "noerror",
  ]

  /// A code as it is; nil for a text which says that there was no error. What is no code may quote what was sent, a
  /// token or an address, and is not kept.
  static func kept(_ text: String) -> String? {
    if none.contains(text.lowercased()) { return nil }
    let isCode =
      text.utf8.count <= longest
      && (text.allSatisfy { $0.isASCII && ($0.isLetter || "_-/.:".contains($0)) }
        || text.utf8.count <= 5 && text.allSatisfy { $0.isASCII && $0.isNumber })
    return isCode ? text : "error in words, not kept"
  }
}
