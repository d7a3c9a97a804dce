import Evidence

/// The sentences of rejects that name a key or column. They never carry its value.
enum FieldError {
  static func missing(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is missing") }
  static func twice(_ name: StaticString) -> RecordRejection { twice("\(name)") }
  static func twice(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` stands in the record twice; it cannot be told which one holds")
  }
  static func notText(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is not a text") }
  static func notList(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is not a list of objects") }
  static func notBool(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` is neither true nor false")
  }
  static func notMilliseconds(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` is not a time in epoch milliseconds")
  }
  static func outOfRange(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` \(liesOutside)")
  }
  static let liesOutside = "lies outside of 2000-01-01 to one day after the as-of time"
  static func holdsNUL(_ name: String) -> RecordRejection { RecordRejection("`\(name)` holds a NUL character") }
}
