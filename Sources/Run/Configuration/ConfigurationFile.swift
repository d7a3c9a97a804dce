import Foundation

/// A configuration file. It is read once, so that the hash in the report is that of the bytes that were parsed.
struct ConfigurationFile {
  let configuration: Configuration
  /// Of the file's bytes, as lower-case hex.
  let sha256: String

  /// - Parameter name: the file, as errors name it.
  /// - Throws: `ConfigurationError`.
  init(contentsOf file: URL, name: String) throws {
    guard let data = try? Data(contentsOf: file) else {
      throw ConfigurationError(file: name, line: nil, problem: "cannot be read; name another with --config")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw ConfigurationError(file: name, line: nil, problem: "is not UTF-8 text")
    }
    configuration = try Configuration(yaml: text, name: name)
    sha256 = SHA256Text.hex(of: data)
  }
}
