import Evidence

/// The reject reasons that name a key or column. They never contain its value.
enum FieldError {
  static func missing(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is missing") }
  static func twice(_ name: StaticString) -> RecordRejection { twice("\(name)") }
  static func twice(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` occurs twice in the record; keep the value that counts")
  }
  /// A key that the audit does not know is not named: it may be personal data.
  static let unknownTwice = RecordRejection("a key occurs twice in the record; keep the value that counts")
  /// Names columns by their positions: titles are personal data where the first row of a table is no header.
  ///
  /// - Parameter wanted: the indices of titles that are read; all by default.
  static func requireUnique(_ titles: [String], at wanted: [Int]? = nil) throws(RecordRejection) {
    var places: [String: Int] = [:]
    for index in wanted ?? Array(titles.indices) where !titles[index].isEmpty {
      guard let first = places.updateValue(index, forKey: titles[index]) else { continue }
      throw RecordRejection(
        "columns \(first + 1) and \(index + 1) of the header have the same name; give each column its own name")
    }
  }
  static func misfit(_ count: Int, _ noun: String, header width: Int) -> String {
    "the row has \(count) \(noun)\(count == 1 ? "" : "s"), but the header has \(width)"
  }
  /// - Parameter label: of a mapped column.
  static func unsaid(_ label: String) -> RecordRejection {
    RecordRejection(
      "\(label) is empty, which is no answer; say under `values` what it means: `\"\": given` or `\"\": unknown`")
  }
  static func notText(_ name: String) -> RecordRejection { RecordRejection("`\(name)` is not text") }
  static func decimal(_ name: String) -> RecordRejection {
    RecordRejection(
      """
      `\(name)` is written as a decimal number, with a fraction or an exponent, which adds digits or drops some; \
      export it as text
      """)
  }
  static func notAddress(_ name: String) -> RecordRejection {
    RecordRejection("`\(name)` is not a plain address; export it without a name, brackets or other signs around it")
  }
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
