import Evidence

/// Finds unread columns that tell of a record's fate.
struct UndecidedColumns {
  /// In order of first sight, at most `limit`.
  private(set) var names: [String] = []
  /// Besides these, columns that may have refused answers. They decide nothing where columns of ours say of each record
  /// what it is for and how it stands.
  private(set) var answers: [String] = []
  private let kind: EvidenceKind
  /// Of a column, by its path, whether its answer may be what the records are for.
  private let mayAnswer: (String) -> Bool
  private let isActive: Bool
  /// Columns of a table whose cells tell.
  private var watched: [(index: Int, name: String, role: TellingColumns.Role)] = []
  /// Columns of a table whose cells may hold objects and lists.
  private var texts: [(index: Int, name: String)] = []
  /// Names of plain values on which nothing more can be found: most records have the same.
  private var settled: Set<String> = []
  /// What keys are, by their names.
  private var roles: [String: TellingColumns.Role?] = [:]
  private var harmless = HarmlessValues()
  /// Of the texts that hold objects and lists.
  private let parsers = PathParsers()
  private static let limit = 20
  private static let seenLimit = 1000
  private static let depthLimit = 4

  init(_ kind: EvidenceKind, mayAnswer: @escaping (String) -> Bool = { _ in true }) {
    self.kind = kind
    self.mayAnswer = mayAnswer
    isActive = TellingWords.of(kind) != nil
  }

  private mutating func note(_ name: String, _ role: TellingColumns.Role) {
    if role == .answer || role == .remark {
      guard answers.count < Self.limit, !answers.contains(name), !names.contains(name), mayAnswer(name) else { return }
      answers.append(name)
    } else if names.count < Self.limit, !names.contains(name) {
      names.append(name)
    }
  }

  /// Bytes, of `deselected`; most phone numbers are longer, and none is a no.
  private static let longestNo = 10

  /// Looks at a value that is read. Where the answers of a form are columns, `phone` has one and no number.
  mutating func look(at text: BorrowedText, of column: MappingPlan.Column) {
    guard kind == .consents, text.count <= Self.longestNo, column.name == "phone", !column.isMapped else { return }
    if AnswerNames.isNo(text.string) { note(column.path.text, .answer) }
  }

  private mutating func tells(_ text: String, _ role: TellingColumns.Role) -> Bool {
    harmless.tells(text, role) { TellingColumns.tells($0, $1, in: kind) }
  }

  // MARK: - Tables

  /// - Parameter index: of the column in the rows.
  mutating func look(atTitle title: String, _ index: Int) {
    guard isActive else { return }
    switch TellingColumns.role(of: title, in: kind) {
    case nil: texts.append((index, title))
    case .decision: note(title, .decision)
    case let role?:
      watched.append((index, title, role))
      texts.append((index, title))
    }
  }

  /// - Parameters: as for JSON.
  mutating func look(
    atRow row: [BorrowedText], isKnown: (String) -> Bool = { _ in false },
    isContainer: (String) -> Bool = { _ in false }
  ) {
    for column in watched where column.index < row.count {
      guard let text = row[column.index].nonEmpty,
        column.role != .remark || AnswerNames.refusalLengths.contains(text.count),
        object(in: text, depth: 0) == nil, tells(text.string, column.role)
      else { continue }
      note(column.name, column.role)
      watched.removeAll { $0.index == column.index }
    }
    for column in texts where column.index < row.count {
      guard let value = object(in: row[column.index], depth: 0) else { continue }
      look(at: column.name, path: column.name, value, depth: 1, isKnown, isContainer)
    }
  }

  // MARK: - JSON

  /// - Parameters:
  ///   - value: fields within it are looked at as well.
  ///   - isKnown: whether the mapping names the column of a path.
  ///   - isContainer: whether the mapping names something within the object at a path.
  mutating func look(
    at name: String, _ value: JSONValue, isKnown: (String) -> Bool = { _ in false },
    isContainer: (String) -> Bool = { _ in false }
  ) {
    guard isActive else { return }
    let value = value.text.flatMap { object(in: $0, depth: 0) } ?? value
    guard !settled.contains(name) || value.isObject || value.isArray else { return }
    look(at: name, path: name, value, depth: 1, isKnown, isContainer)
  }

  /// Looks at what stands beside the records of a page, which nothing reads.
  mutating func look(atPages fields: [PageFacts.Field], isIgnored: (String) -> Bool) {
    guard isActive else { return }
    for field in fields where !isIgnored(field.name) && !Self.successes.contains(field.value.lowercased()) {
      guard let role = TellingColumns.role(of: field.name, in: kind) else { continue }
      if tells(field.value, role) { note(field.name, role) }
    }
  }

  /// What an API says of its own answer.
  private static let successes: Set<String> = ["ok", "success", "succeeded", "successful", "200"]

  private mutating func look(
    at name: String, path: String, _ value: JSONValue, depth: Int, _ isKnown: (String) -> Bool,
    _ isContainer: (String) -> Bool
  ) {
    let isPlain = !value.isObject && !value.isArray
    let role = role(of: name)
    if depth == 1, isPlain, role == nil || role == .decision { settle(name) }
    // DynamoDB writes `"granted": {"BOOL": true}`: a mapping names the value within.
    let place = path + Self.dynamoType(of: value)
    // An object that the mapping names as a whole is not looked into.
    if isKnown(path) || isKnown(place) {
      if depth == 1, isPlain { settle(name) }
      return
    }
    let isWithin = value.isObject && isContainer(path)
    if let role, !isWithin, tells(value, role) { note(place, role) }
    guard !isPlain, depth < Self.depthLimit else { return }
    func lookInside(_ key: BorrowedText, _ field: JSONValue) {
      let key = key.string
      let name = TellingWords.isPart(key) ? name + "." + key : key
      let inner = field.text.flatMap { object(in: $0, depth: depth) } ?? field
      // Most fields tell nothing, and need no path.
      if !inner.isObject, !inner.isArray {
        guard let role = self.role(of: name), tells(inner, role) else { return }
      }
      look(at: name, path: path + "." + key, inner, depth: depth + 1, isKnown, isContainer)
    }
    value.forEachField(lookInside)
    value.forEachElement { $0.forEachField(lookInside) }
  }

  /// The end of the path of a value that stands under its type, as in exports from DynamoDB; empty for any other.
  private static func dynamoType(of value: JSONValue) -> String {
    guard value.isObject else { return "" }
    var (type, count) = ("", 0)
    value.forEachField { key, _ in
      count += 1
      if key.isEqual(to: "S") || key.isEqual(to: "N") || key.isEqual(to: "BOOL") { type = "." + key.string }
    }
    return count == 1 ? type : ""
  }

  /// The object or list in a text; nil for other texts.
  ///
  /// - Parameter depth: of objects and lists around it.
  private func object(in text: BorrowedText, depth: Int) -> JSONValue? {
    guard text.mayBeObject, let value = parsers.parse(text, depth: depth) else { return nil }
    return value.isObject || value.isArray ? value : nil
  }

  private mutating func settle(_ name: String) {
    if settled.count < Self.seenLimit { settled.insert(name) }
  }

  private mutating func role(of name: String) -> TellingColumns.Role? {
    if let role = roles[name] { return role }
    let role = TellingColumns.role(of: name, in: kind)
    if roles.count < Self.seenLimit { roles[name] = .some(role) }
    return role
  }

  /// Whether the value tells something; an object or a list does if a value in it does.
  private mutating func tells(_ value: JSONValue, _ role: TellingColumns.Role) -> Bool {
    if role == .decision { return true }
    if role == .remark {
      guard let text = value.text, AnswerNames.refusalLengths.contains(text.count) else { return false }
      return tells(text.string, role)
    }
    var isTelling = false
    func look(_ inner: JSONValue) {
      if !isTelling, let text = FieldValue(inner).detail { isTelling = tells(text, role) }
    }
    look(value)
    // DynamoDB writes null as `{"NULL": true}`.
    value.forEachField { key, inner in if !key.isEqual(to: "NULL") { look(inner) } }
    value.forEachElement { element in
      look(element)
      // `[{"question": "phone", "answer": "no"}]`, `"withdrawals": [{"at": …}]`
      if [.answer, .end, .endTime, .difference].contains(role) { element.forEachField { _, inner in look(inner) } }
    }
    return isTelling
  }
}
