/// How a text file writes characters as bytes.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case windows1252 = "windows-1252"

  static let notUTF8 =
    """
    the record is not UTF-8; save the file as UTF-8, or say under `encoding` in the configuration's `inputs` that it \
    is utf-16 or windows-1252
    """

  /// A byte that UTF-8 never has. It stands for what cannot be converted, so that its record is rejected.
  static let unconvertible: UInt8 = 0xFF

  /// Why a record is rejected that holds something unconvertible.
  var fault: String {
    switch self {
    case .utf8: Self.notUTF8
    case .utf16: "the record holds half of a surrogate pair, which is no UTF-16; export or copy the file again"
    case .windows1252:
      "the record holds a byte that Windows-1252 gives no character; the file may have another encoding"
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
        throw ReadFailure("the configuration says that the file is UTF-16, but its bytes are not; correct `encoding`")
      }
      return .utf16(isLittleEndian: first[0] != 0)
    }
  }
}
