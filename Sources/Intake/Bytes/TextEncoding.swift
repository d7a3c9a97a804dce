/// How a text file writes characters as bytes.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case windows1252 = "windows-1252"

  static let notUTF8 =
    """
    the record is not valid UTF-8; save the file as UTF-8, or set `encoding` in the configuration's `inputs` if it \
    is utf-16 or windows-1252
    """

  /// A byte that never occurs in UTF-8. It replaces what cannot be converted, so that the record is rejected.
  static let unconvertible: UInt8 = 0xFF

  /// The reject reason of a record that could not be converted.
  var fault: String {
    switch self {
    case .utf8: Self.notUTF8
    case .utf16: "the record is not valid UTF-16, as it has half of a surrogate pair; export or copy the file again"
    case .windows1252:
      "the record has a byte that Windows-1252 does not define; the file may have another encoding"
    }
  }

  /// What a byte order mark at the beginning says; nil without one, and for UTF-8, whose mark needs no conversion.
  static func marked(_ first: [UInt8]) -> Transcoder.Form? {
    // UTF-32 begins like UTF-16, and is refused by name later.
    if first.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
    if first.starts(with: [0xFF, 0xFE]) { return .utf16(isLittleEndian: true) }
    if first.starts(with: [0xFE, 0xFF]) { return .utf16(isLittleEndian: false) }
    return nil
  }

  /// How a file without a mark is converted; nil where it needs no conversion.
  ///
  /// - Parameter first: its first bytes, two at least where it has them.
  func form(unmarked first: [UInt8]) throws(ReadFailure) -> Transcoder.Form? {
    switch self {
    case .utf8: return nil
    case .windows1252: return .windows1252
    case .utf16:
      guard first.count > 1 else { return .utf16(isLittleEndian: true) }
      // What begins a record or a header row is mostly ASCII, with a zero beside it.
      if first[0] != 0, first[1] != 0, first[0] < 0x80, first[1] < 0x80 {
        throw ReadFailure(
          "the configuration says that the file is UTF-16, but its bytes are not UTF-16; correct `encoding`")
      }
      return .utf16(isLittleEndian: first[0] != 0)
    }
  }
}
