import Yams

/// Refuses YAML that no configuration needs. Aliases make a text of a few lines stand for billions of values, so these
/// are counted as often as they stand for something.
struct YAMLSize {
  /// Bytes of one value.
  private static let valueLimit = 1 << 20
  private static let countLimit = 1_000_000

  private var count = 0

  /// - Throws: `ConfigurationError`.
  mutating func add(_ node: Node, _ file: String) throws {
    count += 1
    guard count <= Self.countLimit else {
      throw ConfigurationError(
        file: file, line: node.mark?.line, problem: "the file has more than \(Self.countLimit) values")
    }
    switch node {
    case .scalar(let scalar):
      guard scalar.string.utf8.count <= Self.valueLimit else {
        throw ConfigurationError(
          file: file, line: node.mark?.line, problem: "the value has more than \(Self.valueLimit) bytes")
      }
    case .sequence(let nodes):
      for node in nodes { try add(node, file) }
    case .mapping(let pairs):
      for (key, value) in pairs {
        try add(key, file)
        try add(value, file)
      }
    case .alias: break
    }
  }
}
