import Foundation
import Storage

/// Reads what `StateJSON` writes, whatever the order of keys and the white space.
///
/// Foundation's parsers make some numbers of 64 bits decimal numbers, and an object for each value.
struct StateReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ json: some Collection<UInt8>) { bytes = Array(json) }

  /// Passes each key to `body`, which has to read its value.
  ///
  /// - Throws: `StateError`.
  mutating func object(_ body: (inout StateReader, String) throws(StateError) -> Void) throws(StateError) {
    try require("{")
    if take("}") { return }
    repeat {
      let key = try text()
      try require(":")
      try body(&self, key)
    } while take(",")
    try require("}")
  }

  /// To be called when all is read.
  ///
  /// - Throws: `StateError`.
  mutating func end() throws(StateError) {
    guard next == nil else { throw .malformed(what: "something follows it") }
  }

  /// - Throws: `StateError`.
  mutating func rows() throws(StateError) -> StateRows {
    var rows: StateRows = [:]
    try object { reader, table throws(StateError) in
      rows[table] = try reader.list { reader throws(StateError) in
        try reader.list { reader throws(StateError) in try reader.value() }
      }
    }
    return rows
  }

  /// - Throws: `StateError`.
  mutating func names() throws(StateError) -> [UInt64] {
    try list { reader throws(StateError) in
      let text = try reader.text()
      guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
        throw .malformed(what: "`names` has a text that is no name")
      }
      return bits
    }
  }

  /// - Throws: `StateError`.
  mutating func number() throws(StateError) -> Int64 {
    let isNegative = take("-")
    var value: Int64 = 0
    let start = index
    while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeBy) = tens.subtractingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooLargeBy else { throw .malformed(what: "a number has more than 64 bits") }
      value = sum
      index += 1
    }
    // Counted down, since there is one more number below zero.
    guard index > start, isNegative || value > .min else { throw .malformed(what: "a value is none of the store's") }
    return isNegative ? value : -value
  }

  private mutating func value() throws(StateError) -> SQLValue {
    switch next {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "n"):
      guard bytes[index...].starts(with: Array("null".utf8)) else { break }
      index += 4
      return .null
    case UInt8(ascii: "{"):
      var data: Data?
      try object { reader, key throws(StateError) in
        guard key == "hex", data == nil else { throw .malformed(what: "a value is none of the store's") }
        data = Self.data(hexadecimal: try reader.text())
      }
      guard let data else { break }
      return .blob(data)
    default: return .integer(try number())
    }
    throw .malformed(what: "a value is none of the store's")
  }

  private mutating func list<Element>(
    _ element: (inout StateReader) throws(StateError) -> Element
  ) throws(StateError) -> [Element] {
    try require("[")
    var elements: [Element] = []
    if take("]") { return elements }
    repeat { elements.append(try element(&self)) } while take(",")
    try require("]")
    return elements
  }

  // MARK: Texts

  private mutating func text() throws(StateError) -> String {
    try require("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      defer { index += 1 }
      return try Self.text(bytes[start..<index])
    }
    return try escapedText(from: start)
  }

  /// A text that has a backslash at `index`.
  private mutating func escapedText(from start: Int) throws(StateError) -> String {
    var plain = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] == UInt8(ascii: "\\") else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      plain += try escaped().utf8
    }
    guard index < bytes.count else { throw .malformed(what: "it breaks off") }
    index += 1
    return try Self.text(plain[...])
  }

  private mutating func escaped() throws(StateError) -> String {
    guard index < bytes.count else { throw .malformed(what: "it breaks off") }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        units.append(try unit())
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
    default: break
    }
    throw .malformed(what: "a text has an escape that JSON has not")
  }

  private mutating func unit() throws(StateError) -> UInt16 {
    guard index + 4 <= bytes.count, bytes[index..<(index + 4)].allSatisfy({ Self.digit($0) != nil }) else {
      throw .malformed(what: "a text has an escape that JSON has not")
    }
    defer { index += 4 }
    return bytes[index..<(index + 4)].reduce(0) { $0 << 4 | UInt16(Self.digit($1) ?? 0) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(StateError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(what: "a text is not UTF-8") }
    return text
  }

  private static func data(hexadecimal text: String) -> Data? {
    let digits = text.utf8.compactMap(digit)
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  // MARK: Signs

  /// Behind white space; nil at the end.
  private var next: UInt8? {
    mutating get {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      return index < bytes.count ? bytes[index] : nil
    }
  }

  private mutating func take(_ sign: UnicodeScalar) -> Bool {
    guard let next, UnicodeScalar(next) == sign else { return false }
    index += 1
    return true
  }

  private mutating func require(_ sign: UnicodeScalar) throws(StateError) {
    guard take(sign) else { throw .malformed(what: "it is not JSON as lines have it") }
  }
}
