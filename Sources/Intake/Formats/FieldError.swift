import Evidence

/// The reject reasons that name a key or column. They never contain its value.
enum FieldError {
  static func missing(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is missing") }
  static func twice(_ name: StaticString) -> RecordRejection { twice("\(name)") }
  static func twice(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` occurs twice in the record; keep the value that counts")
  }
  /// - Parameter name: any key of the record, which may be personal data.
  static func twice(shown name: String) -> RecordRejection {
    RecordRejection("the key \(ShownValue.text(name, of: name)) occurs twice in the record; keep the value that counts")
  }
  /// - Parameter title: any title of a header, which may be personal data where the first row is none.
  static func columnTwice(_ title: String) -> RecordRejection {
    RecordRejection(
      "the header has the column \(ShownValue.text(title, of: title)) twice; give each column its own name")
  }
  static func misfit(_ count: Int, _ noun: String, header width: Int) -> String {
    "the row has \(count) \(noun)\(count == 1 ? "" : "s"), but the header has \(width)"
  }
  static func notText(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is not text") }
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
  static let liesOutside = "is not between 2000-01-01 and one day after the as-of time"
  static func holdsNUL(_ name: String) -> RecordRejection { RecordRejection("`\(name)` contains a NUL character") }
}
