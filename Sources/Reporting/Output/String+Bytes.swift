extension String {
  /// Whether every byte of its UTF-8 satisfies the predicate.
  ///
  /// # Safety
  /// The buffer is valid until `withUTF8` returns; the predicate gets bytes only, so nothing can keep the buffer.
  @inline(__always)
  func hasOnly(_ isSuch: (UInt8) -> Bool) -> Bool {
    var text = self
    return text.withUTF8 { $0.hasOnly(isSuch) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether every byte satisfies the predicate. It has no early exit, so that the compiler can vectorise the loop.
  ///
  /// # Safety
  /// The caller guarantees that the buffer is valid for the call; iteration stays within its bounds.
  @inline(__always)
  func hasOnly(_ isSuch: (UInt8) -> Bool) -> Bool {
    var others: UInt8 = 0
    for byte in self { others |= isSuch(byte) ? 0 : 1 }
    return others == 0
  }
}
