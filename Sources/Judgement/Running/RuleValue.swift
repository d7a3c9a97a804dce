import Storage

/// A value that a rule's query reads or returns.
package enum RuleValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  /// A share such as `20%` or `0.2`, in ten-thousandths: rules calculate in whole numbers.
  package init?(share text: String) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= (isPercent ? 100 : 1)
    else { return nil }
    self = .integer(Int64((number * (isPercent ? 100 : 10_000)).rounded()))
  }

  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  init(_ value: SQLValue) {
    switch value {
    case .null, .blob: self = .null
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    }
  }

  /// An order of all values: null, numbers, texts by their bytes.
  func precedes(_ other: RuleValue) -> Bool {
    switch (self, other) {
    case (.integer(let own), .integer(let other)): own < other
    case (.text(let own), .text(let other)): own.utf8.lexicographicallyPrecedes(other.utf8)
    case (.null, .integer), (.null, .text), (.integer, .text): true
    default: false
    }
  }

  var sqlValue: SQLValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .text(let value): .text(value)
    }
  }
}

/// As JSON has them: null, a number, a text.
extension RuleValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .integer(try container.decode(Int64.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

extension SQLValue {
  /// Nil for null, text and data.
  var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// Nil for null, numbers and data.
  var text: String? {
    if case .text(let value) = self { value } else { nil }
  }
}
