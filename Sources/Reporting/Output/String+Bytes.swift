extension String {
  /// Whether all bytes of its UTF-8 are such.
  ///
  /// To the last byte, whatever came before it: so the processor looks at many at once.
  @inline(__always)
  func hasOnly(_ isSuch: (UInt8) -> Bool) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      var others: UInt8 = 0
      for byte in bytes { others |= isSuch(byte) ? 0 : 1 }
      return others == 0
    }
  }
}
