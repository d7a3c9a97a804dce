/// Errors as services name them, such as `invalid_client`.
enum ErrorCode {
  private static let longest = 64

  /// A code as it is. What is no code may quote what was sent, a token or an address, and is not kept.
  static func kept(_ text: String) -> String {
    let isCode =
      text.utf8.count <= longest
      && (text.allSatisfy { $0.isASCII && ($0.isLetter || "_-/.:".contains($0)) }
        || text.utf8.count <= 5 && text.allSatisfy { $0.isASCII && $0.isNumber })
    return isCode ? text : "error in words, not kept"
  }
}
