import Evidence

/// One value of a flat record, from JSON or from CSV.
enum FieldValue {
  case absent
  case text(BorrowedText)
  /// A constant of the configuration.
  case constant(String)
  case integer(Int64)
  case real(Double)
  case bool(Bool)
  case object(JSONValue)
  case list(JSONValue)
  /// Several values of a mapped path.
  case several(JSONValue)
  /// A number beyond 64 bits.
  case other

  init(_ value: JSONValue) {
    if let text = value.text {
      self = text.nonEmpty.map { .text($0) } ?? .absent
    } else if let integer = value.integer {
      self = .integer(integer)
    } else if let bool = value.bool {
      self = .bool(bool)
    } else if let double = value.double {
      self = .real(double)
    } else if value.isObject {
      self = value.ofType.map { FieldValue($0) } ?? .object(value)
    } else if value.isArray {
      self = .list(value)
    } else {
      self = value.isNull ? .absent : .other
    }
  }

  init(cell: BorrowedText) {
    self = cell.nonEmpty.map { .text($0) } ?? .absent
  }

  var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// It is absent, or what databases print for that.
  var isNothing: Bool {
    switch self {
    case .absent: true
    case .text(let text): text.isNull
    default: false
    }
  }

  /// The value as text, numbers included, since ids are often numbers; nil for objects and the like.
  var string: String? {
    switch self {
    case .text(let text): text.string
    case .constant(let text): text
    case .integer(let value): String(value)
    default: nil
    }
  }

  /// The value as it is kept in a record's detail.
  var detail: String? {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .real(let value): "\(value)"
    default: string
    }
  }
}
