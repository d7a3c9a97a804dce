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

// MARK: Reading

extension StateJSON {
  /// - Throws: `StateError`.
  static func object(_ json: Data) throws(StateError) -> [String: Any] {
    guard let object = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else {
      throw .malformed(what: "it is no JSON object")
    }
    return object
  }

  /// - Throws: `StateError`.
  static func rows(_ json: Any?) throws(StateError) -> StateRows {
    guard let tables = json as? [String: Any] else { throw .malformed(what: "the rows are missing") }
    var rows: StateRows = [:]
    for (table, json) in tables {
      guard let all = json as? [Any] else { throw .malformed(what: "a table is no list of rows") }
      var ofTable: [[SQLValue]] = []
      for json in all {
        guard let values = json as? [Any] else { throw .malformed(what: "a row is no list") }
        var row: [SQLValue] = []
        row.reserveCapacity(values.count)
        for json in values { row.append(try value(json)) }
        ofTable.append(row)
      }
      rows[table] = ofTable
    }
    return rows
  }

  /// - Throws: `StateError`.
  static func value(_ json: Any) throws(StateError) -> SQLValue {
    switch json {
    case is NSNull: return .null
    case let text as String: return .text(text)
    // A number with a fraction, or beyond 64 bits, is not the same as a whole number.
    case let number as NSNumber where NSNumber(value: number.int64Value) == number:
      return .integer(number.int64Value)
    case let object as [String: Any]:
      guard object.count == 1, let hex = object["hex"] as? String, let data = data(hexadecimal: hex) else { break }
      return .blob(data)
    default: break
    }
    throw .malformed(what: "a value is none of the store's")
  }

  private static func data(hexadecimal text: String) -> Data? {
    let digits = text.utf8.compactMap { byte in Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }
}
