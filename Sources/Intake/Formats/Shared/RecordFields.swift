import Evidence
import Timestamps

/// One record of another product's export: a JSON object, or a row of a table. Empty texts and null are absent.
struct RecordFields {
  private enum Content {
    case object(JSONValue)
    case row([BorrowedText], columns: [String: Int])
  }

  private let content: Content
  /// What stands before a name in messages: `identities[1].`, for example.
  private let prefix: String
  private let timeRange: ClosedRange<Int64>
  /// Both of the outermost record alone.
  private let use: FieldUse?
  private let mapping: FieldMapping?

  init(
    _ value: JSONValue, timeRange: ClosedRange<Int64>, prefix: String = "", use: FieldUse? = nil,
    mapping: FieldMapping? = nil
  ) {
    content = .object(value)
    self.mapping = mapping
    self.timeRange = timeRange
    self.prefix = prefix
    self.use = use
  }

  init(
    row: [BorrowedText], columns: [String: Int], timeRange: ClosedRange<Int64>, use: FieldUse? = nil,
    mapping: FieldMapping? = nil
  ) {
    self.mapping = mapping
    content = .row(row, columns: columns)
    self.timeRange = timeRange
    prefix = ""
    self.use = use
  }

  var isRow: Bool { if case .row = content { true } else { false } }

  /// The names of an object's fields, or of a table's columns.
  var names: [String] {
    switch content {
    case .object(let value):
      var names: [String] = []
      value.forEachField { key, _ in names.append(key.string) }
      return names
    case .row(_, let columns): return columns.keys.sorted()
    }
  }

  private func value(_ name: String) throws(RecordRejection) -> JSONValue? {
    guard case .object(let object) = content else { return nil }
    let name = mapping?.names[name] ?? name
    use?.asked.insert(name)
    var found: JSONValue?
    var isTwice = false
    object.forEachField { key, value in
      guard key.elementsEqual(name.utf8) else { return }
      isTwice = found != nil
      found = value
    }
    if isTwice { throw FieldError.twice(prefix + name) }
    return found.flatMap { $0.isNull ? nil : $0 }
  }

  private func cell(_ name: String) -> BorrowedText? {
    use?.asked.insert(name)
    guard case .row(let row, let columns) = content, let index = columns[name], index < row.count else { return nil }
    var cell = row[index]
    // Auth0 puts an apostrophe before each text, so that a spreadsheet runs no formula.
    if cell.first == UInt8(ascii: "'") { cell = BorrowedText(rebasing: cell.dropFirst()) }
    return cell.nonEmpty
  }

  /// Empty texts are absent.
  func has(_ name: String) -> Bool {
    if cell(name) != nil || mapping?.constants[name] != nil { return true }
    guard let value = (try? value(name)) ?? nil else { return false }
    return value.text.map { $0.nonEmpty != nil } ?? true
  }

  // MARK: - Plain values

  /// Texts, and numbers as texts: ids are often written as numbers.
  func text(_ name: String) throws(RecordRejection) -> String? {
    if let cell = cell(name) { return cell.string }
    guard let value = try value(name) else { return mapping?.constants[name] }
    if let integer = value.integer { return String(integer) }
    guard let text = value.text else { throw FieldError.notText(prefix + name) }
    if text.hasNUL { throw FieldError.holdsNUL(prefix + name) }
    return text.nonEmpty?.string
  }

  /// The first of several names under which products write one thing.
  func text(anyOf names: String...) throws(RecordRejection) -> String? {
    for name in names {
      if let text = try text(name) { return text }
    }
    return nil
  }

  func requiredText(_ name: String) throws(RecordRejection) -> String {
    guard let text = try text(name) else { throw FieldError.missing(prefix + name) }
    return text
  }

  /// True and false, also as texts and as 1 and 0.
  func bool(_ name: String) throws(RecordRejection) -> Bool? {
    if let bool = try value(name)?.bool { return bool }
    switch try text(name)?.lowercased() {
    case nil: return nil
    case "true", "t", "1", "yes": return true
    case "false", "f", "0", "no": return false
    default: throw FieldError.notBool(prefix + name)
    }
  }

  /// Nil where it is something else.
  func number(_ name: String) throws(RecordRejection) -> Double? {
    if let cell = cell(name) { return Double(cell.string) }
    guard let value = try value(name) else { return nil }
    return value.double ?? value.integer.map(Double.init) ?? value.text.flatMap { Double($0.string) }
  }

  private func wholeNumber(_ name: String) throws(RecordRejection) -> Int64? {
    if let cell = cell(name) { return Int64(cell.string) }
    guard let value = try value(name) else { return nil }
    return value.integer ?? value.text.flatMap { Int64($0.string) }
  }

  /// The text of a field that in other records holds something else; nil for anything but a text or a number.
  func looseText(_ name: String) throws(RecordRejection) -> String? {
    if let value = try value(name), value.text == nil, value.integer == nil { return nil }
    return try text(name)
  }

  func integer(_ name: String) throws(RecordRejection) -> Int? { try text(name).flatMap { Int($0) } }

  // MARK: - Times

  enum NumberUnit {
    case nanoseconds, milliseconds, seconds

    fileprivate var timeUnit: TimeUnit {
      switch self {
      case .nanoseconds: .nanoseconds
      case .milliseconds: .milliseconds
      case .seconds: .seconds
      }
    }

    /// Nil where the time lies beyond what 64 bits of milliseconds hold.
    fileprivate func milliseconds(_ number: Double) -> Int64? {
      let milliseconds =
        switch self {
        case .nanoseconds: number / 1_000_000
        case .milliseconds: number
        case .seconds: number * 1000
        }
      return milliseconds.magnitude < 1e18 ? Int64(milliseconds.rounded(.down)) : nil
    }

    fileprivate func milliseconds(_ number: Int64) -> Int64? {
      switch self {
      // A double would lose the last digits.
      case .nanoseconds: number / 1_000_000
      case .milliseconds: number
      case .seconds: number.magnitude < 1 << 53 ? number * 1000 : nil
      }
    }
  }

  /// - Parameter unit: of numbers, also of numbers in texts; nil where the field is never a number.
  func time(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange)
  }

  /// A time that may lie in the future.
  func end(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp? {
    try time(name, numbersAre: unit, in: timeRange.lowerBound...max(timeRange.upperBound, IntakeOptions.lastEnd))
  }

  /// Refuses a time that a reader has read in a way of its own, where it cannot be right.
  func checked(_ time: Timestamp, _ name: String) throws(RecordRejection) -> Timestamp {
    guard timeRange.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  private func time(
    _ name: String, numbersAre unit: NumberUnit?, in range: ClosedRange<Int64>
  ) throws(RecordRejection) -> Timestamp? {
    guard has(name) else { return nil }
    let unit = mapping?.timeUnit?.numberUnit ?? unit
    let time: Timestamp
    if let unit, let number = try number(name) {
      let whole = try wholeNumber(name)
      guard let milliseconds = whole.map(unit.milliseconds) ?? unit.milliseconds(number) else {
        throw FieldError.outOfRange(prefix + name)
      }
      time = Timestamp(milliseconds: milliseconds)
      use?.units.insert(unit.timeUnit)
    } else if let text = try text(name), let read = Timestamp(looseRFC3339: text) {
      time = read
      use?.units.insert(.rfc3339)
    } else {
      throw RecordRejection("`\(prefix)\(name)` is not a time in a form that its product writes")
    }
    guard range.contains(time.milliseconds) else { throw FieldError.outOfRange(prefix + name) }
    return time
  }

  func requiredTime(_ name: String, numbersAre unit: NumberUnit?) throws(RecordRejection) -> Timestamp {
    guard let time = try time(name, numbersAre: unit) else { throw FieldError.missing(prefix + name) }
    return time
  }

  // MARK: - Nested values

  func object(_ name: String) throws(RecordRejection) -> RecordFields? {
    guard let value = try value(name), value.isObject else { return nil }
    return RecordFields(value, timeRange: timeRange, prefix: "\(prefix)\(name).")
  }

  /// The objects of a list; one object counts as a list of one.
  ///
  /// - Parameter orTexts: the list is a mere list of texts in some exports, or one text.
  func objects(_ name: String, orTexts: Bool = false) throws(RecordRejection) -> [RecordFields] {
    guard let value = try value(name) else { return [] }
    if orTexts, value.text != nil { return [] }
    if value.isObject { return [RecordFields(value, timeRange: timeRange, prefix: "\(prefix)\(name).")] }
    guard value.isArray else { throw FieldError.notList(prefix + name) }
    var objects: [RecordFields] = []
    value.forEachElement { element in
      guard element.isObject else { return }
      objects.append(
        RecordFields(element, timeRange: timeRange, prefix: "\(prefix)\(name)[\(objects.count)]."))
    }
    return objects
  }

  /// The texts of a list; one text counts as a list of one.
  func texts(_ name: String) throws(RecordRejection) -> [String] {
    guard let value = try value(name) else { return try text(name).map { [$0] } ?? [] }
    if let text = value.text?.nonEmpty { return [text.string] }
    var texts: [String] = []
    value.forEachElement { element in
      if let text = element.text?.nonEmpty { texts.append(text.string) }
    }
    return texts
  }

  /// An object that stands in the field as it is, or as JSON in a text, as cells of tables have it. `parser` keeps it
  /// until it parses again.
  func document(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> RecordFields? {
    if let object = try object(name) { return object }
    guard let parsed = try parsed(name, &parser) else { return nil }
    guard parsed.isObject else { throw RecordRejection("`\(prefix)\(name)` does not hold a JSON object") }
    return RecordFields(parsed, timeRange: timeRange, prefix: "\(prefix)\(name).")
  }

  /// As `document`, for a list of objects.
  func documents(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> [RecordFields] {
    if let value = try value(name), value.isArray { return try objects(name) }
    guard let parsed = try parsed(name, &parser) else { return [] }
    guard parsed.isArray else { throw RecordRejection("`\(prefix)\(name)` does not hold a JSON list") }
    var objects: [RecordFields] = []
    parsed.forEachElement { element in
      guard element.isObject else { return }
      objects.append(
        RecordFields(element, timeRange: timeRange, prefix: "\(prefix)\(name)[\(objects.count)]."))
    }
    return objects
  }

  private func parsed(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> JSONValue? {
    let inJSON = try value(name)?.text?.nonEmpty
    guard let text = cell(name) ?? inJSON else { return nil }
    guard let parsed = parser.parse(text) else { throw RecordRejection("`\(prefix)\(name)` does not hold JSON") }
    return parsed
  }

  /// Every text and number of an object, by name.
  var plainValues: [String: String] {
    var values: [String: String] = [:]
    guard case .object(let object) = content else { return values }
    object.forEachField { key, value in
      if let detail = FieldValue(value).detail { values[key.string] = detail }
    }
    return values
  }
}

/// Which of a record's fields a reader asked for, and in which units it found times.
final class FieldUse {
  fileprivate(set) var asked: Set<String> = []
  fileprivate(set) var units: Set<TimeUnit> = []
}

extension TimeUnit {
  fileprivate var numberUnit: RecordFields.NumberUnit? {
    switch self {
    case .seconds: .seconds
    case .milliseconds: .milliseconds
    case .nanoseconds: .nanoseconds
    case .rfc3339: nil
    }
  }
}

extension Timestamp {
  /// RFC 3339, and what PostgreSQL and Java write in its place: `+00` and `+0000` for the zone.
  init?(looseRFC3339 text: String) {
    var text = text
    let zone = text.suffix(6)
    if let sign = zone.lastIndex(where: { $0 == "+" || $0 == "-" }), text.count > 12 {
      let digits = zone[zone.index(after: sign)...]
      if digits.allSatisfy(\.isNumber), text.contains(":") {
        if digits.count == 2 { text += ":00" }
        if digits.count == 4 { text.insert(":", at: text.index(text.endIndex, offsetBy: -2)) }
      }
    }
    self.init(rfc3339: text)
  }
}
