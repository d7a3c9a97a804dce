import Foundation

/// Which configuration is in force: the one that `--config` names, else that of an input folder, else that of the
/// working folder.
struct ConfigurationChoice {
  /// Nil where there is none.
  let path: String?
  /// Sentences about configurations that are not used.
  let warnings: [String]

  /// - Throws: `UserError` where two input folders hold a configuration and none is named.
  init(_ options: AuditOptions) throws(UserError) {
    let name = AuditSettings.defaultConfig
    let own = Self.configurations(in: options.inputs + options.namedInputs.map(\.path))
    if let named = options.config {
      path = named
      warnings = own.filter { !Self.isSame($0, named) }.map { "\($0) is ignored, because --config names \(named)" }
      return
    }
    let hasDefault = FileManager.default.isFile(name)
    switch own.count {
    case 0:
      path = hasDefault ? name : nil
      warnings = []
    case 1 where hasDefault && Self.isSame(own[0], name):
      path = name
      warnings = []
    case 1:
      path = own[0]
      warnings = hasDefault ? ["the configuration is \(own[0]); \(name) in the working folder is ignored"] : []
    default:
      throw UserError(
        .usage, "\(own.joined(separator: " and ")) belong to different audits",
        remedy: "audit one folder at a time, or name a configuration with --config")
    }
  }

  /// The configurations that folders among the inputs hold, each once.
  private static func configurations(in inputs: [String]) -> [String] {
    var found: [String] = []
    for input in inputs where input != "-" {
      let folder = input.hasSuffix("/") ? String(input.dropLast()) : input
      let file = folder + "/" + AuditSettings.defaultConfig
      if FileManager.default.isFile(file), !found.contains(where: { isSame($0, file) }) { found.append(file) }
    }
    return found
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    InputRequest.resolve(path) == InputRequest.resolve(other)
  }
}
