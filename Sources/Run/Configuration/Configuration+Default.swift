import Foundation

extension Configuration {
  /// Reads the configuration at `path`, or the default file where `path` is nil. Without either file, all defaults
  /// hold.
  ///
  /// - Throws: `ConfigurationError`.
  static func read(_ path: String?) throws -> Configuration {
    let name = path ?? AuditSettings.defaultConfig
    guard path != nil || FileManager.default.fileExists(atPath: name) else { return Configuration() }
    var configuration = try Configuration(contentsOf: URL(fileURLWithPath: name), name: name)
    configuration.resolvePaths(besides: name)
    return configuration
  }

  /// Reads the configuration as `read(_:)` does, with the rules of `folder` in place of the user's rules that it names.
  ///
  /// - Throws: `ConfigurationError`; `UserError` if there is no such folder.
  static func read(_ path: String?, rulesIn folder: String?) throws -> Configuration {
    var configuration = try read(path)
    guard let folder else { return configuration }
    guard FileManager.default.isFolder(folder) else {
      throw UserError(.noSuchInput, "there is no folder at \(folder)", remedy: "check the path")
    }
    configuration.rulePaths = [folder]
    configuration.rulePathsAsWritten = []
    return configuration
  }
}
