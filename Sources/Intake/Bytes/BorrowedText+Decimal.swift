import Evidence

extension BorrowedText {
  /// A decimal integer with an optional minus sign; nil for anything else, and beyond 64 bits.
  var decimal: Int64? {
    var value: Int64 = 0
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative ? BorrowedText(rebasing: dropFirst()) : self
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    if digits.count < 19 {
      // Eighteen digits cannot overflow. Both times of every account take this path.
      for byte in digits {
        guard byte.isDigit else { return nil }
        value = value &* 10 &+ Int64(byte &- 48)
      }
      return isNegative ? -value : value
    }
    for byte in digits {
      guard byte.isDigit else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte - 48))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }
}

extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self >= 48 && self <= 57 }
}
