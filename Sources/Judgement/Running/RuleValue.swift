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

  var sqlValue: SQLValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .text(let value): .text(value)
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
