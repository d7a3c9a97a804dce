extension String {
  /// Whether all bytes of its UTF-8 are such.
  @inline(__always)
  func hasOnly(_ isSuch: (UInt8) -> Bool) -> Bool {
    var text = self
    return text.withUTF8 { $0.hasOnly(isSuch) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are such.
  ///
  /// To the last byte, whatever came before it: so the processor looks at many at once.
  @inline(__always)
  func hasOnly(_ isSuch: (UInt8) -> Bool) -> Bool {
    var others: UInt8 = 0
    for byte in self { others |= isSuch(byte) ? 0 : 1 }
    return others == 0
  }
}
