import Foundation
import Timestamps

/// One JSON object of a kept report, read key by key. A missing key, a wrong type or an unknown word is an error.
struct JSONObject {
  struct Malformed: Error, Hashable {
    var key: String
  }

  private let values: [String: Any]

  init(_ value: Any) throws {
    guard let values = value as? [String: Any] else { throw Malformed(key: "") }
    self.values = values
  }

  func has(_ key: String) -> Bool { values[key] != nil && !(values[key] is NSNull) }

  private func value<Value>(_ key: String) throws -> Value {
    guard let value = values[key] as? Value else { throw Malformed(key: key) }
    return value
  }

  func text(_ key: String) throws -> String { try value(key) }
  func texts(_ key: String) throws -> [String] { try value(key) }
  func number(_ key: String) throws -> Int { try value(key) }
  func numbers(_ key: String) throws -> [String: Int] { try value(key) }
  func flag(_ key: String) throws -> Bool { try value(key) }
  func object(_ key: String) throws -> JSONObject { try JSONObject(try value(key) as [String: Any]) }

  func objects(_ key: String) throws -> [JSONObject] {
    let items: [Any] = try value(key)
    return try items.map(JSONObject.init)
  }

  func time(_ key: String) throws -> Timestamp {
    guard let time = Timestamp(rfc3339: try text(key)) else { throw Malformed(key: key) }
    return time
  }

  /// One of an enumeration's words.
  func word<Word: RawRepresentable>(_ key: String) throws -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: try text(key)) else { throw Malformed(key: key) }
    return word
  }

  // Nil where the key is missing or null.
  func optionalText(_ key: String) throws -> String? { has(key) ? try text(key) : nil }
  func optionalTime(_ key: String) throws -> Timestamp? { has(key) ? try time(key) : nil }
  func optionalObject(_ key: String) throws -> JSONObject? { has(key) ? try object(key) : nil }
}
