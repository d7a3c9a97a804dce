extension String {
  /// With the ASCII letters in lower case, and all others as they are: `Ä` and `ä` are two local parts, and a hash that
  /// another program made of an address is of these bytes (docs/contract.md, section 5).
  package var foldedASCII: String {
    guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
    return String(decoding: utf8.map(\.foldedASCII), as: UTF8.self)
  }
}

extension UInt8 {
  /// A capital ASCII letter in lower case; any other byte as it is.
  @inline(__always)
  var foldedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
