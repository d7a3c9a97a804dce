import Evidence

/// One record of another product's export: a JSON object, or a row of a table. Empty texts and null are absent.
struct RecordFields {
  enum Content {
    case object(JSONValue)
    case row([BorrowedText], columns: [String: Int])
  }

  let content: Content
  /// What precedes a name in messages, such as `identities[1].`
  let prefix: String
  let timeRange: ClosedRange<Int64>
  // Both are set for the outermost record only.
  let use: FieldUse?
  let mapping: FieldMapping?

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

  /// The field that is meant, among those that the configuration neither ignores nor names; of several the first by
  /// name.
  ///
  /// - Parameter isMeant: takes the field's name, and what reads its plain value.
  func field(where isMeant: (String, () -> String?) -> Bool) -> String? {
    var found: String?
    func find(_ name: String) {
      if mapping?.isNamed(name) != true { found = min(found ?? name, name) }
    }
    switch content {
    case .object(let object):
      object.forEachField { key, value in
        let name = key.string
        if isMeant(name, { FieldValue(value).detail }) { find(name) }
      }
    case .row(_, let columns):
      for name in columns.keys where isMeant(name, { cell(name)?.string }) { find(name) }
    }
    return found
  }

  func value(_ name: String) throws(RecordRejection) -> JSONValue? {
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

  func cell(_ name: String) -> BorrowedText? {
    use?.asked.insert(name)
    guard case .row(let row, let columns) = content, let index = columns[name], index < row.count else { return nil }
    var cell = row[index]
    // Auth0 puts an apostrophe before each text, so that spreadsheets do not run it as a formula.
    if cell.first == UInt8(ascii: "'") { cell = BorrowedText(rebasing: cell.dropFirst()) }
    return cell.isNull ? nil : cell.nonEmpty
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

  func wholeNumber(_ name: String) throws(RecordRejection) -> Int64? {
    if let cell = cell(name) { return Int64(cell.string) }
    guard let value = try value(name) else { return nil }
    return value.integer ?? value.text.flatMap { Int64($0.string) }
  }

  /// The text of a field whose type varies; nil for anything but a text or a number.
  func looseText(_ name: String) throws(RecordRejection) -> String? {
    if let value = try value(name), value.text == nil, value.integer == nil { return nil }
    return try text(name)
  }

  func integer(_ name: String) throws(RecordRejection) -> Int? { try text(name).flatMap { Int($0) } }
}

/// Which fields of a record its reader used, and the units of the times it found.
final class FieldUse {
  var asked: Set<String> = []
  var units: Set<TimeUnit> = []
}
