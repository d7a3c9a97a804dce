import Evidence

/// A line of NDJSON as bytes, written field by field.
struct JSONLine {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(raw text: StaticString) { bytes.append(contentsOf: BorrowedText(text)) }

  mutating func add(raw more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func add(_ number: Int64) { bytes.append(contentsOf: String(number).utf8) }

  mutating func add(_ flag: Bool) { add(raw: flag ? "true" : "false") }

  /// - Parameter text: UTF-8.
  mutating func add(_ text: BorrowedText) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Without an early exit, so that the compiler can vectorise the loop.
    var odd: UInt8 = 0
    for byte in text {
      odd |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    guard odd != 0 else { return bytes.append(contentsOf: text) }
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        add(raw: "\\u00")
        bytes.append(Hexadecimal.digit(byte >> 4))
        bytes.append(Hexadecimal.digit(byte & 15))
      default: bytes.append(byte)
      }
    }
  }

  /// 16 hexadecimal digits, as a text.
  mutating func add(hexadecimal bits: UInt64) {
    bytes.append(UInt8(ascii: "\""))
    for shift in stride(from: 60, through: 0, by: -4) {
      bytes.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: bits >> UInt64(shift)) & 15))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A list, with `add` called for each element.
  mutating func add<Element>(_ elements: [Element], _ add: (inout JSONLine, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
