package import Foundation

extension Configuration {
  /// Reads a configuration file.
  ///
  /// - Throws: `ConfigurationError` with file, line, and the nearest known key.
  package init(contentsOf file: URL, name: String) throws {
    self = try ConfigurationFile(contentsOf: file, name: name).configuration
  }

  /// - Parameter name: the file, as errors name it.
  /// - Throws: `ConfigurationError` with file, line, and the nearest known key.
  package init(yaml text: String, name: String) throws {
    self.init()
    let keys = Self.keys
    let root = try YAMLReader(text: text, file: name, keys: keys.map(\.facts.name))
    for key in keys { try key.read(root, &self) }
  }
}
