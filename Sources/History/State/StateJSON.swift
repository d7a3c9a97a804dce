import Evidence
import Foundation
import Storage

/// Values of the store as JSON: null, whole numbers of 64 bits, texts, and data as `{"hex":"…"}`.
struct StateJSON {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Elements with commas between them.
  mutating func list<Elements: Collection>(_ elements: Elements, _ add: (inout StateJSON, Elements.Element) -> Void) {
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      add(&self, element)
    }
  }

  /// 16 digits, as a text.
  mutating func add(hexadecimal bits: UInt64) {
    bytes.append(UInt8(ascii: "\""))
    for shift in stride(from: 60, through: 0, by: -4) {
      bytes.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: bits >> UInt64(shift)) & 15))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// In order of table, so that the same rows are the same bytes.
  mutating func add(_ rows: StateRows) {
    bytes.append(UInt8(ascii: "{"))
    list(rows.keys.sorted()) { json, table in
      json.add("\"\(table)\":[")
      json.list(rows[table] ?? []) { json, row in
        json.add("[")
        json.list(row) { $0.add($1) }
        json.add("]")
      }
      json.add("]")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func add(_ value: SQLValue) {
    switch value {
    case .null: add("null")
    case .integer(let number): add(String(number))
    case .text(let text): add(quoted: text)
    case .blob(let data):
      add("{\"hex\":\"")
      for byte in data {
        bytes.append(Hexadecimal.digit(byte >> 4))
        bytes.append(Hexadecimal.digit(byte & 15))
      }
      add("\"}")
    }
  }

  private mutating func add(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        add("\\u00")
        bytes.append(Hexadecimal.digit(byte >> 4))
        bytes.append(Hexadecimal.digit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
