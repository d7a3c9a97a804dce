import Foundation

extension RuleCase {
  /// Writes the files of one of its nights.
  ///
  /// - Parameter folder: which gets them, and is made.
  /// - Returns: the settings of an audit of that night.
  /// - Throws: `UserError` and `ConfigurationError` where no audit would take them.
  func write(_ night: Night, to folder: URL, variant: CaseVariant) throws -> AuditSettings {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try CaseFiles(folder: folder).write(night, config: config, variant: variant)
    var options = AuditOptions()
    options.config = folder.appending(path: AuditSettings.defaultConfig).path
    options.asOf = night.asOf
    return try AuditSettings(options)
  }
}
