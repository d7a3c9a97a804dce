import Timestamps
import Yams

/// One mapping of a YAML file, read key by key. An unknown key, a wrong type or an unreadable value is an error that
/// names the file, the line and what is known.
struct YAMLReader {
  let file: String
  private let path: String
  private let line: Int?
  private let entries: [String: Node]
  /// Of the keys.
  private let lines: [String: Int]

  /// - Throws: `ConfigurationError` for text that is no YAML, or that is not one mapping.
  init(text: String, file: String, keys: [String]) throws {
    let node: Node?
    do {
      node = try Yams.compose(yaml: text, .default, .default, .utf8)
    } catch let error as YamlError {
      throw Self.syntaxError(error, file: file)
    }
    guard let node, node.null == nil else {
      self.init(empty: file)
      return
    }
    var size = YAMLSize()
    try size.add(node, file)
    try self.init(node, file: file, path: "", keys: keys)
  }

  private init(empty file: String) {
    self.file = file
    path = ""
    line = nil
    entries = [:]
    lines = [:]
  }

  init(_ node: Node, file: String, path: String, keys: [String]?) throws {
    self.file = file
    self.path = path
    line = node.mark?.line
    guard case .mapping(let mapping) = node else {
      throw ConfigurationError(
        file: file, line: node.mark?.line,
        problem: "`\(path.isEmpty ? "the file" : path)` must be a mapping of names to values")
    }
    var entries: [String: Node] = [:]
    var lines: [String: Int] = [:]
    for (key, value) in mapping {
      let name = key.string ?? ""
      if let keys, !keys.contains(name) {
        throw ConfigurationError(
          file: file, line: key.mark?.line,
          problem: """
            unknown key `\(path.isEmpty ? "" : path + ".")\(name)`\(NearestName.advice(about: name, among: keys))
            """)
      }
      // Yams compares keys with their types, by which `1` and `'1'` differ; here both are one text.
      guard entries.updateValue(value, forKey: name) == nil else {
        throw ConfigurationError(file: file, line: key.mark?.line, problem: "`\(name)` is given twice")
      }
      lines[name] = key.mark?.line
    }
    self.entries = entries
    self.lines = lines
  }

  var names: [String] { entries.keys.sorted() }

  /// The line of a key, or of the mapping that lacks it.
  func line(of key: String) -> Int? { lines[key] ?? line }

  func error(_ key: String, _ problem: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line(of: key), problem: "`\(full(key))` \(problem)")
  }

  /// A key that may be an address stands apart: where addresses are masked, a path before it would go with it.
  private func full(_ key: String) -> String {
    path.isEmpty ? key : key.contains("@") ? "\(path): \(key)" : "\(path).\(key)"
  }

  /// Nil where the key is missing or null.
  private func node(_ key: String) -> Node? {
    guard let node = entries[key] else { return nil }
    return node.null == nil ? node : nil
  }

  func mapping(_ key: String, keys: [String]?) throws -> YAMLReader? {
    try node(key).map { try YAMLReader($0, file: file, path: full(key), keys: keys) }
  }

  func mappings(_ key: String, keys: [String]?) throws -> [YAMLReader] {
    guard let node = node(key) else { return [] }
    guard case .sequence(let items) = node else { throw error(key, "must be a list") }
    return try items.enumerated().map {
      try YAMLReader($1, file: file, path: "\(full(key))[\($0)]", keys: keys)
    }
  }

  func has(_ key: String) -> Bool { node(key) != nil }

  func isList(_ key: String) -> Bool {
    if case .sequence = node(key) { true } else { false }
  }

  func isMapping(_ key: String) -> Bool {
    if case .mapping = node(key) { true } else { false }
  }

  /// The items of a list, as nodes.
  func nodes(_ key: String) throws -> [Node] {
    guard let node = node(key) else { return [] }
    guard case .sequence(let items) = node else { throw error(key, "must be a list") }
    return Array(items)
  }

  var mappingLine: Int? { line }

  func text(_ key: String) throws -> String? {
    guard let node = node(key) else { return nil }
    guard case .scalar(let scalar) = node else { throw error(key, "must be text") }
    return scalar.string
  }

  func texts(_ key: String) throws -> [String]? {
    guard let node = node(key) else { return nil }
    guard case .sequence(let items) = node else { throw error(key, "must be a list of text values") }
    return try items.map {
      guard case .scalar(let scalar) = $0 else { throw error(key, "must be a list of text values") }
      return scalar.string
    }
  }

  func value<Value>(_ key: String, _ expected: String, _ read: (String) -> Value?) throws -> Value? {
    guard let text = try text(key) else { return nil }
    guard let value = read(text) else { throw error(key, "must be \(expected), not `\(text)`") }
    return value
  }

  func duration(_ key: String) throws -> TimeSpan? {
    try value(key, "a duration such as 90m, 72h or 30d", { TimeSpan($0) })
  }

  func choice<Value: RawRepresentable & CaseIterable>(_ key: String) throws -> Value? where Value.RawValue == String {
    try word(key, among: Value.allCases.map(\.rawValue), { Value(rawValue: $0) })
  }

  func word<Value>(_ key: String, among words: [String], _ read: (String) -> Value?) throws -> Value? {
    guard let text = try text(key) else { return nil }
    guard let value = read(text) else {
      let nearest = NearestName.question(about: text, among: words)
      throw error(key, "must be one of \(words.joined(separator: ", ")), not `\(text)`\(nearest)")
    }
    return value
  }

  private static func syntaxError(_ error: YamlError, file: String) -> ConfigurationError {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      ConfigurationError(
        file: file, line: mark.line, problem: "the file is not valid YAML: \(problem)" + begun(context, before: mark))
    case .duplicatedKeysInMapping(let keys, let context):
      ConfigurationError(
        file: file, line: context.mark.line, problem: "`\(keys.sorted().joined(separator: "`, `"))` is given twice")
    default:
      ConfigurationError(file: file, line: nil, problem: "the file is not valid YAML")
    }
  }

  /// Where what the parser was reading begins, since it notices late what has no end.
  private static func begun(_ context: YamlError.Context?, before mark: Mark) -> String {
    guard let context, context.mark.line < mark.line else { return "" }
    return " (\(context.text), from line \(context.mark.line) on)"
  }
}
